import { expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expectToast, fakeApiPerTest, queryClientFor, refusal, renderWith, showPage } from '../../../test/page.tsx';
import { asActivity, ownUser, sampleId, samplePodcast } from '../../../test/sample-content.ts';
import { podcastFeedQueries } from './podcast-feed.queries.ts';
import PodcastFeedPage from './podcast-feed-page.tsx';

const url = 'https://hearsay.example/feeds/secret.xml';
const [one, two] = [sampleId(1), sampleId(2)];
let feed: { url: string | null; episodes: string[] };
const path = `/api/users/${ownUser.id}/podcast-feed`;
const episode = (id: string, title: string) => asActivity(samplePodcast(1, { id, title }));
const answer = (call: { method: string; path: string; body: Record<string, unknown> }): unknown => {
  if (call.path.endsWith('/posts')) return [];
  if (call.method === 'GET') return feed;
  return { url: (call.body.episodes as string[] | undefined)?.length === 0 ? null : url };
};
const api = fakeApiPerTest((call) => answer(call));
const withEpisodes = () => {
  api.answer = (call) =>
    call.path.endsWith('/posts') && !call.query.has('before')
      ? [episode(two, 'Two'), episode(one, 'One')]
      : answer(call);
};

it('the first chosen episode opens the feed, and the next one is added', async () => {
  feed = { url: null, episodes: [] };
  withEpisodes();
  showPage(<PodcastFeedPage />);
  const choose = async (name: string) => fireEvent.click(await screen.findByRole('switch', { name }));
  await choose('One');
  expect(await screen.findByText(url)).toBeInTheDocument();
  expect(screen.getByRole('switch', { name: 'One', checked: true })).toBeInTheDocument();
  await choose('Two');
  await waitFor(() =>
    expect(api.sent()).toEqual([
      { call: `PUT ${path}`, body: { episodes: [one] } },
      { call: `PUT ${path}`, body: { episodes: [one, two] } },
    ]),
  );
  await choose('One');
  await waitFor(() => expect(api.sent().at(-1)).toEqual({ call: `PUT ${path}`, body: { episodes: [two] } }));
});

it('a removed episode stays out when the response of an older read arrives later', async () => {
  feed = { url, episodes: [one] };
  withEpisodes();
  const client = queryClientFor();
  client.setQueryData(podcastFeedQueries.own(ownUser.id).queryKey, feed);
  const before = api.answer;
  const reading = Promise.withResolvers<unknown>();
  api.answer = (call) => (call.method === 'GET' && call.path === path ? reading.promise : before(call));
  renderWith(client, <PodcastFeedPage />);
  fireEvent.click(await screen.findByRole('switch', { name: 'One', checked: true }));
  reading.resolve(feed);
  await waitFor(() => expect(api.sent()).toHaveLength(1));
  fireEvent.click(screen.getByRole('switch', { name: 'Two' }));
  await waitFor(() => expect(api.sent().map(({ body }) => body)).toEqual([{ episodes: [] }, { episodes: [two] }]));
});

it.each([
  ['New address', { call: `POST ${path}/renew`, body: {} }, 'The feed has a new address'],
  ['Close the feed', { call: `PUT ${path}`, body: { episodes: [] } }, 'The feed is closed'],
])('an act on the feed asks for a confirmation: %s', async (name, sent, title) => {
  feed = { url, episodes: [one] };
  withEpisodes();
  showPage(<PodcastFeedPage />);
  fireEvent.click(await screen.findByRole('button', { name }));
  expect(api.sent()).toEqual([]);
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name }));
  await expectToast({ title });
  expect(api.sent()).toEqual([sent]);
});

it('after a refusal the page shows the state of the server again', async () => {
  feed = { url, episodes: [] };
  withEpisodes();
  showPage(<PodcastFeedPage />);
  const both = await screen.findByRole('switch', { name: 'One' });
  const before = api.answer;
  api.answer = (call) => (call.method === 'PUT' ? refusal(400) : before(call));
  fireEvent.click(both);
  await expectToast({ title: 'Update failed' });
  expect(await screen.findByRole('switch', { name: 'One', checked: false })).toBeInTheDocument();
});

it('the feed page links to the podcast form if the person has no episode', async () => {
  feed = { url: null, episodes: [] };
  showPage(<PodcastFeedPage />);
  expect(await screen.findByRole('link', { name: 'Publish an episode' })).toHaveAttribute(
    'href',
    '/create?type=podcast',
  );
});
