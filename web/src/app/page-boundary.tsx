import { Component, type ReactNode } from 'react';
import { FailedState } from '../shared/ui/states.tsx';

interface Props {
  readonly children: ReactNode;
}

/** A page that fails to load or to draw says so in its own place; the shell stays. */
export class PageBoundary extends Component<Props, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return <FailedState text="This page could not be shown." onRetry={() => window.location.reload()} />;
  }
}
