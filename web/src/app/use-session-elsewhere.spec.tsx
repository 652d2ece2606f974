import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { fakeApi, refusal } from '../../test/page.tsx';
import { renderWith } from '../../test/render.tsx';
import { idOf, ownUser, questionId } from '../../test/sample-content.ts';

const reload = jest.fn();
jest.unstable_mockModule('./reload-without-asking.ts', () => ({ reloadWithoutAsking: reload }));
const { ApiError } = await import('../shared/api/api-error.ts');
const { createQueryClient } = await import('../shared/session/query-client.ts');
const { queryKeys } = await import('../shared/api/query-keys.ts');
const { keepDraft, loadDraft } = await import('../shared/drafts/drafts.ts');
const { keepDraftsOf, leaveDrafts } = await import('../shared/drafts/drafts-owner.ts');
const { lossNotice } = await import('../shared/session/lost-session.ts');
const { endSession } = await import('../shared/session/use-session.ts');
const { LiveProvider } = await import('../shared/realtime/live-provider.tsx');
const { beginSession } = await import('../shared/session/begin-session.ts');
const { useUserId } = await import('../shared/session/use-session.ts');
const { storeUser } = await import('../shared/session/stored-user.ts');
const { default: SignedOutBanner } = await import('./signed-out-banner.tsx');
const { useSessionElsewhere } = await import('./use-session-elsewhere.ts');

const other = { ...ownUser, id: idOf(77), username: 'lou' };
const forget = jest.fn<(name: string) => Promise<boolean>>(async () => true);
let answer: typeof ownUser | null;

let lines: Line[];
class Line extends EventTarget {
  onmessage?: (event: { data: string }) => void;
  onclose?: (event: { code: number }) => void;
  constructor() {
    super();
    lines.push(this);
  }
  close(): void {}
  endsSession(): void {
    this.onmessage?.({ data: '{"type":"signed-out","data":{"message":"You have been signed out"}}' });
    this.onclose?.({ code: 4401 });
  }
}
const realWebSocket = globalThis.WebSocket;

function Page() {
  useSessionElsewhere();
  return <SignedOutBanner />;
}

function Live({ children }: { children: ReactNode }) {
  return <LiveProvider userId={useUserId()}>{children}</LiveProvider>;
}

const show = (client: ReturnType<typeof createQueryClient>) =>
  renderWith(
    client,
    <Live>
      <Page />
    </Live>,
  );

function open() {
  const client = createQueryClient();
  client.setQueryData(queryKeys.session, ownUser);
  keepDraftsOf(ownUser.id);
  keepDraft('question', 'What I never');
  show(client);
  return client;
}

beforeEach(() => {
  lines = [];
  Object.assign(globalThis, { WebSocket: Line });
  localStorage.clear();
  lossNotice.hide();
  jest.clearAllMocks();
  Object.assign(globalThis, { caches: { delete: forget } });
  fakeApi(() => answer);
});
afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
  Object.assign(globalThis, { WebSocket: realWebSocket });
  Reflect.deleteProperty(globalThis, 'caches');
});

const isNamedElsewhere = () => window.dispatchEvent(new StorageEvent('storage', { key: 'currentUser' }));
const isBroughtBack = () => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));

describe('a page whose session now belongs to another user', () => {
  it.each([
    ['another tab names them', isNamedElsewhere],
    ['it is brought back', isBroughtBack],
  ])('reloads for the new user and drops the drafts of the previous one when %s', async (_when, happen) => {
    answer = other;
    open();
    act(() => void happen());
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    expect(forget).toHaveBeenCalledWith('last-feed');
    expect(loadDraft('question')).toBeNull();
  });
});

