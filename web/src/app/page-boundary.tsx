import type { ReactNode } from 'react';
import { ErrorBoundary } from '../shared/errors/error-boundary.tsx';
import { frameTexts } from '../shared/texts/frame.ts';
import { Button, LinkButton } from '../shared/ui/button.tsx';
import { FailedState, PageTitle } from '../shared/ui/states.tsx';

export const PageBoundary = ({ children }: { children: ReactNode }) => (
  <ErrorBoundary fallback={<FailedPage />}>{children}</ErrorBoundary>
);

const FailedPage = () => (
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
