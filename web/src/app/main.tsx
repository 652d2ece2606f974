import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { Toaster } from '../shared/toast/toaster.tsx';
import '../shared/design/theme.css';
import { createQueryClient } from '../shared/api/query-client.ts';
import { watchForNewBuild } from '../shared/errors/new-build.ts';
import { reportError, reportUncaught } from '../shared/errors/report-error.ts';
import { App } from './app.tsx';
import { preloadPage } from './pages.ts';

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
        <Toaster />
      </BrowserRouter>
    </QueryClientProvider>
  </StrictMode>,
);