it('reloads only once for another user if the browser cannot store anything', async () => {
  storeUser(ownUser);
  answer = other;
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const opened = async () => {
    const client = createQueryClient();
    const page = show(client);
    await waitFor(() => expect(client.getQueryData(queryKeys.session)).toEqual(other));
    page.unmount();
  };
  await opened();
  expect(reload).toHaveBeenCalledTimes(1);
  await opened();
  expect(reload).toHaveBeenCalledTimes(1);
});

describe('a page whose session has ended', () => {
  const question = queryKeys.question.detail(questionId);

  async function left() {
    const client = open();
    client.setQueryData(question, { title: 'As its reader sees it' });
    answer = null;
    act(() => void isNamedElsewhere());
    await waitFor(() => expect(client.getQueryData(queryKeys.session)).toBeNull());
    return client;
  }

  async function comes(client: Awaited<ReturnType<typeof left>>, user: typeof ownUser) {
    answer = user;
    act(() => void isNamedElsewhere());
    await waitFor(() => expect(client.getQueryData(queryKeys.session)).toEqual(user));
  }

  it('drops the data that was read for its user', async () => {
    const client = await left();
    expect(client.getQueryData(question)).toBeUndefined();
    expect(forget).toHaveBeenCalledWith('last-feed');
    expect(reload).not.toHaveBeenCalled();
  });

  it('reloads if another user signs in elsewhere', async () => {
    const client = await left();
    await comes(client, other);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('continues if its user returns, without the data that a visitor read', async () => {
    const client = await left();
    client.setQueryData(question, { title: 'As a visitor sees it' });
    await comes(client, ownUser);
    expect(client.getQueryData(question)).toBeUndefined();
    expect(reload).not.toHaveBeenCalled();
  });

  it('continues without a reload if another user signs in on this page', async () => {
    const client = await left();
    act(() => beginSession(client, other));
    await comes(client, { ...other, level: 7 });
    expect(loadDraft('question')).toBeNull();
    expect(reload).not.toHaveBeenCalled();
  });

  it('keeps its data if the session could not be read', async () => {
    const client = open();
    client.setQueryData(question, { title: 'As its reader sees it' });
    fakeApi(() => refusal());
    act(() => void isNamedElsewhere());
    await waitFor(() => expect(client.getQueryState(queryKeys.session)?.status).toBe('error'));
    expect(client.getQueryData(queryKeys.session)).toEqual(ownUser);
    expect(client.getQueryData(question)).toBeDefined();
    expect(reload).not.toHaveBeenCalled();
  });
});

describe('a browser whose session was ended by the server', () => {
  const sentence = 'You were signed out. What you had not sent was removed here.';
  type Client = ReturnType<typeof createQueryClient>;
  const isGone = (client: Client) => waitFor(() => expect(client.getQueryData(queryKeys.session)).toBeNull());
  const endsSession = () => act(() => lines[0]?.endsSession());
  const isRefused = (client: Client) =>
    act(async () => {
      await client
        .fetchQuery({ queryKey: ['any'], queryFn: () => Promise.reject(new ApiError(401, '{}')) })
        .catch(() => undefined);
    });

  const lost: readonly [string, (client: Client) => unknown][] = [
    ['by a frame', endsSession],
    ['by a refused read', isRefused],
    ['by the word of another tab', () => act(() => void isNamedElsewhere())],
    ['brought back after a sleep', () => act(() => void isBroughtBack())],
  ];
  it.each(lost)('%s removes unsent words and says so until the message is dismissed', async (_how, happen) => {
    answer = null;
    const client = open();
    await waitFor(() => expect(lines).toHaveLength(1));
    await happen(client);
    await isGone(client);
    expect(loadDraft('question')).toBeNull();
    expect(screen.getByRole('status')).toHaveTextContent(sentence);
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
  });

  it('removes unsent words and says so when it is opened', async () => {
    answer = null;
    storeUser(ownUser);
    keepDraftsOf(ownUser.id);
    keepDraft('question', 'What I never');
    const client = createQueryClient();
    show(client);
    await isGone(client);
    expect(loadDraft('question')).toBeNull();
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(sentence));
  });

  it('says so in each tab until a session begins', async () => {
    answer = null;
    const client = open();
    keepDraftsOf(other.id);
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'session-lost', newValue: ownUser.id })));
    act(() => void isNamedElsewhere());
    await isGone(client);
    expect(screen.getByRole('status')).toHaveTextContent(sentence);
    act(() => beginSession(client, ownUser));
    await waitFor(() => expect(screen.getByRole('status')).toBeEmptyDOMElement());
  });

  const isLeaving = () => leaveDrafts(true);
  const hasLeft = () => localStorage.clear();
  const wanted: readonly [string, () => void, (client: Client) => unknown][] = [
    ['here', isLeaving, (client) => act(() => endSession(client))],
    ['here, of which a frame tells first', isLeaving, endsSession],
    ['here, of which a refused read tells first', isLeaving, isRefused],
    ['in another tab', hasLeft, () => act(() => void isNamedElsewhere())],
  ];
  it.each(wanted)('shows no message after a sign-out %s', async (_where, leave, happen) => {
    answer = null;
    const client = open();
    await waitFor(() => expect(lines).toHaveLength(1));
    leave();
    await happen(client);
    await isGone(client);
    expect(loadDraft('question')).toBeNull();
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
  });
});

