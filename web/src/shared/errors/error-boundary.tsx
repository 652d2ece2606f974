import { Component, type ComponentType, type ReactNode } from 'react';
import { frameTexts } from '../texts/frame.ts';
import { reportError } from './report-error.ts';

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  readonly fallback: ReactNode;
  /** When this value changes after an error, the children render again. */
  readonly of?: unknown;
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown): void {
    reportError(error);
  }

  override componentDidUpdate(before: ErrorBoundaryProps): void {
    if (this.state.hasFailed && before.of !== this.props.of) this.setState({ hasFailed: false });
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}

/** Draws a short notice instead of an item that fails, so that the rest of the list stays. */
export function withBoundary<P extends object>(Item: ComponentType<P>, As: 'div' | 'li' = 'div'): ComponentType<P> {
  return (props) => (
    <ErrorBoundary of={props} fallback={<As className="card text-soft">{frameTexts.itemFailed}</As>}>
      <Item {...props} />
    </ErrorBoundary>
  );
}
