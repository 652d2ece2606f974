import type { QueryClient } from '@tanstack/react-query';
import { type ComponentType, lazy } from 'react';
import { feedQueries } from '../features/feed/feed.queries.ts';
import { feedChoiceIn } from '../features/feed/feed-choice.ts';
import { ownContentQueries } from '../features/my-content/own-content.queries.ts';
import { notificationQueries } from '../features/notifications/notification.queries.ts';
import { podcastQueries } from '../features/podcasts/podcast.queries.ts';
import { loadCode } from '../shared/errors/new-build.ts';
import { matchPath, type PathParams } from '../shared/navigation/match-path.ts';
import { questionQueries } from '../shared/questions/question.queries.ts';
import { loadStoredUser } from '../shared/session/stored-user.ts';
import { frameTexts } from '../shared/texts/frame.ts';

/** Where somebody goes, as far as a page's reads depend on it. */
interface Place {
  readonly client: QueryClient;
  readonly userId: string | null;
  readonly params: PathParams;
  readonly query: URLSearchParams;
}

/**
 * Who may see a page. `members`: others sign in first and come back. A `prompt` stands in the page's place for visitors.
 * `visitors`: whoever is signed in is led on, back to where the sign-in was asked for or `elseTo`.
 */
export type Access =
  | { readonly for: 'everyone' }
  | { readonly for: 'members' }
  | { readonly for: 'members'; readonly prompt: { readonly title: string; readonly text: string } }
  | { readonly for: 'visitors'; readonly elseTo: string };

interface PageRule {
  /** A pattern of `matchPath`: `questions/:id`. */
  readonly path: string;
  readonly access: Access;
  readonly load: () => Promise<{ default: ComponentType }>;
  /** Begins to read what the page shows, beside its code. */
  readonly warm?: (place: Place) => unknown;
}

export interface Page extends PageRule {
  /** What draws it: its code where that is there, else what waits for it. */
  readonly drawnBy: () => ComponentType;
  /** Whether its code is there. */
  readonly isThere: () => boolean;
}

export function page(path: string, access: Access, loadPage: PageRule['load'], warm?: PageRule['warm']): Page {
  let loaded: ComponentType | undefined;
  const load = async () => {
    const code = await loadPage();
    loaded = code.default;
    return code;
  };
  let Later: ComponentType | undefined;
  const drawnBy = () => {
    // A failure would stay for good: whoever comes to the page after one has its code asked for again.
    Later ??= lazy(() =>
      loadCode(load).finally(() => {
        Later = undefined;
      }),
    );
    return loaded ?? Later;
  };
  return { path, access, load, warm, drawnBy, isThere: () => loaded !== undefined };
}

const everyone: Access = { for: 'everyone' };
const members: Access = { for: 'members' };
const prompted = (prompt: { title: string; text: string }): Access => ({ for: 'members', prompt });
const visitors = (elseTo: string): Access => ({ for: 'visitors', elseTo });

/** The start is two pages: which one depends on who is here. */
export const landingPage = page('', everyone, () => import('../features/landing/landing-page.tsx'));
export const feedPage = page(
  '',
  everyone,
  () => import('../features/feed/feed-page.tsx'),
  ({ client, userId, query }) => client.prefetchInfiniteQuery(feedQueries.list(feedChoiceIn(query), userId ?? '')),
);

/** Every page of the app but the start, and who may see it. */
export const pages: readonly Page[] = [
  page('discover', members, () => import('../features/feed/discover-page.tsx')),
  page('create', prompted(frameTexts.prompts.create), () => import('../features/create/create-page.tsx')),
  page(
    'my-content',
    members,
    () => import('../features/my-content/my-content-page.tsx'),
    ({ client, userId }) => userId && client.prefetchInfiniteQuery(ownContentQueries.list(userId)),
  ),
  page(
    'notifications',
    prompted(frameTexts.prompts.notifications),
    () => import('../features/notifications/notifications-page.tsx'),
    ({ client, userId }) => userId && client.prefetchInfiniteQuery(notificationQueries.list(userId)),
  ),
  page('login', visitors('/'), () => import('../features/account/login-page.tsx')),
  page('register', visitors('/discover'), () => import('../features/account/register-page.tsx')),
  page(
    'questions/:id',
    everyone,
    () => import('./question-route.tsx'),
    ({ client, params }) => params.id && client.prefetchQuery(questionQueries.detail(params.id)),
  ),
  page('question/:id', everyone, () => import('./redirects/question-redirect.tsx')),
  page(
    'podcasts/:id',
    members,
    () => import('../features/podcasts/podcast-page.tsx'),
    ({ client, params }) => params.id && client.prefetchQuery(podcastQueries.detail(params.id)),
  ),
  page('podcast/:id', everyone, () => import('./redirects/podcast-redirect.tsx')),
  page('reply/:id', everyone, () => import('./redirects/reply-redirect.tsx')),
  page('content/:id', everyone, () => import('./redirects/content-redirect.tsx')),
  page('profile', prompted(frameTexts.prompts.profile), () => import('../features/profile/profile-page.tsx')),
  page('profile/:user', members, () => import('../features/profile/profile-page.tsx')),
  page('settings', prompted(frameTexts.prompts.settings), () => import('../features/settings/settings-page.tsx')),
  page('aura-settings', members, () => import('../features/xp/aura-settings-page.tsx')),
  page('admin', members, () => import('../features/admin/admin-page.tsx')),
  page('reset/:token', everyone, () => import('../features/account/reset-page.tsx')),
  page('xp-stats', members, () => import('../features/xp/xp-stats-page.tsx')),
  // A first segment that begins with @ is a person. It takes any one, so it stands behind those that have a name, and decides by itself.
  page(':handle', everyone, () => import('./handle-route.tsx')),
];

/** The page of an address other than the start's: the first of the list that takes it. */
export function pageAt(pathname: string): { readonly page: Page; readonly params: PathParams } | null {
  for (const each of pages) {
    const params = matchPath(each.path, pathname);
    if (params) return { page: each, params };
  }
  return null;
}

/**
 * Begins to load the code of the page behind an address, and beside it what it will show. Where the code is there already, the page itself begins
 * to read. A failure shows itself when the page is drawn. @returns when the code is there
 */
export function preloadPage(
  client: QueryClient,
  { pathname, search }: Pick<URL, 'pathname' | 'search'>,
): Promise<unknown> {
  const userId = loadStoredUser()?.id ?? null;
  const begin = (found: Page, params: Place['params']) => {
    if (found.isThere()) return Promise.resolve();
    if (found.access.for !== 'members' || userId)
      void found.warm?.({ client, userId, params, query: new URLSearchParams(search) });
    return found.load().catch(() => undefined);
  };
  if (pathname === '/') return begin(userId ? feedPage : landingPage, {});
  const found = pageAt(pathname);
  return found ? begin(found.page, found.params) : Promise.resolve();
}
