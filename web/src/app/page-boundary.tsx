import { Component, type ReactNode } from 'react';
import { reportError } from '../shared/errors/report-error.ts';
import { frameTexts } from '../shared/texts/frame.ts';
import { Button, LinkButton } from '../shared/ui/button.tsx';
import { FailedState, PageTitle } from '../shared/ui/states.tsx';

interface Props {
  readonly children: ReactNode;
}

/** A page that fails to load or to draw says so in its own place, tells its makers, and offers ways on; the shell stays. */
export class PageBoundary extends Component<Props, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown): void {
    reportError(error);
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <>
        <PageTitle size="small">{frameTexts.failed}</PageTitle>
        <FailedState text={frameTexts.pageFailed}>
          <Button weight="quiet" onClick={() => window.location.reload()}>
            {frameTexts.tryAgain}
          </Button>
          {/* A document of its own: the app that failed is left behind. */}
          <LinkButton weight="quiet" to="/" reloadDocument>
            {frameTexts.toStart}
          </LinkButton>
        </FailedState>
      </>
    );
  }
}
