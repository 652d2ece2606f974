import { lazy } from 'react';
import { loadStoredUser } from '../shared/session/stored-user.ts';

const load = {
  landing: () => import('../features/landing/landing-page.tsx'),
  feed: () => import('../features/feed/feed-page.tsx'),
  discover: () => import('../features/feed/discover-page.tsx'),
  question: () => import('./question-route.tsx'),
  create: () => import('../features/create/create-page.tsx'),
  notifications: () => import('../features/notifications/notifications-page.tsx'),
  xpStats: () => import('../features/xp/xp-stats-page.tsx'),
  login: () => import('../features/account/login-page.tsx'),
  register: () => import('../features/account/register-page.tsx'),
};

export const LandingPage = lazy(load.landing);
export const FeedPage = lazy(load.feed);
export const DiscoverPage = lazy(load.discover);
export const QuestionPage = lazy(load.question);
export const CreatePage = lazy(load.create);
export const NotificationsPage = lazy(load.notifications);
export const XpStatsPage = lazy(load.xpStats);
export const LoginPage = lazy(load.login);
export const RegisterPage = lazy(load.register);

const byFirstSegment: Readonly<Record<string, () => Promise<unknown>>> = {
  discover: load.discover,
  questions: load.question,
  create: load.create,
  notifications: load.notifications,
  'xp-stats': load.xpStats,
  login: load.login,
  register: load.register,
};

/** Begins to load the code of the page behind a path. A failure shows itself when the page is drawn. */
export function preloadPage(pathname: string): void {
  const segment = pathname.split('/')[1] ?? '';
  const first = segment === '' ? (loadStoredUser() ? load.feed : load.landing) : byFirstSegment[segment];
  first?.().catch(() => undefined);
}
