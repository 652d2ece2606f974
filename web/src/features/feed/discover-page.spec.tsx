import { beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { currentAddress, expectToast, fakeApiPerTest, press, refusal, showPage } from '../../../test/page.tsx';
import { asFeedItem, listedQuestion, ownUser, sampleId, userCard } from '../../../test/sample-content.ts';
import { queryKeys } from '../../shared/api/cache.ts';
import HeardPeople from '../../shared/follows/heard-people.tsx';
import DiscoverPage from './discover-page.tsx';
import FeedPage from './feed-page.tsx';

let people: object[];
let status: number;
const api = fakeApiPerTest(({ path }) => Response.json(path === '/api/users/search' ? people : [], { status }));
beforeEach(() => {
  people = [];
  status = 200;
});

const show = (page: React.ReactNode, address: string) => showPage(page, { address });
const asked = (path: string) =>
  api.reads
    .filter((read) => read.startsWith(`${path}?`))
    .map((read) => new URLSearchParams(read.slice(path.length + 1)));
const feedsAsked = () =>
  asked('/api/feed').map((query) => [query.get('sortBy'), query.get('followersOnly'), query.get('page')]);
async function choose(...names: string[]) {
  for (const name of names) {
    const count = feedsAsked().length;
    fireEvent.click(screen.getByRole('radio', { name }));
    await waitFor(() => expect(feedsAsked()).toHaveLength(count + 1));
  }
}

describe('the feed', () => {
  it('the feed shows recent posts of all people by default', async () => {
    show(<FeedPage />, '/');
    await screen.findByText('Your feed is empty.');
    await choose('Most Engaged', 'Following', 'Trending');
    expect(feedsAsked()).toEqual([
      ['recent', 'false', '1'],
      ['engagement', 'false', '1'],
      ['engagement', 'true', '1'],
      ['trending', 'true', '1'],
    ]);
    expect(currentAddress()).toBe('/?sort=trending&from=following');
    fireEvent.click(screen.getByRole('radio', { name: 'All Posts' }));
    fireEvent.click(screen.getByRole('radio', { name: 'Recent' }));
    await waitFor(() => expect(currentAddress()).toBe('/'));
  });

  it.each(['boosted', 'loudest', ''])('the feed ignores the unknown sort %p', async (sort) => {
    show(<FeedPage />, `/?sort=${sort}`);
    await screen.findByText('Your feed is empty.');
    expect(feedsAsked()).toEqual([['recent', 'false', '1']]);
  });

  it('the feed marks its end', async () => {
    api.answer = ({ path }) => (path === '/api/feed' ? [asFeedItem(listedQuestion())] : {});
    show(<FeedPage />, '/');
    expect(await screen.findByText("You've reached the end!")).toBeInTheDocument();
  });
});

it.each([
  ['the feed', <FeedPage key="page" />, 'Error loading feed', 'Failed to fetch feed'],
  ['Discover', <DiscoverPage key="page" />, 'Error loading discover content', 'Failed to fetch discover content'],
])('%s shows its own message if it could not be read', async (_name, page, shown, thrown) => {
  status = 400;
  const client = show(page, '/');
  expect(await screen.findByText(shown)).toBeInTheDocument();
  expect(client.getQueryCache().findAll({ queryKey: queryKeys.feed.all })[0]?.state.error?.message).toBe(thrown);
});

describe('Discover', () => {
  it('Discover starts with the most boosted, and offers the sorts replies and recent', async () => {
    show(<DiscoverPage />, '/discover');
    await screen.findByText('No content available yet.');
    expect(screen.getByText('You are the first.')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Ask' })).toHaveAttribute('href', '/create?type=question');
    await choose('Most Replies', 'Recent');
    expect(feedsAsked().map(([sort]) => sort)).toEqual(['boosted', 'replies', 'recent']);
  });

  it('Discover finds people by name, links to their profiles, and shows the posts again', async () => {
    people = [{ id: sampleId(1), username: 'Lou & Co', profileImage: null }];
    show(<DiscoverPage />, '/discover?sort=recent');
    const box = screen.getByRole('searchbox', { name: 'Search people' });
    fireEvent.change(box, { target: { value: ' lou & ' } });
    expect(await screen.findByRole('heading', { name: 'Users matching "lou &"' })).toBeInTheDocument();
    expect(await screen.findByRole('link', { name: 'Lou & Co' })).toHaveAttribute('href', '/@Lou%20%26%20Co');
    expect(asked('/api/users/search').map((query) => query.get('q'))).toEqual(['lou &']);
    press('Back to Discover');
    expect(await screen.findByRole('radio', { name: 'Recent' })).toBeChecked();
    expect(box).toHaveValue('');
    expect(currentAddress()).toBe('/discover?sort=recent');
  });

  it('Discover shows found people except the viewer, with a Follow button', async () => {
    const found = { profileImage: null, level: 3, badge: 'active', isFollowing: false };
    people = [
      { ...found, id: sampleId(1), username: 'lou' },
      { ...found, id: ownUser.id, username: ownUser.username, level: 1, badge: null },
    ];
    const answer = api.answer;
    api.answer = (call) => (call.method === 'GET' ? answer(call) : { isFollowing: true, followerCount: 1 });
    show(<DiscoverPage />, '/discover?q=l');
    fireEvent.click(await screen.findByRole('button', { name: 'Follow lou', pressed: false }));
    expect(await screen.findByRole('button', { name: 'Following lou', pressed: true })).toBeInTheDocument();
    await expectToast({ title: 'Now following' });
    expect(api.sent()).toEqual([{ call: `POST /api/users/${sampleId(1)}/follow`, body: { followerId: ownUser.id } }]);
    expect(screen.getAllByText(/^(active 3|Level 1)$/)).toHaveLength(2);
    expect(screen.getAllByRole('button', { name: /^Follow/ })).toHaveLength(1);
  });

  it('Discover reverts a refused follow in its row', async () => {
    people = [{ id: sampleId(1), username: 'lou', profileImage: null, level: 1, badge: null, isFollowing: false }];
    const answer = api.answer;
    api.answer = (call) => (call.method === 'GET' ? answer(call) : refusal());
    show(<DiscoverPage />, '/discover?q=l');
    fireEvent.click(await screen.findByRole('button', { name: 'Follow lou' }));
    await expectToast({ title: 'Follow failed' });
    expect(await screen.findByRole('button', { name: 'Follow lou', pressed: false })).toBeEnabled();
  });

  it.each([
    ['Discover', <DiscoverPage key="page" />, '/discover'],
    ['an empty Following', <FeedPage key="page" />, '/?from=following'],
  ])('Discover shows who was heard this week on %s', async (_name, page, address) => {
    const lou = { ...userCard('lou', sampleId(1)), isFollowing: false };
    api.answer = ({ path }) => (path === '/api/users/heard' ? [lou] : []);
    show(page, address);
    const row = within(await screen.findByRole('region', { name: 'Heard this week' }));
    expect(row.getByRole('link', { name: 'lou' })).toHaveAttribute('href', '/@lou');
    expect(row.getByRole('button', { name: 'Follow lou' })).toBeInTheDocument();
  });

  it('Discover shows no heard people on All Posts, and none to visitors', async () => {
    show(<FeedPage />, '/');
    await screen.findByText('Your feed is empty.');
    showPage(<HeardPeople />, { viewer: null });
    expect(api.reads.filter((read) => read.startsWith('/api/users/heard'))).toEqual([]);
  });

  const submit = (value: string) => {
    const box = screen.getByRole<HTMLInputElement>('searchbox');
    fireEvent.change(box, { target: { value } });
    fireEvent.submit(box.form as HTMLFormElement);
  };

  it('Discover says that no person was found, and that the search failed', async () => {
    show(<DiscoverPage />, '/discover?q=nobody');
    expect(screen.getByRole('searchbox')).toHaveValue('nobody');
    expect(await screen.findByText('No users found for "nobody"')).toBeInTheDocument();
    status = 400;
    submit('any');
    expect(await screen.findByText('Failed to search users')).toBeInTheDocument();
  });

  it('Discover sends no search for spaces alone', async () => {
    show(<DiscoverPage />, '/discover');
    submit('   ');
    await screen.findByText('No content available yet.');
    expect(asked('/api/users/search')).toEqual([]);
  });
});
