import type { Page } from '@playwright/test';
import { fails, never, type Scene, type Tour } from '../scene.ts';

const nowhere = '0199ffff-0000-7000-8000-000000000000';
type Who = (tour: Tour) => Promise<Page>;
const newcomer: Who = (tour) => tour.member();
const ambassador: Who = (tour) => tour.as('ambassador');

/** What a page reads before it can be shown, and what it says when that fails. */
interface Reading {
  readonly name: string;
  readonly path: string;
  readonly reads: string | RegExp;
  readonly failed: string;
  readonly who?: Who;
  /** What stands above the place that waits, where the page shows more than that. */
  readonly below?: string;
}

const readings: readonly Reading[] = [
  {
    name: 'discover-search',
    path: '/discover?q=ma',
    reads: '**/api/users/search?**',
    failed: 'Failed to search users',
  },
  {
    name: 'podcast',
    path: `/podcasts/${nowhere}`,
    reads: '**/api/podcasts/**',
    failed: 'This episode could not be loaded.',
  },
  { name: 'xp-stats', path: '/xp-stats', reads: /\/api\/auth\/user$/, failed: 'Error loading your level' },
  { name: 'aura-settings', path: '/aura-settings', reads: /\/api\/auth\/user$/, failed: 'Error loading your level' },
  {
    name: 'sessions',
    path: '/settings',
    reads: '**/api/auth/sessions',
    failed: 'Error loading your sessions',
    below: 'Where you are signed in',
  },
  { name: 'admin', path: '/admin', reads: '**/api/users', failed: 'Failed to fetch users', who: ambassador },
  {
    name: 'reports',
    path: '/notifications?tab=reports',
    reads: '**/api/reports/ambassador?**',
    failed: 'Failed to fetch reports',
    who: ambassador,
    below: 'Resolved',
  },
];

const waiting = ({ name, path, reads, who = newcomer, below }: Omit<Reading, 'failed'>): Scene => ({
  name: `${name}-loading`,
  arrange: async (tour) => {
    const page = await who(tour);
    await page.route(reads, never);
    await tour.begin(page, path);
    if (below) {
      const words = page.getByText(below, { exact: true });
      await words.waitFor();
      await words.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    }
    return page;
  },
});

const failing = ({ name, path, reads, failed, who = newcomer }: Reading): Scene => ({
  name: `${name}-failed`,
  arrange: async (tour) => {
    const page = await who(tour);
    await page.route(reads, fails);
    await tour.begin(page, path);
    const words = page.getByText(failed).first();
    await words.waitFor();
    await words.scrollIntoViewIfNeeded();
    return page;
  },
});

/** Pages that wait for what they read, and pages that could not read it. */
export const waitingScenes: readonly Scene[] = [
  ...readings.flatMap((reading) => [waiting(reading), failing(reading)]),
  waiting({ name: 'discover', path: '/discover', reads: '**/api/feed?**' }),
  waiting({ name: 'my-content', path: '/my-content', reads: '**/api/users/*/content**' }),
  waiting({ name: 'question', path: `/questions/${nowhere}`, reads: '**/api/questions/**' }),
  {
    name: 'profile-parts-failed',
    isWhole: true,
    arrange: async (tour) => {
      const page = await tour.member();
      await page.route('**/following-status?**', fails);
      await page.route('**/recent-question', fails);
      await tour.open(page, '/@ines.calder');
      await page.getByText('Failed to fetch recent question').waitFor();
      return page;
    },
  },
  {
    name: 'profile-pending-failed',
    arrange: async (tour) => {
      const page = await tour.member();
      await page.route('**/pending-questions', fails);
      await tour.open(page, '/profile');
      await page.getByRole('tab', { name: /Pending/ }).click();
      const words = page.getByText('Error loading pending questions');
      await words.waitFor();
      await words.scrollIntoViewIfNeeded();
      return page;
    },
  },
  {
    name: 'discover-offline',
    arrange: async (tour) => {
      const page = await tour.open(await tour.member(), '/discover');
      await page.getByRole('article').first().waitFor();
      await page.context().setOffline(true);
      await page.getByText('Most Replies', { exact: true }).click();
      await page.getByText('This loads as soon as you are back.').waitFor();
      return page;
    },
  },
];
