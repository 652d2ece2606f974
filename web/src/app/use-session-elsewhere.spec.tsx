import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { FakeWebSocket, fakeWebSockets } from '../../test/fake-web-socket.ts';
import { fakeApi, press, refusal, renderWith } from '../../test/page.tsx';
import { ownUser, questionId, sampleId } from '../../test/sample-content.ts';

const reload = jest.fn();
jest.unstable_mockModule('./reload-without-asking.ts', () => ({ reloadWithoutAsking: reload }));
const { ApiError } = await import('../shared/api/api-client.ts');
const { createQueryClient } = await import('../shared/session/query-client.ts');
const { queryKeys } = await import('../shared/api/cache.ts');
const { saveDraft, loadDraft } = await import('../shared/drafts/drafts.ts');
const { claimDraftsFor, setSigningOut } = await import('../shared/drafts/drafts.ts');
const { lostSessionNotice } = await import('../shared/session/lost-session.ts');
const { LiveProvider } = await import('../shared/realtime/live-provider.tsx');
const { beginSession, endSession, useUserId } = await import('../shared/session/session.ts');
const { storeUser } = await import('../shared/session/stored-user.ts');
const { default: SignedOutBanner } = await import('./signed-out-banner.tsx');
const { useSessionChangesElsewhere } = await import('./use-session-elsewhere.ts');

type Client = ReturnType<typeof createQueryClient>;
const other = { ...ownUser, id: sampleId(77), username: 'lou' };
const question = queryKeys.question.detail(questionId);
const sentence = 'You were signed out. What you had not sent was removed here.';
const forget = jest.fn<(name: string) => Promise<boolean>>(async () => true);
let answer: typeof ownUser | null;

fakeWebSockets();
beforeEach(() => {
  lostSessionNotice.hide();
  jest.clearAllMocks();
  Object.assign(globalThis, { caches: { delete: forget } });
  fakeApi(() => answer);
});
afterEach(() => {
  cleanup();
  Reflect.deleteProperty(globalThis, 'caches');
});

function Page() {
  useSessionChangesElsewhere();
  return <SignedOutBanner />;
}

function Live({ children }: { children: ReactNode }) {
  return <LiveProvider userId={useUserId()}>{children}</LiveProvider>;
}

const show = (client: Client) =>
  renderWith(
    client,
    <Live>
      <Page />
    </Live>,
  );

const writes = (user: typeof ownUser, words: string) => {
  claimDraftsFor(user.id);
  saveDraft('question', words);
};

/** A page of `ownUser` with unsent words and a read question. */
function open() {
  const client = createQueryClient();
  client.setQueryData(queryKeys.session, ownUser);
  client.setQueryData(question, { title: 'As its reader sees it' });
  writes(ownUser, 'What I never');
  show(client);
  return client;
}

const openLive = async () => {
  const client = open();
  await waitFor(() => expect(FakeWebSocket.all).toHaveLength(1));
  return client;
};

const isNamedElsewhere = () =>
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'currentUser' })));
const isBroughtBack = () =>
  act(() => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })));
const endsSession = () =>
  act(() => {
    FakeWebSocket.all[0]?.onmessage?.({ data: '{"type":"signed-out","data":{"message":"You have been signed out"}}' });
    FakeWebSocket.all[0]?.drop(4401);
  });
const isRefused = (client: Client) =>
  act(async () => {
    const queryFn = () => Promise.reject(new ApiError(401, '{}'));
    await client.fetchQuery({ queryKey: ['any'], queryFn }).catch(() => undefined);
  });

const isOf = (client: Client, user: typeof ownUser | null) =>
  waitFor(() => expect(client.getQueryData(queryKeys.session)).toEqual(user));
/** Another tab reports that the session belongs to `user`. Resolves when this page has read the session again. */
const becomes = (client: Client, user: typeof ownUser | null) => {
  answer = user;
  isNamedElsewhere();
  return isOf(client, user);
};

describe('a page whose session now belongs to another user', () => {
  it.each([
    ['another tab names them', isNamedElsewhere],
    ['it is brought back', isBroughtBack],
  ])('the page reloads and drops the drafts of the previous user when %s', async (_when, happen) => {
    answer = other;
    open();
    happen();
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    expect(forget).toHaveBeenCalledWith('last-feed');
    expect(loadDraft('question')).toBeNull();
  });

  it('a page for a new user reloads only once if the browser cannot store anything', async () => {
    storeUser(ownUser);
    answer = other;
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    for (let opened = 0; opened < 2; opened++) {
      const client = createQueryClient();
      const page = show(client);
      await isOf(client, other);
      page.unmount();
      expect(reload).toHaveBeenCalledTimes(1);
    }
  });
});

