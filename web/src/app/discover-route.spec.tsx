import type { OwnUser } from '@hearsay/contracts';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { fakeApiPerTest, showPage } from '../../test/page.tsx';
import {
  asFeedItem,
  listedQuestion,
  ownId,
  ownUser,
  sampleId,
  sampleMessage,
  sampleProfile,
  sampleQuestion,
  userCard,
} from '../../test/sample-content.ts';
import { sessionQueries } from '../shared/session/session.ts';
import DiscoverRoute from './discover-route.tsx';

const locked = { isRevealed: false, hasDescription: true, replyBoostThreshold: 5, boostCount: 3, revealCount: 3 };
const near = (number: number, changes = {}) =>
  asFeedItem(listedQuestion({ ...locked, id: sampleId(number), title: `Near ${number}`, ...changes }));
const open = (number: number, changes = {}) =>
  asFeedItem(
    listedQuestion({
      id: sampleId(number),
      title: `Open ${number}`,
      creator: userCard(`author${number}`, sampleId(number + 800)),
      ...changes,
    }),
  );
const person = (number: number) => ({ ...userCard(`heard${number}`, sampleId(number + 500)), isFollowing: false });

/** The state of the fake server. */
const world = {
  near: [] as object[],
  newest: [] as object[],
  heard: [] as { id: string }[],
  own: [] as object[],
  answers: [] as object[],
  boosted: [] as string[],
  followed: [] as string[],
  xp: 0,
};
const clean = { ...world };
beforeEach(() => {
  Object.assign(world, structuredClone(clean));
  localStorage.clear();
});

const idIn = (path: string): string => path.split('/')[3] ?? '';
const api = fakeApiPerTest(({ method, path, query, body }) => {
  if (method === 'POST' && path.endsWith('/boost')) {
    world.boosted.push(idIn(path));
    world.xp += 5;
    return { isBoosted: true, boostCount: 4, opened: false };
  }
  if (path.endsWith('/follow')) {
    world.followed.push(idIn(path));
    return { isFollowing: true, followerCount: 1 };
  }
  if (path === '/api/discussions') {
    world.xp += 15;
    return sampleMessage(1, { questionId: String(body.questionId), content: String(body.content) });
  }
  if (path === '/api/batch/boost-status')
    return Object.fromEntries(
      (body.items as { contentType: string; contentId: string }[]).map(({ contentType, contentId }) => [
        `${contentType}:${contentId}`,
        { isBoosted: world.boosted.includes(contentId), boostCount: 3 },
      ]),
    );
  if (path.endsWith('/following-status')) return { isFollowing: world.followed.includes(idIn(path)), followerCount: 0 };
  if (path === '/api/auth/user') return { ...ownUser, xp: world.xp };
  if (path === `/api/users/${ownId}`)
    return sampleProfile({
      user: { ...ownUser, followingCount: world.followed.length },
      stats: { ...sampleProfile().stats, boostsGiven: world.boosted.length },
    });
  if (path === `/api/users/${ownId}/content`) return world.own;
  if (path === `/api/users/${ownId}/posts`) return world.answers;
  if (path === '/api/feed/nearly-heard') return world.near;
  if (path === '/api/users/heard') return world.heard.filter(({ id }) => !world.followed.includes(id));
  if (path === '/api/feed' && query.get('limit') === '50') return world.newest;
  if (path.startsWith('/api/questions/')) return sampleQuestion([], { ...locked, id: idIn(path) });
  return [];
});

const show = (changes = {}) =>
  showPage(<DiscoverRoute />, { viewer: { ...ownUser, ...changes }, address: '/discover' });
const region = async () => within(await screen.findByRole('region', { name: 'Your first steps' }));
/** The words of each step, with its state. */
const stepsIn = (shown: Awaited<ReturnType<typeof region>>) =>
  within(shown.getAllByRole('list')[0]!)
    .getAllByRole('listitem')
    .map((item) => item.querySelector('p')?.textContent)
    .filter((words) => /Done|To do|\d of \d/.test(words ?? ''));
