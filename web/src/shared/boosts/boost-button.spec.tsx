import { type BoostStatus, contentKey } from '@hearsay/contracts';
import { beforeEach, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import {
  advanceClockAtEachRead,
  type FakeCall,
  fakeApi,
  press,
  queryClientFor,
  renderWith,
} from '../../../test/page.tsx';
import { ownUser, questionId } from '../../../test/sample-content.ts';
import { queryKeys } from '../api/cache.ts';
import { BOOST_ANIMATION_MS as podcastPlay } from '../cards/podcast-card.tsx';
import { toastStore } from '../toast/toast.ts';
import { boostQueries } from './boost.queries.ts';
import { BoostButton } from './boost-button.tsx';
import { BoostStatusReader } from './boost-status-reader.tsx';
import { useBoostControl } from './use-boost-control.ts';

const item = { contentType: 'question', contentId: questionId } as const;
let answers: ((status: number, body: BoostStatus | null) => void)[];
let calls: FakeCall[];

beforeEach(() => {
  answers = [];
  ({ acts: calls } = fakeApi(({ path }) =>
    path.endsWith('/xp-activities')
      ? []
      : new Promise((resolve) => answers.push((status, body) => resolve(Response.json(body, { status })))),
  ));
});

function Subject(options: Partial<Parameters<typeof useBoostControl>[1]>) {
  const control = useBoostControl(item, { knownCount: 7, isBatched: true, ...options });
  return (
    <>
      <BoostButton control={control} />
      <button type="button" onClick={control.toggle}>
        {'as by a double-click'}
      </button>
    </>
  );
}

const boostButton = () => screen.getByRole('button', { name: 'Boost' });

/** Shows the button to a member. The cache already says that this member has not boosted. */
function show(client = queryClientFor(), options: Parameters<typeof Subject>[0] = {}) {
  client.setQueryData<BoostStatus>(queryKeys.boost.status(item), { isBoosted: false, boostCount: 7 });
  renderWith(client, <Subject {...options} />);
  return boostButton();
}
const reply = async (status: number, body: BoostStatus | null) => act(async () => answers.at(-1)?.(status, body));

it("a boost marks profiles as stale, because it changes both people's numbers and XP", async () => {
  const client = queryClientFor();
  const key = queryKeys.person.profile(ownUser.id);
  client.setQueryData(key, { user: ownUser });
  fireEvent.click(show(client));
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(client.getQueryState(key)?.isInvalidated).toBe(false);
  await reply(200, { isBoosted: true, boostCount: 8 });
  await waitFor(() => expect(client.getQueryState(key)?.isInvalidated).toBe(true));
});

it('a boost shows at once, and quick taps are sent as one act', async () => {
  const button = show();
  for (let tap = 0; tap < 5; tap++) fireEvent.click(button);
  await waitFor(() => expect(button).toHaveAttribute('aria-pressed', 'true'));
  expect(screen.getByText('8 boosts')).toBeInTheDocument();
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(calls[0]?.body).toMatchObject({ isBoosted: true });
  await reply(200, { isBoosted: true, boostCount: 12 });
  await waitFor(() => expect(screen.getByText('12 boosts')).toBeInTheDocument());
  expect(calls).toHaveLength(1);
});

it('a refused boost is reverted with a message', async () => {
  const button = show();
  fireEvent.click(button);
  await waitFor(() => expect(calls).toHaveLength(1));
  await reply(403, null);
  await waitFor(() => expect(button).toHaveAttribute('aria-pressed', 'false'));
  expect(screen.getByText('7 boosts')).toBeInTheDocument();
  expect(toastStore.shown()).toMatchObject({
    title: 'Boost failed',
    description: 'Failed to toggle boost',
    tone: 'bad',
  });
});

it('a boost is sent again under the same key after the server was unavailable', async () => {
  const button = show();
  fireEvent.click(button);
  await waitFor(() => expect(calls).toHaveLength(1));
  await reply(503, null);
  await waitFor(() => expect(calls).toHaveLength(2));
  expect(calls[1]).toEqual(calls[0]);
  expect(calls[0]?.key).toMatch(/^[\x21-\x7e]{1,200}$/);
  await reply(200, { isBoosted: true, boostCount: 8 });
  await waitFor(() => expect(screen.getByText('8 boosts')).toBeInTheDocument());
});

it('a tap is ignored until the boost state has been read', async () => {
  renderWith(queryClientFor(), <Subject isBatched={false} />);
  const button = boostButton();
  await waitFor(() => expect(answers).toHaveLength(1));
  fireEvent.click(button);
  expect(calls).toEqual([]);
  await reply(200, { isBoosted: true, boostCount: 9 });
  await waitFor(() => expect(button).toHaveAttribute('aria-pressed', 'true'));
  fireEvent.click(button);
  await waitFor(() => expect(calls.at(-1)?.body).toMatchObject({ isBoosted: false }));
});

it('a tap is ignored until the boost state has been read with a list', async () => {
  renderWith(
    queryClientFor(),
    <>
      <Subject />
      <BoostStatusReader of={[item]} userId={ownUser.id} />
    </>,
  );
  const button = boostButton();
  await waitFor(() => expect(calls).toHaveLength(1));
  fireEvent.click(button);
  expect(button).toHaveAttribute('aria-pressed', 'false');
  await act(async () => answers[0]?.(200, { [contentKey(item)]: { isBoosted: true, boostCount: 9 } } as never));
  await waitFor(() => expect(button).toHaveAttribute('aria-pressed', 'true'));
  expect(calls).toHaveLength(1);
});

it('the response of a boost stays if an earlier read of a list is answered later', async () => {
  advanceClockAtEachRead();
  const client = queryClientFor();
  const button = show(client);
  const batch = client.fetchQuery(boostQueries.batch(client, [item], ownUser.id));
  fireEvent.click(button);
  await waitFor(() => expect(calls).toHaveLength(2));
  await reply(200, { isBoosted: true, boostCount: 8 });
  await waitFor(() => expect(client.isMutating()).toBe(0));
  await act(async () => {
    answers[0]?.(200, { [contentKey(item)]: { isBoosted: false, boostCount: 7 } } as never);
    await batch;
  });
  expect(client.getQueryData(queryKeys.boost.status(item))).toEqual({ isBoosted: true, boostCount: 8 });
});

it('other reads do not render the button again, because lists have many buttons', () => {
  const client = queryClientFor();
  const looks = [jest.spyOn(client, 'isFetching'), jest.spyOn(client, 'isMutating')];
  renderWith(client, <Subject />);
  act(() => client.setQueryData(['something', 'else'], 1));
  for (const look of looks) expect(look).not.toHaveBeenCalled();
});

it('button and double-click are disabled for a boost that the server would refuse', () => {
  expect(show(queryClientFor(), { isRefused: true })).toBeDisabled();
  press('as by a double-click');
  expect(screen.getByText('7 boosts')).toBeInTheDocument();
  expect(calls).toEqual([]);
});

it.each([
  ['a question or message', undefined, 600, 600],
  ['an episode', podcastPlay, 800, 400],
])('a boost of %s ignores taps exactly as long as its animation plays', async (_what, play, up, down) => {
  jest.useFakeTimers();
  const button = show(queryClientFor(), { play });
  const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
  /** The answer is immediate, so only the animation can block the next tap. */
  const isTaken = async () => {
    const before = calls.length;
    fireEvent.click(button);
    await pass(0);
    return calls.length > before;
  };
  const answered = (isBoosted: boolean) =>
    act(async () => answers.at(-1)?.(200, { isBoosted, boostCount: isBoosted ? 8 : 7 }));
  for (const [isBoosted, ms] of [
    [true, up],
    [false, down],
  ] as const) {
    expect(await isTaken()).toBe(true);
    expect(calls.at(-1)?.body).toMatchObject({ isBoosted });
    await answered(isBoosted);
    await pass(ms - 1);
    expect(await isTaken()).toBe(false);
    await pass(1);
  }
  expect(await isTaken()).toBe(true);
});
