import { Discussion } from '@hearsay/contracts';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { read } from '../../shared/api/api-client.ts';
import { isNotFound } from '../../shared/api/api-error.ts';
import { chatTexts } from '../../shared/texts/chat.ts';
import { toast } from '../../shared/toast/toast.ts';
import type { Room } from './room.ts';

const PREFIX = '#reply-';

/** The reply of a link (`#reply-{id}`), or null. Earlier pages load until it is found or known to be gone. */
export function useSoughtReply(room: Room, loadEarlier: () => Promise<void>): string | null {
  const { hash } = useLocation();
  const soughtId = hash.startsWith(PREFIX) ? hash.slice(PREFIX.length) : null;
  const [number, setNumber] = useState<number | null>(null);
  const first = room.messages[0]?.number ?? 0;
  const isLoaded =
    soughtId !== null && (room.pinned?.id === soughtId || room.messages.some(({ id }) => id === soughtId));
  const lookedUp = useRef<string | null>(null);

  useEffect(() => {
    if (soughtId === null || isLoaded || lookedUp.current === soughtId) return;
    lookedUp.current = soughtId;
    read(Discussion, `/api/discussions/${encodeURIComponent(soughtId)}`)
      .then((reply) => setNumber(reply.number))
      .catch((error) => isNotFound(error) && toast.bad(chatTexts.gone));
  }, [soughtId, isLoaded]);

  useEffect(() => {
    if (number === null || isLoaded || !room.hasEarlier || number >= first) return;
    loadEarlier().catch(() => setNumber(null));
  }, [number, isLoaded, room.hasEarlier, first, loadEarlier]);

  return soughtId;
}
