import { type ChatBody, Discussion, isBlank, limits, textLength } from '@hearsay/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { isRetryable, newIdempotencyKey, send as sendAct } from '../../shared/api/api-client.ts';
import { refreshEarnings } from '../../shared/boosts/boost.mutations.ts';
import { areDraftsOf, loadDraft, loadJsonDraft, saveDraft } from '../../shared/drafts/drafts.ts';
import { showFailure } from '../../shared/session/show-failure.ts';
import { chatTexts } from '../../shared/texts/chat.ts';
import { toast } from '../../shared/toast/toast.ts';

const Sending = z.object({
  content: z.string(),
  isAnonymous: z.boolean(),
  /** Idempotency key of the message. */
  key: z.string(),
  /** The room's last number when the message was sent. The message gets a higher number. */
  after: z.number(),
});
type Sending = z.infer<typeof Sending>;

interface SenderOptions {
  readonly questionId: string;
  readonly userId: string | null;
  readonly lastNumber: () => number;
  readonly hasArrived: (content: string, after: number) => boolean;
  readonly isAlwaysAnonymous: boolean;
  readonly onSent: (message: Discussion) => void;
}

/** Questions to which this page load is sending a message. */
const onTheirWay = new Set<string>();

export function useChatSender(options: SenderOptions) {
  const { questionId, userId, lastNumber, hasArrived, isAlwaysAnonymous, onSent } = options;
  const client = useQueryClient();
  const [text, setText] = useDraft(questionId);
  // Stored like the words, so that an anonymous draft stays anonymous after a reload.
  const [chosen, choose] = useDraft(`${questionId} anonymously`);
  const setAnonymous = useCallback((isWanted: boolean) => choose(isWanted ? 'yes' : ''), [choose]);
  const isAnonymous = chosen !== '' || isAlwaysAnonymous;
  const latestText = useRef(text);
  latestText.current = text;
  const giveBack = (content: string) => setText(latestText.current ? `${content}\n${latestText.current}` : content);

  const sendingName = `${questionId} unconfirmed`;
  /** Stores the message while it is being sent, because a reload would lose it. */
  const keepSending = (message: Sending | null) => {
    onTheirWay[message ? 'add' : 'delete'](questionId);
    saveDraft(sendingName, message && JSON.stringify(message));
  };
  const [sending, setSending] = useState<Sending | null>(null);
  /** The last message that is not posted yet. If its words are sent again unchanged, they keep their key. */
  const last = useRef<Sending | null>(null);
  // A message that an earlier page load was still sending at its end.
  const [unconfirmed] = useState(() => (onTheirWay.has(questionId) ? null : loadJsonDraft(sendingName, Sending)));
  const takeBack = useEffectEvent(() => {
    if (!unconfirmed) return;
    keepSending(null);
    if (hasArrived(unconfirmed.content, unconfirmed.after)) return;
    last.current = unconfirmed;
    giveBack(unconfirmed.content);
  });
  useEffect(() => takeBack(), []);

  // Fails at once without a network, so that the words return to the composer.
  const { mutateAsync } = useMutation({
    networkMode: 'always',
    retry: (failures, error) => failures < 1 && navigator.onLine && isRetryable(error),
    mutationFn: ({ content, isAnonymous, key }: Sending) =>
      sendAct(Discussion, '/api/discussions', {
        body: { content, questionId, userId, isAnonymous } satisfies ChatBody,
        idempotencyKey: key,
      }),
    onSuccess: () => refreshEarnings(client),
  });
  const isNextWanted = useRef(false);

  const send = async () => {
    if (sending) {
      isNextWanted.current = true;
      return;
    }
    const content = text.trim();
    if (isBlank(content)) return;
    if (!navigator.onLine) {
      toast.bad(chatTexts.composer.failed);
      return;
    }
    const isSame = last.current?.content === content && last.current.isAnonymous === isAnonymous;
    const key = (isSame && last.current?.key) || newIdempotencyKey();
    const message = { content, isAnonymous, key, after: lastNumber() };
    last.current = message;
    keepSending(message);
    setText('');
    setSending(message);
    // Awaits the call, because callbacks of `mutate` do not run after the page was left.
    try {
      const sent = await mutateAsync(message);
      last.current = null;
      onSent(sent);
    } catch (error) {
      isNextWanted.current = false;
      // If the sender has signed out since, the next user must not get their words.
      if (areDraftsOf(userId)) {
        giveBack(content);
        showFailure(client, error, chatTexts.mustSignIn.message, { title: chatTexts.composer.failed });
      }
    } finally {
      keepSending(null);
      setSending(null);
    }
  };

  const sendNext = useEffectEvent(() => {
    if (!isNextWanted.current) return;
    isNextWanted.current = false;
    if (textLength(text) <= limits.chatMessage) void send();
  });
  const isFree = sending === null;
  useEffect(() => {
    if (isFree) sendNext();
  }, [isFree]);

  // Memoized, because a new function would redraw the composer with every message.
  const latestSend = useRef(send);
  latestSend.current = send;
  const sendLatest = useCallback(() => void latestSend.current(), []);

  return { text, setText, isAnonymous, setAnonymous, sending, send: sendLatest };
}

export type ChatSender = ReturnType<typeof useChatSender>;

function useDraft(name: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => loadDraft(name) ?? '');
  const keep = useCallback(
    (next: string) => {
      setText(next);
      saveDraft(name, next);
    },
    [name],
  );
  return [text, keep];
}
