import { useRoutes } from 'react-router';
import { LiveProvider } from '../shared/realtime/live-provider.tsx';
import { useUserId } from '../shared/session/use-session.ts';
import { NotFoundPage } from './not-found-page.tsx';
import { PageBoundary } from './page-boundary.tsx';
import { PageView, StartView } from './page-view.tsx';
import { pages } from './pages.ts';
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
          <CurrentPage />
        </Shell>
      </LiveProvider>
    </PageBoundary>
  );
}

const routes = [
  { path: '/', element: <StartView /> },
  ...Object.entries(pages).map(([path, page]) => ({ path, element: <PageView path={path} page={page} /> })),
  { path: '*', element: <NotFoundPage /> },
];

const CurrentPage = () => useRoutes(routes);
