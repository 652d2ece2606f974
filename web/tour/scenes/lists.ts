import type { Page } from '@playwright/test';
import { answers, fails, never, type Scene } from '../scene.ts';

/** Goes down a list until its end is said. */
const toTheEnd = async (page: Page, words: string): Promise<void> => {
  const end = page.getByText(words);
  while ((await end.count()) === 0) {
    await page.mouse.wheel(0, 4000);
    await page.waitForTimeout(50);
  }
  await end.scrollIntoViewIfNeeded();
};

/** Feed, discover, my content. */
export const listScenes: readonly Scene[] = [
  {
    name: 'feed',
    isWhole: true,
    arrange: async (tour) => {
      const page = await tour.open(await tour.as('fan'), '/');
      await page.getByRole('article').first().waitFor();
      return page;
    },
  },
  {
    name: 'feed-loading',
    arrange: async (tour) => {
      const page = await tour.member();
      await page.route('**/api/feed?**', never);
      return tour.begin(page, '/');
    },
  },
  {
    name: 'feed-empty',
    arrange: async (tour) => {
      const page = await tour.member();
      await page.route('**/api/feed?**', answers([]));
      return tour.open(page, '/');
    },
  },
  {
    name: 'feed-failed',
    arrange: async (tour) => {
      const page = await tour.member();
      await page.route('**/api/feed?**', fails);
      await tour.open(page, '/');
      await page.getByText('Error loading feed').waitFor();
      return page;
    },
  },
  {
    name: 'feed-trending',
    arrange: async (tour) => {
      const page = await tour.open(await tour.as('fan'), '/?sort=trending');
      await page.getByRole('article').first().waitFor();
      return page;
    },
  },
  { name: 'feed-following', arrange: (tour) => tour.newcomer('/?from=following') },
  {
    name: 'feed-end',
    arrange: async (tour) => {
      const page = await tour.open(await tour.as('fan'), '/');
      await toTheEnd(page, "You've reached the end!");
      return page;
    },
  },
  {
    name: 'feed-menu',
    arrange: async (tour) => {
      const page = await tour.open(await tour.as('fan'), '/');
      await page.getByRole('article').first().getByRole('button', { name: 'More options' }).click();
      await page.getByRole('menuitem').first().waitFor();
      return page;
    },
  },
  {
    name: 'feed-report',
    arrange: async (tour) => {
      // Nobody reports what is their own.
      const page = await tour.newcomer('/');
      await page.getByRole('article').first().getByRole('button', { name: 'More options' }).click();
      await page.getByRole('menuitem', { name: 'Report' }).click();
      await page.getByRole('dialog').waitFor();
      return page;
    },
  },
  {
    name: 'feed-repost',
    arrange: async (tour) => {
      const page = await tour.open(await tour.member(), '/');
      await page.getByRole('article').first().getByRole('button', { name: 'Repost' }).click();
      await page.getByRole('dialog').getByRole('textbox').fill('Everybody should read the answers to this.');
      return page;
    },
  },
  {
    name: 'feed-reposted',
    arrange: async (tour) => {
      const page = await tour.member();
      const { id } = await tour.question(page, ({ isRevealed, revealCount }) => !isRevealed && revealCount > 5);
      await tour.call(page, 'POST', `/api/questions/${id}/repost`, {
        repostText: 'Two more and we hear it.',
        mediaUrl: null,
        mediaType: 'text',
      });
      await tour.open(page, '/');
      await page.getByText('Two more and we hear it.').waitFor();
      return page;
    },
  },
  {
    name: 'toast-good',
    arrange: async (tour) => {
      const page = await tour.open(await tour.as('fan'), '/');
      await page.getByRole('article').first().getByRole('button', { name: 'Share' }).click();
      await page.getByText('Link copied').waitFor();
      return page;
    },
  },
  {
    name: 'toast-bad',
    arrange: async (tour) => {
      const page = await tour.open(await tour.as('fan'), '/');
      await page.route('**/boost', fails);
      await page.getByRole('article').first().getByRole('button', { name: 'Boost' }).click();
      await page.getByText('Boost failed').waitFor();
      return page;
    },
  },
  {
    name: 'offline',
    arrange: async (tour) => {
      const page = await tour.open(await tour.as('fan'), '/');
      await page.getByRole('article').first().waitFor();
      await page.context().setOffline(true);
      await page.getByText('You are offline').waitFor();
      return page;
    },
  },
  {
    name: 'discover',
    isWhole: true,
    arrange: async (tour) => {
      const page = await tour.open(await tour.as('fan'), '/discover');
      await page.getByRole('article').first().waitFor();
      return page;
    },
  },
  {
    name: 'discover-end',
    arrange: async (tour) => {
      const page = await tour.open(await tour.as('fan'), '/discover');
      await toTheEnd(page, "You've reached the end!");
      return page;
    },
  },
  {
    name: 'discover-search',
    arrange: async (tour) => {
      const page = await tour.open(await tour.as('fan'), '/discover?q=ma');
      await page.getByText('Users matching').waitFor();
      return page;
    },
  },
  {
    name: 'discover-search-none',
    arrange: async (tour) => {
      const page = await tour.open(await tour.as('fan'), '/discover?q=nobody.at.all');
      await page.getByText('No users found for').waitFor();
      return page;
    },
  },
  {
    name: 'discover-empty',
    arrange: async (tour) => {
      const page = await tour.member();
      await page.route('**/api/feed?**', answers([]));
      return tour.open(page, '/discover');
    },
  },
  {
    name: 'discover-failed',
    arrange: async (tour) => {
      const page = await tour.member();
      await page.route('**/api/feed?**', fails);
      await tour.open(page, '/discover');
      await page.getByText('Error loading discover content').waitFor();
      return page;
    },
  },
  {
    name: 'my-content',
    isWhole: true,
    arrange: async (tour) => {
      const page = await tour.open(await tour.as('fan'), '/my-content');
      await page.getByRole('button', { name: /^Edit/ }).first().waitFor();
      return page;
    },
  },
  {
    name: 'my-content-end',
    arrange: async (tour) => {
      const page = await tour.open(await tour.as('fan'), '/my-content');
      await toTheEnd(page, 'That is all of it.');
      return page;
    },
  },
  { name: 'my-content-empty', arrange: (tour) => tour.newcomer('/my-content') },
  {
    name: 'my-content-failed',
    arrange: async (tour) => {
      const page = await tour.member();
      await page.route('**/api/users/*/content**', fails);
      await tour.open(page, '/my-content');
      await page.getByText('Error loading your content').waitFor();
      return page;
    },
  },
  {
    name: 'my-content-edit',
    arrange: async (tour) => {
      const page = await tour.member();
      await tour.ask(page, {
        title: 'What do you hum when nobody listens?',
        description: 'I hum the news theme. Every time.',
      });
      await tour.open(page, '/my-content');
      await page.getByRole('button', { name: /^Edit/ }).click();
      await page.getByRole('dialog').waitFor();
      return page;
    },
  },
  {
    name: 'my-content-delete',
    arrange: async (tour) => {
      const page = await tour.member();
      await tour.ask(page, { title: 'What do you hum when nobody listens?', isAnonymous: true, creatorId: null });
      await tour.open(page, '/my-content');
      await page.getByRole('button', { name: /^Delete/ }).click();
      await page.getByRole('dialog').waitFor();
      return page;
    },
  },
];