describe('a page that is told that its session has ended', () => {
  const kept = () => Object.entries(localStorage).toSorted();

  async function told(user: typeof ownUser | null, happen: () => void = () => undefined) {
    const client = open();
    await waitFor(() => expect(lines).toHaveLength(1));
    happen();
    const before = kept();
    answer = user;
    act(() => lines[0]?.endsSession());
    return { client, before };
  }

  const writes = (user: typeof ownUser) => () => {
    storeUser(user);
    keepDraftsOf(user.id);
    keepDraft('question', 'What I always');
    localStorage.setItem('tus::tus-br-told.wav-audio/wav-100::1', '{}');
  };

  it('leaves nothing in the browser if no user is signed in', async () => {
    const { client } = await told(null, () => storeUser(ownUser));
    await waitFor(() => expect(client.getQueryData(queryKeys.session)).toBeNull());
    await waitFor(() => expect(kept()).toEqual([]));
    expect(reload).not.toHaveBeenCalled();
  });

  it('reloads if another user is signed in, and keeps the data of that user', async () => {
    const { before } = await told(other, writes(other));
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    expect(kept()).toEqual(before);
  });

  it('keeps the words of another user who has signed in and out since', async () => {
    const { client, before } = await told(null, writes(other));
    await waitFor(() => expect(client.getQueryData(queryKeys.session)).toBeNull());
    expect(kept()).toEqual(before.filter(([key]) => key !== 'currentUser'));
  });

  it('continues live and keeps all data if its user has signed in again', async () => {
    const { before } = await told(ownUser, writes(ownUser));
    await waitFor(() => expect(lines).toHaveLength(2));
    expect(kept()).toEqual(before);
    expect(reload).not.toHaveBeenCalled();
  });
});

describe('a page with a session', () => {
  it('keeps its data and reconnects if it cannot check that the session has ended', async () => {
    const client = open();
    await waitFor(() => expect(lines).toHaveLength(1));
    fakeApi(() => refusal());
    act(() => lines[0]?.endsSession());
    await waitFor(() => expect(lines).toHaveLength(2));
    expect(client.getQueryData(queryKeys.session)).toEqual(ownUser);
    expect(loadDraft('question')).toBe('What I never');
  });

  it('stays as it is if the session is the same', async () => {
    answer = { ...ownUser, level: 7 };
    const client = open();
    act(() => void isNamedElsewhere());
    await waitFor(() => expect(client.getQueryData(queryKeys.session)).toEqual(answer));
    expect(loadDraft('question')).toBe('What I never');
    expect(reload).not.toHaveBeenCalled();
  });
});
