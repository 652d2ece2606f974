import { PathParamsProvider, useLocation } from '../shared/navigation/navigation.tsx';
import { LiveProvider } from '../shared/realtime/live-provider.tsx';
import { useUserId } from '../shared/session/use-session.ts';
import { NotFoundPage } from './not-found-page.tsx';
import { PageBoundary } from './page-boundary.tsx';
import { PageView, StartView } from './page-view.tsx';
import { pageAt } from './pages.ts';
import { Shell } from './shell.tsx';
import { useFirstHead } from './use-first-head.ts';

/** Every page in the shell, by the one list of pages. What fails in the shell itself takes the pages along, but says so. */
export function App() {
  const userId = useUserId();
  useFirstHead();
  return (
    <PageBoundary>
      <LiveProvider userId={userId}>
        <Shell>
          <PageHere />
        </Shell>
      </LiveProvider>
    </PageBoundary>
  );
}

function PageHere() {
  const { pathname } = useLocation();
  if (pathname === '/') return <StartView />;
  const found = pageAt(pathname);
  if (!found) return <NotFoundPage />;
  return (
    <PathParamsProvider value={found.params}>
      <PageView page={found.page} />
    </PathParamsProvider>
  );
}
