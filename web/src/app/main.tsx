import { QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import '../shared/design/theme.css';
import { createQueryClient } from '../shared/api/query-client.ts';
import { watchForNewBuild } from '../shared/errors/new-build.ts';
import { reportError, reportUncaught } from '../shared/errors/report-error.ts';
import { App } from './app.tsx';
import { preloadPage } from './pages.ts';

/** Nothing is told before somebody has done something; a toast of that moment is kept until this is there. */
const Toaster = lazy(async () => {
  const none: ComponentType = () => null;
  const code = await import('../shared/toast/toaster.tsx').catch(() => null);
  return { default: code?.Toaster ?? none };
});
reportUncaught();
watchForNewBuild();
const client = createQueryClient();
// The page's own code and what it shows are asked for while the app starts, not after it.
preloadPage(client, window.location);

const root = document.getElementById('root');
if (!root) throw new Error('The page has no place for the app');
createRoot(root, { onUncaughtError: reportError }).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <BrowserRouter>
        <App />
        <Suspense fallback={null}>
          <Toaster />
        </Suspense>
      </BrowserRouter>
    </QueryClientProvider>
  </StrictMode>,
);
