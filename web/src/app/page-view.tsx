import { useQueryClient } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, Suspense, useEffect, useMemo } from 'react';
import { useLocation } from 'react-router';
import { ErrorBoundary } from '../shared/errors/error-boundary.tsx';
import { setReportedPage } from '../shared/errors/report-error.ts';
import { usePageParams } from '../shared/navigation/page-params.ts';
import { signInState } from '../shared/navigation/sign-in-state.ts';
import { useSession } from '../shared/session/session.ts';
import { frameTexts } from '../shared/texts/frame.ts';
import { LoadingBars } from '../shared/ui/bars.tsx';
import { Button, LinkButton } from '../shared/ui/button.tsx';
import { EmptyState, FailedState, PageTitle } from '../shared/ui/states.tsx';
import { feedPage, landingPage, type Page, prefetchPageData } from './pages.ts';
import { Redirect } from './redirect.tsx';

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
      {/* Loads a new document, because the app in this one has failed. */}
      <LinkButton weight="quiet" to="/" reloadDocument>
        {frameTexts.toStart}
      </LinkButton>
    </FailedState>
  </>
);

export function PageView({ path, page }: { path: string; page: Page }) {
  const client = useQueryClient();
  const session = useSession();
  const { pathname, search } = useLocation();
  const params = usePageParams();
  useEffect(() => setReportedPage(`/${path}`), [path]);
  const isLoading = session.state === 'loading';
  // Keeps one component per visit. After the code has arrived, `page.component` returns another one, which would mount
  // the page again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per visit with a known session.
  const Drawn = useMemo(() => {
    prefetchPageData(page, client, params, search);
    return page.component();
  }, [page, pathname, isLoading]);
  return (
    <PageBoundary key={pathname}>
      <Suspense fallback={<LoadingBars isPage />}>
        {isLoading ? (
          <LoadingBars isPage />
        ) : (
          <AccessGate page={page} Drawn={Drawn} isSignedIn={session.state === 'in'} />
        )}
      </Suspense>
    </PageBoundary>
  );
}

export function StartView() {
  return <PageView path="" page={useSession().state === 'out' ? landingPage : feedPage} />;
}

function AccessGate({
  page: { access },
  Drawn,
  isSignedIn,
}: {
  page: Page;
  Drawn: ComponentType;
  isSignedIn: boolean;
}) {
  const { pathname, search, state } = useLocation();
  const here = pathname + search;
  if (access.for === 'visitors' && isSignedIn) {
    // Ignores `/`, which is the start page. Ignores `//` and `/\`, which lead to other sites.
    const from = String(state?.from);
    return <Redirect to={/^\/[^/\\]/.test(from) ? from : access.elseTo} />;
  }
  if (access.for === 'members' && !isSignedIn) {
    if (!('prompt' in access)) return <Redirect to="/login" state={signInState(here)} />;
    return (
      <>
        <PageTitle>{access.prompt.title}</PageTitle>
        <EmptyState text={access.prompt.text}>
          <LinkButton to="/login" state={signInState(here)}>
            {frameTexts.signInButton}
          </LinkButton>
        </EmptyState>
      </>
    );
  }
  return <Drawn />;
}
