import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { QueryClient } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { fakeApiPerTest, withClient } from '../../../test/page.tsx';
import { ownUser, questionId, sampleId, sampleMessage } from '../../../test/sample-content.ts';
import { loadDraft, saveDraft } from '../../shared/drafts/drafts.ts';
import { createQueryClient } from '../../shared/session/query-client.ts';
import { beginSession, endSession, handleLostSession } from '../../shared/session/session.ts';
import { useChatSender } from './use-chat-sender.ts';

let answers: PromiseWithResolvers<object>[] = [];
const api = fakeApiPerTest(() => {
  const answer = Promise.withResolvers<object>();
  answers.push(answer);
  return answer.promise;
});
beforeEach(() => {
  answers = [];
});

function show(hasArrived = false) {
  const client = createQueryClient();
  beginSession(client, ownUser);
  const options = { questionId, userId: ownUser.id, isAlwaysAnonymous: false, lastNumber: () => 0, onSent: jest.fn() };
  const { result, unmount } = renderHook(
    () => useChatSender({ ...options, hasArrived: () => hasArrived }),
    withClient(client),
  );
  const send = (words: string) => {
    act(() => result.current.setText(words));
    act(() => result.current.send());
  };
  return {
    client,
    sender: result,
    send,
    unmount,
    rests: () => waitFor(() => expect(result.current.sending).toBeNull()),
  };
}
const unconfirmed = `${questionId} unconfirmed`;

describe('a message on its way', () => {
  it('a message and its key are stored until the server answers', async () => {
    const { sender, send, rests } = show();
    send('First this.');
    await waitFor(() => expect(api.acts).toHaveLength(1));
    expect(sender.current.text).toBe('');
    expect(JSON.parse(loadDraft(unconfirmed) ?? '')).toMatchObject({ content: 'First this.', key: api.acts[0]?.key });
    send('Then that.');
    expect([api.acts.length, sender.current.text]).toEqual([1, 'Then that.']);
    answers[0]?.resolve(sampleMessage(1));
    await waitFor(() => expect(api.acts).toHaveLength(2));
    answers[1]?.resolve(sampleMessage(2));
    await rests();
    expect(api.acts.map(({ body }) => body.content)).toEqual(['First this.', 'Then that.']);
    expect([sender.current.text, loadDraft(unconfirmed)]).toEqual(['', null]);
  });

  it.each([
    ['returns with its key, so that it is posted once', false],
    ['does not return if it has arrived', true],
  ])('a message that is being sent when the page reloads %s', async (_rule, hasArrived) => {
    saveDraft(unconfirmed, JSON.stringify({ content: 'This.', isAnonymous: false, key: 'kept', after: 7 }));
    const { sender, rests } = show(hasArrived);
    expect(sender.current.text).toBe(hasArrived ? '' : 'This.');
    act(() => sender.current.send());
    await waitFor(() => expect(api.acts.map(({ key }) => key)).toEqual(hasArrived ? [] : ['kept']));
    answers[0]?.resolve(sampleMessage(1));
    await rests();
    expect(loadDraft(unconfirmed)).toBeNull();
  });

  it.each(['{', 'null', '[]', '{"content":"This."}', '"This."'])(
    'no message is restored from the invalid stored value %s',
    (kept) => {
      saveDraft(unconfirmed, kept);
      expect(show().sender.current.text).toBe('');
    },
  );
});

it('the composer restores unsent words and their anonymity after a reload', () => {
  const { sender, unmount } = show();
  act(() => sender.current.setText('In the middle of a'));
  act(() => sender.current.setAnonymous(true));
  unmount();
  expect(show().sender.current).toMatchObject({ text: 'In the middle of a', isAnonymous: true });
});

const another = (client: QueryClient) => {
  endSession(client);
  beginSession(client, { ...ownUser, id: sampleId(77), username: 'lou' });
};
it.each([
  ['are returned to the composer', () => undefined, 'What I never'],
  ['are dropped if the session was lost before the failure', handleLostSession, null],
  ['are dropped if their writer signed out before the failure', endSession, null],
  ['are dropped if another person signed in before the failure', another, null],
])('words that could not be sent %s', async (_rule, leave, draft) => {
  const { client, send, rests } = show();
  send('What I never');
  await waitFor(() => expect(api.acts).toHaveLength(1));
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => leave(client));
  answers[0]?.reject(new DOMException('ended', 'AbortError'));
  await rests();
  expect(loadDraft(questionId)).toBe(draft);
  expect(Object.keys(localStorage).filter((key) => key.startsWith('draft:'))).toHaveLength(draft ? 1 : 0);
});