const hasNoCard = async () => {
  await screen.findByText('No content available yet.');
  expect(screen.queryByRole('region', { name: 'Your first steps' })).toBeNull();
};

describe('the steps of a new account', () => {
  it('the first step offers to boost a question that the viewer has not boosted', async () => {
    world.near = [near(1, { isMine: true }), near(2), near(3)];
    world.boosted = [sampleId(2)];
    world.own = [];
    // The count of given boosts lags behind the boost of the second question.
    const answer = api.answer;
    api.answer = (call) => (call.path === `/api/users/${ownId}` ? sampleProfile() : answer(call));
    show();
    const shown = await region();
    expect(stepsIn(shown)).toEqual(['Turn this one upTo do', 'Ask your ownTo do']);
    expect(shown.getByRole('link', { name: 'Near 3' })).toHaveAttribute('href', `/questions/${sampleId(3)}`);
    const button = shown.getByRole('button', { name: 'Turn it up' });
    fireEvent.click(button);
    await waitFor(() => expect(stepsIn(shown)[0]).toBe('Turn this one upDone'));
    expect(button).toHaveTextContent('Turned up');
    fireEvent.click(button);
    expect(api.sent().filter(({ call }) => call.endsWith('/boost'))).toEqual([
      { call: `POST /api/questions/${sampleId(3)}/boost`, body: { userId: ownId, isBoosted: true } },
    ]);
  });

  it('the first step offers the newest question when no nearly heard one is left', async () => {
    world.near = [near(1, { isMine: true })];
    world.newest = [open(4, { isMine: true }), open(5), open(6)];
    show();
    expect((await region()).getByRole('link', { name: 'Open 5' })).toBeInTheDocument();
  });

  it('the second step lets the viewer follow three heard people on the page', async () => {
    world.heard = [1, 2, 3, 4].map(person);
    show();
    const shown = await region();
    expect(stepsIn(shown)[0]).toBe('Follow 3 people0 of 3');
    for (const number of [1, 2, 3]) {
      fireEvent.click(shown.getByRole('button', { name: `Follow heard${number}` }));
      await waitFor(() => expect(world.followed).toHaveLength(number));
      await waitFor(() => expect(shown.getByText(number < 3 ? `${number} of 3` : 'Done')).toBeInTheDocument());
    }
    expect(shown.queryByRole('button', { name: 'Follow heard4' })).toBeNull();
  });

  it('the second step offers authors of new posts when fewer than three were heard', async () => {
    world.heard = [person(1)];
    world.newest = [open(4), open(5, { isAnonymous: true, creator: null }), open(6, { creator: userCard('maren') })];
    show();
    const shown = await region();
    expect(shown.getByText('Follow 2 people')).toBeInTheDocument();
    expect(shown.getAllByRole('button', { name: /^Follow / })).toHaveLength(2);
    expect(shown.getByRole('button', { name: 'Follow author4' })).toBeInTheDocument();
  });

  it.each([
    ['nothing is there', [], 'Ask your ownTo do'],
    [
      'an own question waits',
      [listedQuestion({ id: sampleId(9), isMine: true, isApproved: false })],
      'Ask your ownDone',
    ],
    [
      'an own question is anonymous',
      [listedQuestion({ id: sampleId(9), isMine: true, isAnonymous: true })],
      'Ask your ownDone',
    ],
  ])('without other people, the own question is the only step, if %s', async (_case, own, step) => {
    world.own = own;
    show();
    const shown = await region();
    expect(stepsIn(shown)).toEqual([step]);
    if (own.length === 0)
      expect(shown.getByRole('link', { name: 'Ask' })).toHaveAttribute('href', '/create?type=question');
    else expect(await shown.findByRole('link', { name: 'How to Earn XP' })).toHaveAttribute('href', '/xp-stats');
  });
});

