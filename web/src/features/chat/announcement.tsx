import type { Discussion } from '@hearsay/contracts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { chatTexts } from '../../shared/texts/chat.ts';
import { authorName, messagesNewerThan } from './chat-rows.ts';
import { useThrottledValue } from './use-throttled.ts';

/** Minimum time between announcements. A screen reader takes about this long to say one. */
const SAID_EVERY_MS = 5000;

/** Announces the newest message and the number of missed ones, so that a busy chat is not read out in full. */
export function Announcement({ messages, isAtBeginning }: { messages: readonly Discussion[]; isAtBeginning: boolean }) {
  const [said, setSaid] = useState('');
  const last = messages.at(-1)?.number ?? 0;
  const heard = useRef(last);
  const isReadOn = useRef(isAtBeginning);
  useEffect(() => {
    // A reader who continues from the beginning loads newer messages. Does not announce them as new.
    if (isReadOn.current) heard.current = Math.max(heard.current, last);
    isReadOn.current = isAtBeginning;
  });
  const upTo = useThrottledValue(last, SAID_EVERY_MS);
  const say = useEffectEvent(() => {
    const fresh = messagesNewerThan(messages, heard.current).filter(({ isMine }) => !isMine);
    heard.current = Math.max(heard.current, last);
    const newest = fresh.at(-1);
    if (!newest) return;
    const words = `${authorName(newest)}: ${newest.content ?? chatTexts.stillWhisper}`;
    setSaid(fresh.length > 1 ? `${chatTexts.missed(fresh.length)}. ${words}` : words);
  });
  useEffect(() => {
    if (upTo > heard.current) say();
  }, [upTo]);
  return (
    <p className="sr-only" aria-live="polite">
      {said}
    </p>
  );
}
