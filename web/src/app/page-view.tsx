import { type ComponentType, Suspense, useEffect, useMemo } from 'react';
import { setReportedPage } from '../shared/errors/report-error.ts';
import { Navigate, useLocation } from '../shared/navigation/navigation.tsx';
import { useSession } from '../shared/session/use-session.ts';
import { frameTexts } from '../shared/texts/frame.ts';
import { LoadingBars } from '../shared/ui/bars.tsx';
import { LinkButton } from '../shared/ui/button.tsx';
import { EmptyState, PageTitle } from '../shared/ui/states.tsx';
import { PageBoundary } from './page-boundary.tsx';
import { feedPage, landingPage, type Page } from './pages.ts';

/** A page for whoever may see it, in its own boundary: what fails in it leaves the shell standing. */
export function PageView({ page }: { page: Page }) {
  const session = useSession();
  const { pathname } = useLocation();
  useEffect(() => setReportedPage(`/${page.path}`), [page]);
  const isLoading = session.state === 'loading';
  // What draws a page stays the same while it stands, also when its code has come meanwhile, or has failed to.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time that somebody comes to it, when it is known who.
  const Drawn = useMemo(() => page.drawnBy(), [page, pathname, isLoading]);
  return (
    <PageBoundary key={pathname}>
      <Suspense fallback={<LoadingBars isPage />}>
        {isLoading ? (
          <LoadingBars isPage />
        ) : (
          <Admitted page={page} Drawn={Drawn} isSignedIn={session.state === 'in'} />
        )}
      </Suspense>
    </PageBoundary>
  );
}

/** The start: the landing page for visitors, the feed for members. */
export function StartView() {
  return <PageView page={useSession().state === 'out' ? landingPage : feedPage} />;
}

interface AdmittedProps {
  readonly page: Page;
  readonly Drawn: ComponentType;
  readonly isSignedIn: boolean;
}

function Admitted({ page: { access }, Drawn, isSignedIn }: AdmittedProps) {
  const { pathname, search, state } = useLocation();
  const here = pathname + search;
  if (access.for === 'visitors' && isSignedIn) {
    // Whoever came from the start wanted nothing in particular: there signing in leads by itself, and registering to what there is to discover.
    const from = String(state?.from);
    return <Navigate to={/^\/./.test(from) ? from : access.elseTo} replace />;
  }
  if (access.for === 'members' && !isSignedIn) {
    if (!('prompt' in access)) return <Navigate to="/login" replace state={{ from: here }} />;
    return (
      <>
        <PageTitle>{access.prompt.title}</PageTitle>
        <EmptyState text={access.prompt.text}>
          <LinkButton to="/login" state={{ from: here }}>
            {frameTexts.signInButton}
          </LinkButton>
        </EmptyState>
      </>
    );
  }
  return <Drawn />;
}