describe('after the steps', () => {
  beforeEach(() => {
    Object.assign(world, { xp: 15, boosted: [sampleId(9)], own: [listedQuestion({ id: sampleId(8), isMine: true })] });
    world.followed = [701, 702, 703].map(sampleId);
    world.newest = [near(1), open(2), open(3), open(4, { isMine: true })];
  });

  it('the card offers one open question after another to answer or boost', async () => {
    show({ xp: 15, followingCount: 3 });
    const shown = await region();
    expect(shown.getByText('15 of 100')).toBeInTheDocument();
    const first = within(await shown.findByRole('article', { name: 'Open 2' }));
    fireEvent.click(first.getByRole('button', { name: 'Answer' }));
    expect(await first.findByText('Reply cannot be empty')).toBeInTheDocument();
    fireEvent.change(first.getByLabelText('Your answer'), { target: { value: ' Mine. ' } });
    fireEvent.click(first.getByRole('button', { name: 'Answer' }));
    expect(await first.findByRole('link', { name: 'See it' })).toHaveAttribute('href', `/reply/${sampleId(1)}`);
    expect(await shown.findByText('30 of 100', {}, { timeout: 4000 })).toBeInTheDocument();
    fireEvent.click(shown.getByRole('button', { name: 'Next question' }));
    const second = within(shown.getByRole('article', { name: 'Open 3' }));
    fireEvent.click(second.getByRole('button', { name: 'Turn it up' }));
    await waitFor(() => expect(world.boosted).toContain(sampleId(3)));
    expect(api.sent().map(({ call, body }) => [call, body.content ?? body.isBoosted])).toEqual(
      expect.arrayContaining([
        ['POST /api/discussions', 'Mine.'],
        [`POST /api/questions/${sampleId(3)}/boost`, true],
      ]),
    );
    // The first question was only answered, and the second only boosted. Both are offered again.
    await waitFor(() => expect(second.getByRole('button', { name: 'Turned up' })).toBeInTheDocument());
    fireEvent.click(shown.getByRole('button', { name: 'Next question' }));
    expect(shown.getByRole('article', { name: 'Open 2' })).toBeInTheDocument();
  });

  it('questions that the viewer neither boosted nor answered come first', async () => {
    world.boosted.push(sampleId(2));
    show();
    const shown = await region();
    expect(await shown.findByRole('article', { name: 'Open 3' })).toBeInTheDocument();
  });

  it('the card disappears at level 2', async () => {
    const client = show();
    await region();
    const risen: OwnUser = { ...ownUser, level: 2, xp: 100 };
    act(() => void client.setQueryData(sessionQueries.current().queryKey, risen));
    await hasNoCard();
  });
});

describe('the card of the first account', () => {
  it('a closed card stays closed for this account in this browser only', async () => {
    show();
    fireEvent.click((await region()).getByRole('button', { name: 'Close your first steps' }));
    await hasNoCard();
    expect(localStorage.getItem(`first-steps-closed:${ownId}`)).toBe('closed');
    expect(api.acts.filter(({ path }) => !path.startsWith('/api/batch'))).toEqual([]);
  });

  it.each([
    ['from level 2 on', { level: 2 }, null],
    ['once it was closed', {}, 'closed'],
  ])('the card is absent and reads nothing %s', async (_case, changes, closed) => {
    if (closed) localStorage.setItem(`first-steps-closed:${ownId}`, closed);
    show(changes);
    await hasNoCard();
    // On a busy machine, reads of the previous test may still arrive. So only reads of the card count.
    expect(api.reads.filter((read) => read.startsWith(`/api/users/${ownId}/content`))).toEqual([]);
  });

  it('the card is absent if its state could not be read', async () => {
    const answer = api.answer;
    api.answer = (call) =>
      call.path === `/api/users/${ownId}/content` ? Response.json({}, { status: 400 }) : answer(call);
    show();
    await waitFor(() => expect(document.querySelector('.card[aria-busy]')).toBeNull());
    await hasNoCard();
  });

  it('the card is hidden during a search for people', async () => {
    showPage(<DiscoverRoute />, { address: '/discover?q=lou' });
    await screen.findByText('No users found for "lou"');
    expect(screen.queryByRole('region', { name: 'Your first steps' })).toBeNull();
  });
});
