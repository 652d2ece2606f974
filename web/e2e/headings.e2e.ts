import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { eventually, hasLoaded, type Stage, test } from './suite.ts';

const nowhere = '0199ffff-0000-7000-8000-000000000000';

/** Every path of the app, and whether it reads something before it can be shown. */
const paths = (username: string) => [
  { path: '/', reads: true },
  { path: '/discover', reads: true },
  { path: '/discover?q=the', reads: true },
  { path: '/create', reads: false },
  { path: '/create?type=question', reads: false },
  { path: '/my-content', reads: true },
  { path: '/notifications', reads: true },
  { path: '/login', reads: false },
  { path: '/register', reads: false },
  { path: `/questions/${nowhere}`, reads: true },
  { path: `/question/${nowhere}`, reads: true },
  { path: `/podcasts/${nowhere}`, reads: true },
  { path: `/podcast/${nowhere}`, reads: true },
  { path: `/reply/${nowhere}`, reads: true },
  { path: `/content/${nowhere}`, reads: true },
  { path: '/profile', reads: true },
  { path: `/profile/${nowhere}`, reads: true },
  { path: `/@${username}`, reads: true },
  { path: '/settings', reads: true },
  { path: '/aura-settings', reads: true },
  { path: '/xp-stats', reads: true },
  { path: '/admin', reads: false },
  { path: '/reset/not-a-link', reads: false },
  { path: '/nowhere', reads: false },
];

/** The page's one heading of the first rank, once there is one. */
const hasHeading = (page: Page, state: string): Promise<void> =>
  eventually(async () => {
    const headings = await page.locator('h1').allTextContents();
    assert.equal(headings.length, 1, `${state}: ${JSON.stringify(headings)}`);
    assert.notEqual(headings[0]?.trim(), '', state);
  });

const isRead = /\/api\/(?!auth\/user|notifications\/unread-count|client-errors)/;

/** Somebody who is signed in, all of whose further reads are answered in one way; null: never. */
const readsFail = async (stage: Stage, status: number | null) => {
  const page = await stage.member();
  await page.goto('/create');
  await page.getByRole('heading', { name: 'Create', level: 1 }).waitFor();
  await page.route(isRead, (route) =>
    status === null
      ? undefined
      : route.fulfill({ status, contentType: 'application/json', body: '{"error":"No","code":"internal"}' }),
  );
  return page;
};

test('every page has one heading while it waits for what it reads', async ({ stage }) => {
  const page = await readsFail(stage, null);
  for (const { path } of paths(page.member.username)) {
    await page.goto(path);
    await hasHeading(page, `${path} waiting`);
  }
});

test('every page has one heading when what it reads fails, and says that it has failed', async ({ stage }) => {
  const page = await readsFail(stage, 403);
  for (const { path, reads } of paths(page.member.username)) {
    await page.goto(path);
    // Settings and aura begin with what is known of oneself from the session.
    if (reads && !['/settings', '/aura-settings'].includes(path))
      await page.getByRole('main').getByRole('alert').first().waitFor();
    await hasHeading(page, `${path} failed`);
  }
});

for (const who of ['member', 'visitor'] as const)
  test(`every page has one heading for a ${who} when what it shows is not there`, async ({ stage }) => {
    const page = who === 'member' ? await stage.member() : await stage.phone();
    for (const { path } of paths('nobody-is-called-this')) {
      await page.goto(path);
      await hasLoaded(page);
      await hasHeading(page, path);
    }
  });