describe('a page whose session has ended', () => {
  it('a page whose session has ended drops the data that was read for its user', async () => {
    const client = open();
    await becomes(client, null);
    expect(client.getQueryData(question)).toBeUndefined();
    expect(forget).toHaveBeenCalledWith('last-feed');
    expect(reload).not.toHaveBeenCalled();
  });

  it('a page whose session has ended reloads if another user signs in in another tab', async () => {
    const client = open();
    await becomes(client, null);
    await becomes(client, other);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('a page whose session has ended continues if the same user signs in again', async () => {
    const client = open();
    await becomes(client, null);
    client.setQueryData(question, { title: 'As a visitor sees it' });
    await becomes(client, ownUser);
    expect(client.getQueryData(question)).toBeUndefined();
    expect(reload).not.toHaveBeenCalled();
  });

  it('a page whose session has ended needs no reload if another user signs in on it', async () => {
    const client = open();
    await becomes(client, null);
    act(() => beginSession(client, other));
    await becomes(client, { ...other, level: 7 });
    expect(loadDraft('question')).toBeNull();
    expect(reload).not.toHaveBeenCalled();
  });
});

describe('a browser whose session was ended by the server', () => {
  beforeEach(() => {
    answer = null;
  });
  const isLost = async (client: Client, says: string) => {
    await isOf(client, null);
    expect(loadDraft('question')).toBeNull();
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe(says));
  };

  it.each<[string, (client: Client) => unknown]>([
    ['by a frame', endsSession],
    ['by a refused read', isRefused],
    ['by the word of another tab', isNamedElsewhere],
    ['brought back after a sleep', isBroughtBack],
  ])('%s removes unsent words and shows a message until it is dismissed', async (_how, happen) => {
    const client = await openLive();
    await happen(client);
    await isLost(client, sentence);
    press('Dismiss');
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
  });

  it('the app removes unsent words of the ended session when it is opened', async () => {
    storeUser(ownUser);
    writes(ownUser, 'What I never');
    const client = createQueryClient();
    show(client);
    await isLost(client, sentence);
  });

  it('each tab shows the message about the ended session until a session begins', async () => {
    const client = open();
    claimDraftsFor(other.id);
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'session-lost', newValue: ownUser.id })));
    isNamedElsewhere();
    await isLost(client, sentence);
    act(() => beginSession(client, ownUser));
    await waitFor(() => expect(screen.getByRole('status')).toBeEmptyDOMElement());
  });

  const isLeaving = () => setSigningOut(true);
  it.each<[string, () => void, (client: Client) => unknown]>([
    ['here', isLeaving, (client) => act(() => endSession(client))],
    ['here, of which a frame tells first', isLeaving, endsSession],
    ['here, of which a refused read tells first', isLeaving, isRefused],
    ['in another tab', () => localStorage.clear(), isNamedElsewhere],
  ])('no message is shown after a sign-out %s', async (_where, leave, happen) => {
    const client = await openLive();
    leave();
    await happen(client);
    await isLost(client, '');
  });
});

describe('a page that is told that its session has ended', () => {
  const kept = () => Object.entries(localStorage).toSorted();

  /**
   * `user` signs in elsewhere in this browser. Then the server ends this page's connection. It now reports `now` as the
   * user of the session.
   */
  async function told(user: typeof ownUser, now: typeof ownUser | null) {
    const client = await openLive();
    storeUser(user);
    writes(user, 'What I always');
    localStorage.setItem('tus::tus-br-told.wav-audio/wav-100::1', '{}');
    const before = kept();
    answer = now;
    endsSession();
    return { client, before };
  }

  it('a page that loses its session leaves nothing in the browser of a visitor', async () => {
    const { client } = await told(ownUser, null);
    await isOf(client, null);
    await waitFor(() => expect(kept()).toEqual([]));
    expect(reload).not.toHaveBeenCalled();
  });

  it('a page that loses its session reloads for another user and keeps their data', async () => {
    const { before } = await told(other, other);
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    expect(kept()).toEqual(before);
  });

  it('a page that loses its session keeps unsent words of another user', async () => {
    const { client, before } = await told(other, null);
    await isOf(client, null);
    expect(kept()).toEqual(before.filter(([key]) => key !== 'currentUser'));
  });

  it('a page stays connected if the same user has signed in again', async () => {
    const { before } = await told(ownUser, ownUser);
    await waitFor(() => expect(FakeWebSocket.all).toHaveLength(2));
    expect(kept()).toEqual(before);
    expect(reload).not.toHaveBeenCalled();
  });
});

describe('a page with a session', () => {
  it.each([
    ['is told that it has ended', endsSession],
    ['is named elsewhere', isNamedElsewhere],
  ])('a page keeps its data if the session cannot be read after it %s', async (_what, happen) => {
    const client = await openLive();
    fakeApi(() => refusal());
    happen();
    await waitFor(() => expect(client.getQueryState(queryKeys.session)?.status).toBe('error'));
    if (happen === endsSession) await waitFor(() => expect(FakeWebSocket.all).toHaveLength(2));
    expect(client.getQueryData(queryKeys.session)).toEqual(ownUser);
    expect(client.getQueryData(question)).toBeDefined();
    expect(loadDraft('question')).toBe('What I never');
    expect(reload).not.toHaveBeenCalled();
  });

  it('a page changes nothing if the session is the same', async () => {
    const client = open();
    await becomes(client, { ...ownUser, level: 7 });
    expect(loadDraft('question')).toBe('What I never');
    expect(reload).not.toHaveBeenCalled();
  });
});
