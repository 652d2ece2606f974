import { type Discussion, isUnseen, limits, textLength } from '@hearsay/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { newIdempotencyKey } from '../../shared/api/api-client.ts';
import { keepDraft, loadDraft } from '../../shared/drafts/drafts.ts';
import { areDraftsOf } from '../../shared/drafts/drafts-owner.ts';
import { sayFailed } from '../../shared/session/say-failed.ts';
import { chatTexts } from '../../shared/texts/chat.ts';
import { toast } from '../../shared/toast/toast.ts';
import { useSendMessage } from './chat.mutations.ts';
import { forgetUnconfirmed, keepUnconfirmed, loadUnconfirmed } from './unconfirmed.ts';

interface Sending {
  readonly content: string;
  /** The room's last number when it was sent: what arrives after it may be this very message. */
  readonly after: number;
}

interface SenderOptions {
  readonly questionId: string;
  readonly userId: string | null;
  readonly lastNumber: () => number;
  /** Whether one's own message with these words is among those after a number. */
  readonly hasArrived: (content: string, after: number) => boolean;
  /** Named messages would be refused. */
  readonly isAlwaysAnonymous: boolean;
  readonly onSent: (message: Discussion) => void;
}

/** Writing and sending a chat message: shown at once, and given back to the composer when it could not be sent. */
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
  // Kept like the words: what was written without a name is not sent under one after a reload.
  const [chosen, choose] = useDraft(`${questionId} anonymously`);
  const setAnonymous = useCallback((isWanted: boolean) => choose(isWanted ? 'yes' : ''), [choose]);
  const isAnonymous = chosen !== '' || isAlwaysAnonymous;
  const [sending, setSending] = useState<Sending | null>(null);
  const message = useSendMessage(questionId, userId);
  const act = useRef({ words: '', key: '' });
  const latestText = useRef(text);
  latestText.current = text;

  // The page was loaded anew while words were on their way: they are given back, unless they have arrived.
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
    // Whoever sent it has left this browser meanwhile: their words are not for whoever comes.
    if (!areDraftsOf(userId)) return;
    const written = latestText.current;
    setText(written ? `${content}\n${written}` : content);
    sayFailed(client, error, chatTexts.mustSignIn.message, { title: chatTexts.composer.failed });
  };

  /** Sent once more while a message is on its way: what is written then follows it, if it arrives. */
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
    // Awaited, not a callback: the words must come back also when the person has left the page meanwhile.
    try {
      const sent = await message.mutateAsync({ content, isAnonymous, idempotencyKey: key });
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

  // One function for good: with another for every message that comes the composer would be drawn with each of them.
  const latestSend = useRef(send);
  latestSend.current = send;
  const sendLatest = useCallback(() => void latestSend.current(), []);

  return { text, setText, isAnonymous, setAnonymous, sending, send: sendLatest };
}

export type ChatSender = ReturnType<typeof useChatSender>;

/** Unsent words under a name, such as a question's chat: they survive a reload and a walk through other pages. */
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
