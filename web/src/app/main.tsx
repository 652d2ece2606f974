import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { Toaster } from '../shared/toast/toaster.tsx';
import '../shared/design/theme.css';
import { createQueryClient } from '../shared/api/query-client.ts';
import { App } from './app.tsx';
import { preloadPage } from './pages.ts';

// The page's own code is asked for while the app starts, not after it.
preloadPage(window.location.pathname);

const root = document.getElementById('root');
if (!root) throw new Error('The page has no place for the app');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={createQueryClient()}>
      <BrowserRouter>
        <App />
        <Toaster />
      </BrowserRouter>
    </QueryClientProvider>
  </StrictMode>,
);
