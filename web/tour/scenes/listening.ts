import type { Podcast } from '@hearsay/contracts';
import type { MemberPage } from '../../e2e/suite.ts';
import { wav } from '../../e2e/wav.ts';
import type { Scene, Tour } from '../scene.ts';

/** An episode of a minute and a quarter, by somebody who has just moved in. */
const episode = async (tour: Tour): Promise<{ page: MemberPage; podcast: Podcast }> => {
  const page = await tour.member();
  const podcast = await tour.call<Podcast>(page, 'POST', '/api/podcasts', {
    title: 'The kitchen at five',
    description: 'A radio play for people who cook dinner before the light is gone.',
    mediaType: 'audio',
    mediaUrl: `data:audio/wav;base64,${wav(75).toString('base64')}`,
  });
  return { page, podcast };
};

/** Episodes and the player. */
export const listeningScenes: readonly Scene[] = [
  {
    name: 'podcast',
    arrange: async (tour) => {
      const { page, podcast } = await episode(tour);
      await tour.open(page, `/podcasts/${podcast.id}`);
      await page.getByText('0:00 / 1:15').waitFor();
      return page;
    },
  },
  {
    name: 'podcast-playing',
    arrange: async (tour) => {
      const { page, podcast } = await episode(tour);
      await tour.open(page, `/podcasts/${podcast.id}`);
      await page.getByRole('button', { name: 'Play' }).click();
      await page.getByRole('slider', { name: 'Position' }).press('PageUp');
      return page;
    },
  },
  {
    name: 'podcast-in-feed',
    arrange: async (tour) => {
      const { page, podcast } = await episode(tour);
      await tour.open(page, '/');
      await page.getByText(podcast.title).first().waitFor();
      return page;
    },
  },
  {
    name: 'podcast-bar',
    arrange: async (tour) => {
      const { page, podcast } = await episode(tour);
      await tour.open(page, `/podcasts/${podcast.id}`);
      await page.getByRole('button', { name: 'Play' }).click();
      await page.getByRole('button', { name: 'Pause' }).waitFor();
      await page.getByRole('link', { name: 'Create', exact: true }).first().click();
      await page.getByRole('region', { name: 'Playing' }).waitFor();
      await page.getByRole('heading', { name: 'Create', level: 1 }).waitFor();
      return page;
    },
  },
  {
    name: 'podcast-comments',
    arrange: async (tour) => {
      const { page, podcast } = await episode(tour);
      await tour.open(page, `/podcasts/${podcast.id}`);
      await page
        .getByRole('button', { name: /comment/i })
        .first()
        .click();
      await page.getByText('Comments functionality coming soon').first().waitFor();
      return page;
    },
  },
  { name: 'podcast-not-found', arrange: (tour) => tour.newcomer('/podcasts/0199ffff-0000-7000-8000-000000000000') },
];
