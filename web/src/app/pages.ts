import type { WebPagePath } from '@hearsay/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { type ComponentType, lazy } from 'react';
import { matchRoutes, type Params } from 'react-router';
import { feedChoiceFromQuery, feedQueries } from '../features/feed/feed.queries.ts';
import { ownContentQueries } from '../features/my-content/own-content.queries.ts';
import { notificationQueries } from '../features/notifications/notification.queries.ts';
import { loadCode } from '../shared/errors/new-build.ts';
import { cleanPageParams } from '../shared/navigation/page-params.ts';
import { podcastQueries } from '../shared/podcasts/podcast.queries.ts';
import { questionQueries } from '../shared/questions/question.queries.ts';
import { loadStoredUser } from '../shared/session/stored-user.ts';
import { frameTexts } from '../shared/texts/frame.ts';

interface Place {
  readonly client: QueryClient;
  readonly userId: string | null;
  readonly params: Params;
  readonly query: URLSearchParams;
}

/**
 * A page for members shows visitors `prompt` or the sign-in. A page for visitors redirects members back or to `elseTo`.
 */
export type PageAccess =
  | { readonly for: 'everyone' }
  | { readonly for: 'members' }
  | { readonly for: 'members'; readonly prompt: { readonly title: string; readonly text: string } }
  | { readonly for: 'visitors'; readonly elseTo: string };

interface PageRule {
  readonly access: PageAccess;
  readonly load: () => Promise<{ default: ComponentType }>;
  readonly prefetch?: (place: Place) => unknown;
}

export interface Page extends PageRule {
  readonly component: () => ComponentType;
  readonly isCodeLoaded: () => boolean;
}

/** `prefetch` requests the page's data while its code still loads. */
export function definePage(access: PageAccess, loadPage: PageRule['load'], prefetch?: PageRule['prefetch']): Page {
  let loaded: ComponentType | undefined;
  const load = async () => {
    const code = await loadPage();
    loaded = code.default;
    return code;
  };
  let Later: ComponentType | undefined;
  const component = () => {
    // A `lazy` component keeps a failure for ever, so the next visit creates a new one.
    Later ??= lazy(() =>
      loadCode(load).finally(() => {
        Later = undefined;
      }),
    );
    return loaded ?? Later;
  };
  return { access, load, prefetch, component, isCodeLoaded: () => loaded !== undefined };
}

const everyone: PageAccess = { for: 'everyone' };
const members: PageAccess = { for: 'members' };
const prompted = (prompt: { title: string; text: string }): PageAccess => ({ for: 'members', prompt });
const visitors = (elseTo: string): PageAccess => ({ for: 'visitors', elseTo });

export const landingPage = definePage(everyone, () => import('../features/landing/landing-page.tsx'));
export const feedPage = definePage(
  everyone,
  () => import('../features/feed/feed-page.tsx'),
  ({ client, userId, query }) =>
    client.prefetchInfiniteQuery(feedQueries.list(feedChoiceFromQuery(query), userId ?? '')),
);

export const pages: Readonly<Record<WebPagePath, Page>> = {
  discover: definePage(members, () => import('./discover-route.tsx')),
  create: definePage(prompted(frameTexts.prompts.create), () => import('../features/create/create-page.tsx')),
  'my-content': definePage(
    members,
    () => import('../features/my-content/my-content-page.tsx'),
    ({ client, userId }) => userId && client.prefetchInfiniteQuery(ownContentQueries.list(userId)),
  ),
  'podcast-feed': definePage(members, () => import('../features/podcast-feed/podcast-feed-page.tsx')),
  notifications: definePage(
    prompted(frameTexts.prompts.notifications),
    () => import('../features/notifications/notifications-page.tsx'),
    ({ client, userId }) => userId && client.prefetchInfiniteQuery(notificationQueries.list(userId)),
  ),
  login: definePage(visitors('/'), () => import('../features/account/login-page.tsx')),
  register: definePage(visitors('/discover'), () => import('../features/account/register-page.tsx')),
  'questions/:id': definePage(
    everyone,
    () => import('./question-route.tsx'),
    ({ client, params }) => params.id && client.prefetchQuery(questionQueries.detail(params.id)),
  ),
  'question/:id': definePage(everyone, () => import('./content-redirect.tsx')),
  'podcasts/:id': definePage(
    members,
    () => import('../features/podcasts/podcast-page.tsx'),
    ({ client, params }) => params.id && client.prefetchQuery(podcastQueries.detail(params.id)),
  ),
  'podcast/:id': definePage(everyone, () => import('./content-redirect.tsx')),
  'reply/:id': definePage(everyone, () => import('./content-redirect.tsx')),
  'content/:id': definePage(everyone, () => import('./content-redirect.tsx')),
  profile: definePage(prompted(frameTexts.prompts.profile), () => import('../features/profile/profile-page.tsx')),
  'profile/:user': definePage(members, () => import('../features/profile/profile-page.tsx')),
  settings: definePage(prompted(frameTexts.prompts.settings), () => import('../features/settings/settings-page.tsx')),
  'aura-settings': definePage(members, () => import('../features/xp/aura-settings-page.tsx')),
  admin: definePage(members, () => import('../features/admin/admin-page.tsx')),
  'reset/:token': definePage(everyone, () => import('../features/account/reset-page.tsx')),
  receipt: definePage(everyone, () => import('../features/receipts/receipt-page.tsx')),
  search: definePage(everyone, () => import('../features/search/search-page.tsx')),
  'xp-stats': definePage(members, () => import('../features/xp/xp-stats-page.tsx')),
  // Matches every other single segment. The profile page accepts only those that begin with `@`.
  ':handle': definePage(everyone, () => import('../features/profile/profile-page.tsx')),
};

const routes = Object.entries(pages).map(([path, page]) => ({ path, page }));

export function matchPage(pathname: string) {
  const match = matchRoutes(routes, pathname)?.[0];
  return match ? { page: match.route.page, params: cleanPageParams(match.params) } : null;
}

type Address = Pick<URL, 'pathname' | 'search'>;

/** Requests a page's data while its code loads. A page whose code is loaded makes its own requests. */
export function prefetchPageData(page: Page, client: QueryClient, params: Params, search: string): void {
  const userId = loadStoredUser()?.id ?? null;
  if (!page.isCodeLoaded() && (page.access.for !== 'members' || userId))
    page.prefetch?.({ client, userId, params, query: new URLSearchParams(search) });
}

/** Resolves when the page's code is loaded or has failed. The page shows the error when it is drawn. */
export async function preloadPage(client: QueryClient, { pathname, search }: Address): Promise<void> {
  const start = loadStoredUser() ? feedPage : landingPage;
  const found = pathname === '/' ? { page: start, params: {} } : matchPage(pathname);
  if (!found) return;
  prefetchPageData(found.page, client, found.params, search);
  await found.page.load().catch(() => undefined);
}
