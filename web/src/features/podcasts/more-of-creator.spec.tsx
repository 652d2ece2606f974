import { expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { fakeApi, showPage } from '../../../test/page.tsx';
import { asActivity, ownUser, samplePodcast } from '../../../test/sample-content.ts';
import { MoreOfCreator } from './more-of-creator.tsx';

const episode = samplePodcast(1);

const show = (canAsk: boolean, numbers: readonly number[], blocks: unknown = []) => {
  const api = fakeApi(({ path }) => {
    if (path === '/api/blocks') return blocks;
    if (path === '/api/mutes') return [];
    return path.includes('/posts')
      ? numbers.map((number) => asActivity(samplePodcast(number)))
      : { ...ownUser, id: episode.creatorId, username: 'tomas', canAsk };
  });
  showPage(<MoreOfCreator podcast={episode} />, { address: '/podcasts/1' });
  return api;
};

it("an episode's page offers to ask its author, and links to three other episodes", async () => {
  show(true, [1, 2, 3, 4, 5]);
  expect(await screen.findByRole('link', { name: /Ask .?tomas.? about this/ })).toHaveAttribute(
    'href',
    '/create?targetUser=tomas&type=question',
  );
  await screen.findByRole('link', { name: /Episode 2/ });
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent?.slice(0, 9))).toEqual([
    'Episode 2',
    'Episode 3',
    'Episode 4',
  ]);
});

it("an episode's page offers no question to a person who takes none", async () => {
  const { reads } = show(false, [1]);
  await waitFor(() => expect(reads).toHaveLength(4));
  expect(screen.queryByRole('link')).toBeNull();
  expect(screen.queryByRole('heading')).toBeNull();
});

it("an episode's page offers no question to a person whom the viewer blocks", async () => {
  show(true, [1, 2], [{ user: { ...ownUser, id: episode.creatorId }, createdAt: episode.createdAt }]);
  await screen.findByRole('link', { name: /Episode 2/ });
  expect(screen.queryByRole('link', { name: /Ask/ })).toBeNull();
});

it("an episode's page offers no question before the viewer’s blocks are read", async () => {
  let tell = (_blocks: object[]) => {};
  const { reads } = show(true, [1, 2], new Promise((resolve) => (tell = resolve)));
  await screen.findByRole('link', { name: /Episode 2/ });
  await waitFor(() => expect(reads).toHaveLength(4));
  expect(screen.queryByRole('link', { name: /Ask/ })).toBeNull();
  tell([]);
  await screen.findByRole('link', { name: /Ask/ });
});
