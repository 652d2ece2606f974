import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../shared/design/theme.css';
import { BrowserRouter, useRoutes } from 'react-router';
import { blockReloadWhile } from '../shared/errors/block-reload.ts';
import { watchForNewBuild } from '../shared/errors/new-build.ts';
import { reportError, reportUncaughtErrors } from '../shared/errors/report-error.ts';
import { watchFirstScreen } from '../shared/navigation/first-screen.ts';
import { LiveProvider } from '../shared/realtime/live-provider.tsx';
import { createQueryClient } from '../shared/session/query-client.ts';
import { sessionQueries, useUserId } from '../shared/session/session.ts';
import { frameTexts } from '../shared/texts/frame.ts';
import { NotFoundState } from '../shared/ui/states.tsx';
import { PageBoundary, PageView, StartView } from './page-view.tsx';
import { pages, preloadPage } from './pages.ts';
import { Shell } from './shell.tsx';
import { useRemoveFirstPageMeta } from './use-remove-first-page-meta.ts';

/** This boundary also catches errors of the shell, and then replaces the whole page. */
function App() {
  const userId = useUserId();
  useRemoveFirstPageMeta();
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
  { path: '*', element: <NotFoundState {...frameTexts.notFound} /> },
];

const CurrentPage = () => useRoutes(routes);

reportUncaughtErrors();
watchForNewBuild();
const client = createQueryClient();
blockReloadWhile(() => client.isMutating() > 0);
const code = preloadPage(client, window.location);
watchFirstScreen(client, code);
const session = client.prefetchQuery(sessionQueries.current());

const root = document.getElementById('root');
if (!root) throw new Error('The page has no place for the app');
const app = createRoot(root, { onUncaughtError: reportError });

const draw = () =>
  app.render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <BrowserRouter>
          <App />
        </BrowserRouter>
      </QueryClientProvider>
    </StrictMode>,
  );

/** Longest time that the document's landing text stays before the first render of the app. */
const LANDING_TEXT_AT_MOST_MS = 4_000;
// The document already shows the landing text. An early render would replace it with a loading state.
if (document.documentElement.dataset.start === 'landing') {
  const late = new Promise((resolve) => setTimeout(resolve, LANDING_TEXT_AT_MOST_MS));
  void Promise.race([Promise.all([code, session]), late]).then(draw);
} else draw();
