import type { Discussion } from '@hearsay/contracts';
import { useEffect, useRef, useState } from 'react';
import { chatTexts } from '../../shared/texts/chat.ts';
import { authorName } from './chat-rows.ts';
import { newerThan } from './shown-messages.ts';
import { useGathered } from './use-gathered.ts';

/** Minimum time between announcements: about as long as one takes to say. */
const SAID_EVERY_MS = 5000;

/** Announces the newest message and the number of others, so that a busy chat is not read out in full. */
export function Announcement({
  messages,
  isAtBeginning = false,
}: {
  messages: readonly Discussion[];
  isAtBeginning?: boolean;
}) {
  const [said, setSaid] = useState('');
  const last = messages.at(-1)?.number ?? 0;
  const heard = useRef(last);
  const isReadOn = useRef(isAtBeginning);
  const news = useGathered<readonly Discussion[]>(SAID_EVERY_MS, (all) => {
    const fresh = newerThan(all.at(-1) ?? [], heard.current).filter(({ isMine }) => !isMine);
    heard.current = Math.max(heard.current, all.at(-1)?.at(-1)?.number ?? 0);
    const newest = fresh.at(-1);
    if (!newest) return;
    const words = `${authorName(newest)}: ${newest.content ?? chatTexts.stillWhisper}`;
    setSaid(fresh.length > 1 ? `${chatTexts.missed(fresh.length)}. ${words}` : words);
  });
  useEffect(() => {
    if (last <= heard.current) return;
    // Reading on from the beginning loads newer messages that have not just arrived.
    if (isReadOn.current) heard.current = last;
    else news.add(messages);
  }, [last, messages, news]);
  useEffect(() => {
    isReadOn.current = isAtBeginning;
  });
  return (
    <p className="sr-only" aria-live="polite">
      {said}
    </p>
  );
}
