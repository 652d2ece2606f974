import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, waitFor } from '@testing-library/react';
import { idOf, ownUser } from '../../test/sample-content.ts';

const reload = jest.fn();
jest.unstable_mockModule('./reload-without-asking.ts', () => ({ reloadWithoutAsking: reload }));
const { createQueryClient } = await import('../shared/api/query-client.ts');
const { queryKeys } = await import('../shared/api/query-keys.ts');
const { keepDraft, keepDraftsOf, loadDraft } = await import('../shared/drafts/drafts.ts');
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

describe('a page', () => {
  it('whose session is no more leaves unsent words to whoever wrote them', async () => {
    answer = null;
    open();
    act(() => void isNamedElsewhere());
    await waitFor(() => expect(forget).toHaveBeenCalledWith('last-feed'));
    expect(loadDraft('question')).toBe('What I never');
    expect(reload).not.toHaveBeenCalled();
  });

  it('whose session is the same stays as it is', async () => {
    answer = { ...ownUser, level: 7 };
    const client = open();
    act(() => void isNamedElsewhere());
    await waitFor(() => expect(client.getQueryData(queryKeys.session)).toEqual(answer));
    expect(loadDraft('question')).toBe('What I never');
    expect(reload).not.toHaveBeenCalled();
  });
});
