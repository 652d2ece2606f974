import type { Discussion } from '@hearsay/contracts';
import { useState } from 'react';
import { chatTexts } from '../../shared/texts/chat.ts';
import { authorName } from './chat-rows.ts';

/** Says the newest message to those who listen to the page instead of looking at it. */
export function Announcement({ newest }: { newest: Discussion | undefined }) {
  const [firstId] = useState(newest?.id);
  const isNew = newest !== undefined && newest.id !== firstId && !newest.isMine;
  return (
    <p className="sr-only" aria-live="polite">
      {isNew && `${authorName(newest)}: ${newest.content ?? chatTexts.stillWhisper}`}
    </p>
  );
}
