import { Suspense } from 'react';
import { Navigate, Outlet, Route, Routes, useLocation } from 'react-router';
import { LiveProvider } from '../shared/realtime/live-provider.tsx';
import { useSession, useUserId } from '../shared/session/use-session.ts';
import { LoadingBars } from '../shared/ui/bars.tsx';
import { ContentRedirect, QuestionRedirect, ReplyRedirect } from './link-redirects.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { PageBoundary } from './page-boundary.tsx';
import {
  CreatePage,
  DiscoverPage,
  FeedPage,
  LandingPage,
  LoginPage,
  NotificationsPage,
  QuestionPage,
  RegisterPage,
  XpStatsPage,
} from './pages.ts';
import { Shell } from './shell.tsx';

export function App() {
  const userId = useUserId();
  return (
    <LiveProvider userId={userId}>
      <Routes>
        <Route element={<Framed />}>
          <Route index element={<Start />} />
          <Route path="login" element={<SignedOutOnly elseTo="/" page={<LoginPage />} />} />
          <Route path="register" element={<SignedOutOnly elseTo="/discover" page={<RegisterPage />} />} />
          <Route path="discover" element={<SignedInOnly page={<DiscoverPage />} />} />
          <Route path="xp-stats" element={<SignedInOnly page={<XpStatsPage />} />} />
          <Route path="create" element={<CreatePage />} />
          <Route path="notifications" element={<NotificationsPage />} />
          <Route path="questions/:id" element={<QuestionPage />} />
          <Route path="question/:id" element={<QuestionRedirect />} />
          <Route path="reply/:id" element={<ReplyRedirect />} />
          <Route path="content/:id" element={<ContentRedirect />} />
          <Route path="*" element={<NotFoundPage />} />
        </Route>
      </Routes>
    </LiveProvider>
  );
}

/** Every page in the shell; who is here must be known before anything is drawn. */
function Framed() {
  const session = useSession();
  const { pathname } = useLocation();
  return (
    <Shell session={session}>
      <PageBoundary key={pathname}>
        <Suspense fallback={<LoadingBars />}>{session.state === 'loading' ? <LoadingBars /> : <Outlet />}</Suspense>
      </PageBoundary>
    </Shell>
  );
}

function Start() {
  return useUserId() === null ? <LandingPage /> : <FeedPage />;
}

function SignedInOnly({ page }: { page: React.ReactNode }) {
  const { pathname, search } = useLocation();
  return useUserId() === null ? <Navigate to="/login" replace state={{ from: pathname + search }} /> : page;
}

/** Signed in, these pages lead on: back to where the sign-in was asked for, or to their own next page. */
function SignedOutOnly({ elseTo, page }: { elseTo: string; page: React.ReactNode }) {
  const { state } = useLocation();
  const from: unknown = state?.from;
  return useUserId() === null ? page : <Navigate to={typeof from === 'string' && from.startsWith('/') ? from : elseTo} replace />;
}
