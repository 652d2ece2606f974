import { type ChatBody, Discussion, isUnseen, limits, textLength } from '@hearsay/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { newIdempotencyKey, send as sendAct } from '../../shared/api/api-client.ts';
import { mayWorkLater } from '../../shared/api/api-error.ts';
import { refreshEarnings } from '../../shared/boosts/boost.mutations.ts';
import { keepDraft, loadDraft } from '../../shared/drafts/drafts.ts';
import { areDraftsOf } from '../../shared/drafts/drafts-owner.ts';
import { sayFailed } from '../../shared/session/say-failed.ts';
import { chatTexts } from '../../shared/texts/chat.ts';
import { toast } from '../../shared/toast/toast.ts';
import { forgetUnconfirmed, keepUnconfirmed, loadUnconfirmed, type Unconfirmed } from './unconfirmed.ts';

interface Sending {
  readonly content: string;
  /** The room's last number at sending. The message itself may arrive after it. */
  readonly after: number;
}

interface SenderOptions {
  readonly questionId: string;
  readonly userId: string | null;
  readonly lastNumber: () => number;
  readonly hasArrived: (content: string, after: number) => boolean;
  readonly isAlwaysAnonymous: boolean;
  readonly onSent: (message: Discussion) => void;
}

export function useChatSender({
  questionId,
  userId,
  lastNumber,
  hasArrived,
  isAlwaysAnonymous,
  onSent,
}: SenderOptions) {
  const client = useQueryClient();
  const [text, setText] = useDraft(questionId);
  // Stored like the words: an anonymous draft is not sent under a name after a reload.
  const [chosen, choose] = useDraft(`${questionId} anonymously`);
  const setAnonymous = useCallback((isWanted: boolean) => choose(isWanted ? 'yes' : ''), [choose]);
  const isAnonymous = chosen !== '' || isAlwaysAnonymous;
  const [sending, setSending] = useState<Sending | null>(null);
  // Does not wait for the network: the words return to the composer and keep their key unless changed.
  const { mutateAsync } = useMutation({
    networkMode: 'always',
    retry: (failures, error) => failures < 1 && navigator.onLine && mayWorkLater(error),
    mutationFn: ({ content, isAnonymous, key }: Pick<Unconfirmed, 'content' | 'isAnonymous' | 'key'>) =>
      sendAct(Discussion, '/api/discussions', {
        body: { content, questionId, userId, isAnonymous } satisfies ChatBody,
        idempotencyKey: key,
      }),
    onSuccess: () => refreshEarnings(client),
  });
  const act = useRef({ words: '', key: '' });
  const latestText = useRef(text);
  latestText.current = text;

  // A reload during sending returns the words unless they have arrived.
  const [unconfirmed] = useState(() => loadUnconfirmed(questionId));
  const takeBack = useEffectEvent(() => {
    if (!unconfirmed) return;
    forgetUnconfirmed(questionId);
    const { content, after, key } = unconfirmed;
    if (hasArrived(content, after)) return;
    act.current = { words: `${unconfirmed.isAnonymous} ${content}`, key };
    setText(text ? `${content}\n${text}` : content);
  });
  useEffect(() => takeBack(), []);

  const giveBack = (content: string, error: unknown) => {
    // The sender has left this browser. The next user must not get their words.
    if (!areDraftsOf(userId)) return;
    const written = latestText.current;
    setText(written ? `${content}\n${written}` : content);
    sayFailed(client, error, chatTexts.mustSignIn.message, { title: chatTexts.composer.failed });
  };

  const isNextWanted = useRef(false);

  const send = async () => {
    if (sending) {
      isNextWanted.current = true;
      return;
    }
    const content = text.trim();
    if (isUnseen(content)) return;
    if (!navigator.onLine) {
      toast.bad(chatTexts.composer.failed);
      return;
    }
    const words = `${isAnonymous} ${content}`;
    if (act.current.words !== words) act.current = { words, key: newIdempotencyKey() };
    const { key } = act.current;
    const after = lastNumber();
    keepUnconfirmed(questionId, { content, isAnonymous, key, after });
    setText('');
    setSending({ content, after });
    // Awaited, not a callback: the words must return even after the page was left.
    try {
      const sent = await mutateAsync({ content, isAnonymous, key });
      act.current = { words: '', key: '' };
      onSent(sent);
    } catch (error) {
      isNextWanted.current = false;
      giveBack(content, error);
    } finally {
      forgetUnconfirmed(questionId);
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

  // A new function would redraw the composer with every message.
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
      keepDraft(name, next);
    },
    [name],
  );
  return [text, keep];
}
