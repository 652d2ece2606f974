import { Route, Routes } from 'react-router';
import { LiveProvider } from '../shared/realtime/live-provider.tsx';
import { useUserId } from '../shared/session/use-session.ts';
import { NotFoundPage } from './not-found-page.tsx';
import { PageView, StartView } from './page-view.tsx';
import { pages } from './pages.ts';
import { Shell } from './shell.tsx';

/** Every page in the shell, by the one list of pages. */
export function App() {
  return (
    <LiveProvider userId={useUserId()}>
      <Routes>
        <Route element={<Shell />}>
          <Route index element={<StartView />} />
          {pages.map((page) => (
            <Route key={page.path} path={page.path} element={<PageView page={page} />} />
          ))}
          <Route path="*" element={<NotFoundPage />} />
        </Route>
      </Routes>
    </LiveProvider>
  );
}
