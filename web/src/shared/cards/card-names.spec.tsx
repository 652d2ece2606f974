import type { FeedItem } from '@hearsay/contracts';
import { expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { fakeApi } from '../../../test/fake-api.ts';
import { clientOf, renderWith } from '../../../test/render.tsx';
import { card, idOf, message, ownUser, podcast, question } from '../../../test/sample-content.ts';
import { createQueryClient } from '../session/query-client.ts';
import { FeedCard } from './feed-card.tsx';

HTMLMediaElement.prototype.load = () => undefined;

const { discussions: _, pinnedReply: __, ...plain } = question([], { title: 'What is loud?', isApproved: true });
const long = `${'So many words. '.repeat(80)}`;
const repost = {
  repostId: idOf(9),
  reposterUserId: ownUser.id,
  reposterUsername: 'remy',
  reposterProfileImage: null,
  repostText: long,
  repostCreatedAt: '2026-11-21T12:00:00.000Z',
  mediaUrl: null,
  mediaType: 'text',
} as const;
const noRepost = { repostData: null, activityType: 'created' } as const;
const waiting = { isApproved: false, targetUserId: ownUser.id, targetUsername: ownUser.username };

it.each([
  { what: 'a question', item: { ...plain, ...noRepost }, name: /^What is loud\?$/ },
  { what: 'a question that waits', item: { ...plain, ...waiting, ...noRepost }, name: /^What is loud\?$/ },
  { what: 'a repost', item: { ...plain, ...noRepost, repostData: repost }, name: /^remy reposted .* What is loud\?$/ },
  {
    what: 'a reply',
    item: { ...message(1, { content: long, parentTitle: 'What is loud?', user: card('lou') }), ...noRepost },
    name: /^lou In reply to What is loud\?$/,
  },
  { what: 'an episode', item: { ...podcast(1, { title: 'Loud' }), ...noRepost }, name: /^Loud$/ },
  {
    what: 'a reposted episode',
    item: { ...podcast(1, { title: 'Loud' }), ...noRepost, repostData: repost },
    name: /^remy reposted .* Loud$/,
  },
])('the card of $what has a name, which describes each of its actions', async ({ item, name }) => {
  fakeApi(() => ({}));
  const client = clientOf();
  renderWith(client, <FeedCard item={item as unknown as FeedItem} />);
  const article = await screen.findByRole('article', { name });
  if (item.repostData) await within(article).findByText('reposted');
  if (!('isApproved' in item) || item.isApproved) await within(article).findByRole('button', { name: 'Repost' });
  else await within(article).findByRole('button', { name: 'Approve' });
  const named = within(article).queryByRole('region', { name: /^Player of Loud/ });
  for (const act of within(article).getAllByRole('button'))
    if (!named?.contains(act)) expect(act).toHaveAccessibleDescription(name);
});

it('gives the players of an episode and its repost different names', async () => {
  fakeApi(() => ({}));
  const episode = { ...podcast(1, { title: 'Loud' }), ...noRepost };
  renderWith(
    createQueryClient(),
    <>
      <FeedCard item={episode as unknown as FeedItem} />
      <FeedCard item={{ ...episode, repostData: repost } as unknown as FeedItem} />
    </>,
  );
  const players = await screen.findAllByRole('region', { name: /^Player of/ });
  expect(players.map((player) => player.getAttribute('aria-label'))).toEqual([
    'Player of Loud',
    'Player of Loud, reposted by remy',
  ]);
});
