import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, waitFor } from '@testing-library/react';
import { idOf, ownUser, questionId } from '../../test/sample-content.ts';

const reload = jest.fn();
jest.unstable_mockModule('./reload-without-asking.ts', () => ({ reloadWithoutAsking: reload }));
const { createQueryClient } = await import('../shared/api/query-client.ts');
const { queryKeys } = await import('../shared/api/query-keys.ts');
const { keepDraft, keepDraftsOf, loadDraft } = await import('../shared/drafts/drafts.ts');
const { beginSession } = await import('../shared/session/use-session.ts');
const { useSessionElsewhere } = await import('./use-session-elsewhere.ts');

const other = { ...ownUser, id: idOf(77), username: 'lou' };
const realFetch = globalThis.fetch;
const forget = jest.fn<(name: string) => Promise<boolean>>(async () => true);
let answer: typeof ownUser | null;

function Page() {
  useSessionElsewhere();
  return null;
}

/** A page of somebody who has begun to write. */
function open() {
  const client = createQueryClient();
  client.setQueryData(queryKeys.session, ownUser);
  keepDraftsOf(ownUser.id);
  keepDraft('question', 'What I never');
  render(
    <QueryClientProvider client={client}>
      <Page />
    </QueryClientProvider>,
  );
  return client;
}

beforeEach(() => {
  localStorage.clear();
  jest.clearAllMocks();
  Object.assign(globalThis, { caches: { delete: forget } });
  globalThis.fetch = jest.fn<typeof fetch>(async () => Response.json(answer));
});
afterEach(() => {
  globalThis.fetch = realFetch;
  Reflect.deleteProperty(globalThis, 'caches');
});

const isNamedElsewhere = () => window.dispatchEvent(new StorageEvent('storage', { key: 'currentUser' }));
const isBroughtBack = () => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));

describe('a page whose session has become that of somebody else', () => {
  it.each([
    ['another tab names them', isNamedElsewhere],
    ['it is brought back', isBroughtBack],
  ])('is loaded anew as theirs, without what the one before has written, when %s', async (_when, happen) => {
    answer = other;
    open();
    act(() => void happen());
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    expect(forget).toHaveBeenCalledWith('last-feed');
    expect(loadDraft('question')).toBeNull();
  });
});

describe('a page whose session is no more', () => {
  const question = queryKeys.question.detail(questionId);

  /** Somebody was here, and another tab says that they are no more. */
  async function left() {
    const client = open();
    client.setQueryData(question, { title: 'As its reader sees it' });
    answer = null;
    act(() => void isNamedElsewhere());
    await waitFor(() => expect(client.getQueryData(queryKeys.session)).toBeNull());
    return client;
  }

  /** Another tab names somebody, and the page has learned who it is. */
  async function comes(client: Awaited<ReturnType<typeof left>>, user: typeof ownUser) {
    answer = user;
    act(() => void isNamedElsewhere());
    await waitFor(() => expect(client.getQueryData(queryKeys.session)).toEqual(user));
  }

  it('holds nothing that was read for them, and leaves unsent words to whoever wrote them', async () => {
    const client = await left();
    expect(client.getQueryData(question)).toBeUndefined();
    expect(forget).toHaveBeenCalledWith('last-feed');
    expect(loadDraft('question')).toBe('What I never');
    expect(reload).not.toHaveBeenCalled();
  });

  it('is loaded anew as that of somebody else who comes, without those words', async () => {
    const client = await left();
    await comes(client, other);
    expect(reload).toHaveBeenCalledTimes(1);
    expect(loadDraft('question')).toBeNull();
  });

  it('goes on, with those words, when they come back; nothing that a visitor has read stays', async () => {
    const client = await left();
    client.setQueryData(question, { title: 'As a visitor sees it' });
    await comes(client, ownUser);
    expect(client.getQueryData(question)).toBeUndefined();
    expect(loadDraft('question')).toBe('What I never');
    expect(reload).not.toHaveBeenCalled();
  });

  it('goes on when somebody else signs in on it', async () => {
    const client = await left();
    act(() => beginSession(client, other));
    await comes(client, { ...other, level: 7 });
    expect(loadDraft('question')).toBeNull();
    expect(reload).not.toHaveBeenCalled();
  });

  it('is no page whose session could not be read', async () => {
    const client = open();
    client.setQueryData(question, { title: 'As its reader sees it' });
    globalThis.fetch = jest.fn<typeof fetch>(async () => new Response('', { status: 403 }));
    act(() => void isNamedElsewhere());
    await waitFor(() => expect(client.getQueryState(queryKeys.session)?.status).toBe('error'));
    expect(client.getQueryData(queryKeys.session)).toEqual(ownUser);
    expect(client.getQueryData(question)).toBeDefined();
    expect(reload).not.toHaveBeenCalled();
  });
});

describe('a page', () => {
  it('whose session is the same stays as it is', async () => {
    answer = { ...ownUser, level: 7 };
    const client = open();
    act(() => void isNamedElsewhere());
    await waitFor(() => expect(client.getQueryData(queryKeys.session)).toEqual(answer));
    expect(loadDraft('question')).toBe('What I never');
    expect(reload).not.toHaveBeenCalled();
  });
});
