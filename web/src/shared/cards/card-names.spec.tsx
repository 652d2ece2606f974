import type { FeedItem } from '@hearsay/contracts';
import { expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { fakeApi, queryClientFor, renderWith } from '../../../test/page.tsx';
import {
  asFeedItem,
  listedQuestion,
  ownUser,
  sampleId,
  sampleMessage,
  samplePodcast,
  userCard,
} from '../../../test/sample-content.ts';
import { createQueryClient } from '../session/query-client.ts';
import { FeedCard } from './feed-card.tsx';

HTMLMediaElement.prototype.load = () => undefined;

const asked = listedQuestion({ title: 'What is loud?' });
const loud = samplePodcast(1, { title: 'Loud' });
const long = `${'So many words. '.repeat(80)}`;
const repost = {
  repostId: sampleId(9),
  reposterUserId: ownUser.id,
  reposterUsername: 'remy',
  reposterProfileImage: null,
  repostText: long,
  repostCreatedAt: '2026-11-21T12:00:00.000Z',
  mediaUrl: null,
  mediaType: 'text',
} as const;
const waiting = { isApproved: false, targetUserId: ownUser.id, targetUsername: ownUser.username };

it.each<[string, FeedItem, RegExp]>([
  ['a question', asFeedItem(asked), /^What is loud\?$/],
  ['a question that waits', asFeedItem({ ...asked, ...waiting }), /^What is loud\?$/],
  ['a repost', { ...asFeedItem(asked), repostData: repost }, /^remy reposted .* What is loud\?$/],
  [
    'a reply',
    asFeedItem(sampleMessage(1, { content: long, parentTitle: 'What is loud?', user: userCard('lou') })),
    /^lou In reply to What is loud\?$/,
  ],
  ['an episode', asFeedItem(loud), /^Loud$/],
  ['a reposted episode', { ...asFeedItem(loud), repostData: repost }, /^remy reposted .* Loud$/],
])('the card of %s has a name, which describes each of its actions', async (_what, item, name) => {
  fakeApi(() => ({}));
  renderWith(queryClientFor(), <FeedCard item={item} />);
  const article = await screen.findByRole('article', { name });
  if (item.repostData) await within(article).findByText('reposted');
  if (!('isApproved' in item) || item.isApproved) await within(article).findByRole('button', { name: 'Repost' });
  else await within(article).findByRole('button', { name: 'Approve' });
  const named = within(article).queryByRole('region', { name: /^Player of Loud/ });
  for (const act of within(article).getAllByRole('button'))
    if (!named?.contains(act)) expect(act).toHaveAccessibleDescription(name);
});

it('the players of an episode and of its repost have different names', async () => {
  fakeApi(() => ({}));
  renderWith(
    createQueryClient(),
    <>
      <FeedCard item={asFeedItem(loud)} />
      <FeedCard item={{ ...asFeedItem(loud), repostData: repost }} />
    </>,
  );
  const players = await screen.findAllByRole('region', { name: /^Player of/ });
  expect(players.map((player) => player.getAttribute('aria-label'))).toEqual([
    'Player of Loud',
    'Player of Loud, reposted by remy',
  ]);
});
