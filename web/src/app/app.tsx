import { PathParamsProvider, useLocation } from '../shared/navigation/navigation.tsx';
import { LiveProvider } from '../shared/realtime/live-provider.tsx';
import { useUserId } from '../shared/session/use-session.ts';
import { NotFoundPage } from './not-found-page.tsx';
import { PageView, StartView } from './page-view.tsx';
import { pageAt } from './pages.ts';
import { Shell } from './shell.tsx';

/** Every page in the shell, by the one list of pages. */
export function App() {
  return (
    <LiveProvider userId={useUserId()}>
      <Shell>
        <PageHere />
      </Shell>
    </LiveProvider>
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
