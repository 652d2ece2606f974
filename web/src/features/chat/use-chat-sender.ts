import { type Discussion, limits, textLength } from '@hearsay/contracts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { newIdempotencyKey } from '../../shared/api/api-client.ts';
import { useDraft } from '../../shared/drafts/use-draft.ts';
import { chatTexts } from '../../shared/texts/chat.ts';
import { toast } from '../../shared/toast/toast.ts';
import { useSendMessage } from './chat.mutations.ts';

interface Sending {
  readonly content: string;
  /** The room's last number when it was sent: what arrives after it may be this very message. */
  readonly after: number;
}

interface SenderOptions {
  readonly questionId: string;
  readonly userId: string | null;
  readonly lastNumber: () => number;
  /** Named messages would be refused. */
  readonly isAlwaysAnonymous: boolean;
  readonly onSent: (message: Discussion) => void;
}

/** Writing and sending a chat message: shown at once, and given back to the composer when it could not be sent. */
export function useChatSender({ questionId, userId, lastNumber, isAlwaysAnonymous, onSent }: SenderOptions) {
  const [text, setText] = useDraft(questionId);
  const [isChosenAnonymous, setAnonymous] = useState(false);
  const isAnonymous = isChosenAnonymous || isAlwaysAnonymous;
  const [sending, setSending] = useState<Sending | null>(null);
  const message = useSendMessage(questionId, userId);
  const act = useRef({ words: '', key: '' });
  const latestText = useRef(text);
  latestText.current = text;

  const giveBack = (content: string) => {
    const written = latestText.current;
    setText(written ? `${content}\n${written}` : content);
    toast.bad(chatTexts.composer.failed);
  };

  /** Sent once more while a message is on its way: what is written then follows it, if it arrives. */
  const isNextWanted = useRef(false);

  const send = async () => {
    if (sending) {
      isNextWanted.current = true;
      return;
    }
    const content = text.trim();
    if (!content) return;
    if (!navigator.onLine) {
      toast.bad(chatTexts.composer.failed);
      return;
    }
    const words = `${isAnonymous} ${content}`;
    if (act.current.words !== words) act.current = { words, key: newIdempotencyKey() };
    setText('');
    setSending({ content, after: lastNumber() });
    // Awaited, not a callback: the words must come back also when the person has left the page meanwhile.
    try {
      const sent = await message.mutateAsync({ content, isAnonymous, idempotencyKey: act.current.key });
      act.current = { words: '', key: '' };
      onSent(sent);
    } catch {
      isNextWanted.current = false;
      giveBack(content);
    } finally {
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

  return { text, setText, isAnonymous, setAnonymous, sending, send };
}

export type ChatSender = ReturnType<typeof useChatSender>;
