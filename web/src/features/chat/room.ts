import type { Discussion, QuestionDetail, SeenDiscussion, SharedEntry } from '@hearsay/contracts';

type RoomNeed = 'nothing' | 'join' | 'read';

/** A question's chat as this viewer knows it. Snapshots, entries and earlier pages join by the room's dense numbers. */
export interface Room {
  /** Last number without a gap before it; null before the first snapshot. */
  readonly lastNumber: number | null;
  readonly messages: readonly Discussion[];
  /** Removed messages. A late answer must not bring them back. */
  readonly gone: ReadonlySet<string>;
  readonly pinned: Discussion | null;
  /** False once the first message is loaded. */
  readonly hasEarlier: boolean;
  /** Last loaded number while reading from the beginning; null when the newest message is loaded. */
  readonly upTo: number | null;
  readonly discussionCount: number;
  readonly need: RoomNeed;
  readonly asked: number;
}

export const emptyRoom: Room = {
  lastNumber: null,
  messages: [],
  gone: new Set(),
  pinned: null,
  hasEarlier: false,
  upTo: null,
  discussionCount: 0,
  need: 'nothing',
  asked: 0,
};

interface RoomNews {
  readonly from: number;
  readonly to: number;
  readonly entries: readonly SharedEntry[];
  readonly discussionCount?: number;
}

export interface LaterPage {
  readonly after: number;
  readonly upTo: number;
  readonly lastNumber: number;
  readonly messages: readonly Discussion[];
}

export type RoomAction =
  | { readonly type: 'snapshot'; readonly detail: QuestionDetail; readonly pageSize: number }
  | { readonly type: 'joined'; readonly lastNumber: number; readonly discussionCount: number }
  | { readonly type: 'news'; readonly news: RoomNews }
  | { readonly type: 'resync' }
  | { readonly type: 'sent'; readonly message: Discussion }
  | { readonly type: 'removed'; readonly id: string }
  /** Messages before a number, which was the first loaded one at the request. */
  | {
      readonly type: 'earlier';
      readonly before: number;
      readonly messages: readonly Discussion[];
      readonly pageSize: number;
    }
  /** All messages after one number up to another. Those after 0 replace the loaded ones. */
  | ({ readonly type: 'later' } & LaterPage)
  | { readonly type: 'latest'; readonly detail: QuestionDetail; readonly pageSize: number };

export function roomReducer(room: Room, action: RoomAction): Room {
  switch (action.type) {
    case 'snapshot':
      return takeSnapshot(room, action.detail, action.pageSize);
    case 'joined':
      return { ...room, discussionCount: action.discussionCount };
    case 'news':
      return takeNews(room, action.news);
    case 'resync':
      return ask(room, 'read');
    case 'sent':
      // Its entry may still arrive. The last number stays, so that the entry finds the message here.
      return room.upTo === null ? { ...room, messages: merge(room, [action.message]) } : room;
    case 'removed':
      return without(room, [action.id]);
    case 'earlier':
      // The first loaded message has changed, so this page no longer joins it.
      if (room.messages[0]?.number !== action.before) return room;
      return { ...room, messages: merge(room, action.messages), hasEarlier: action.messages.length >= action.pageSize };
    case 'later':
      return takeLater(room, action);
    case 'latest': {
      const { gone, asked } = room;
      return catchUp(takeSnapshot({ ...emptyRoom, gone, asked }, action.detail, action.pageSize), room.lastNumber);
    }
  }
}

const ask = (room: Room, need: RoomNeed): Room => ({ ...room, need, asked: room.asked + 1 });

/** The newest message is loaded again. A join follows if the socket has told of newer ones. */
const catchUp = (room: Room, heard: number | null): Room =>
  (heard ?? 0) > (room.lastNumber ?? 0) ? ask(room, 'join') : room;

function takeLater(room: Room, { after, upTo, lastNumber, messages }: Extract<RoomAction, { type: 'later' }>): Room {
  const isBeginning = after === 0;
  // The last loaded message has changed since the request.
  if (!isBeginning && room.upTo !== after) return room;
  const next: Room = {
    ...room,
    messages: merge({ ...room, messages: isBeginning ? [] : room.messages }, messages),
    hasEarlier: room.hasEarlier && !isBeginning,
  };
  return upTo < lastNumber ? { ...next, upTo } : catchUp({ ...next, upTo: null, lastNumber }, room.lastNumber);
}

/**
 * Merges the newest messages of the server. Messages newer than the snapshot stay, because an entry can overtake an
 * answer. Messages before its first one stay, because they were paged in. Any others that it lacks are gone. If it
 * leaves a gap after the known messages, the chat starts from it: two ends of a gap must not look adjacent.
 */
function takeSnapshot(room: Room, detail: QuestionDetail, pageSize: number): Room {
  const isFirst = room.lastNumber === null;
  const isFull = detail.discussions.length >= pageSize;
  const first = isFull ? (detail.discussions[0]?.number ?? 0) : 0;
  const lastNumber = Math.max(room.lastNumber ?? 0, detail.lastNumber);
  const isStale = detail.lastNumber < lastNumber;
  const hasGap = room.lastNumber !== null && first > room.lastNumber + 1;
  const known = byId(room.messages);
  const isBehind = room.upTo !== null;
  const kept = room.messages.filter(({ number }) => (number < first && !hasGap) || number > detail.lastNumber);
  const read = detail.discussions.map((message) => newest(known.get(message.id), message));
  const next: Room = {
    ...room,
    lastNumber,
    // At the beginning, the newest messages only update loaded ones.
    messages: isBehind
      ? merge(
          room,
          read.filter(({ id }) => known.has(id)),
        )
      : merge({ ...room, messages: kept }, read),
    pinned: isStale || (detail.pinnedReply && room.gone.has(detail.pinnedReply.id)) ? room.pinned : detail.pinnedReply,
    hasEarlier: !isBehind && (isFirst || hasGap || first === 0) ? isFull : room.hasEarlier,
    discussionCount: isStale ? room.discussionCount : detail.discussionCount,
    need: 'nothing',
  };
  // After a resync the socket joins again from the current number.
  return room.need === 'read' ? ask(next, 'join') : next;
}

function takeNews(room: Room, { from, to, entries, discussionCount }: RoomNews): Room {
  const last = room.lastNumber;
  if (last === null || to <= last) return room;
  if (from > last + 1) return ask(room, 'join');
  const fresh = entries.filter(({ number }) => number > last);
  const arrived = fresh.flatMap((entry) =>
    entry.entry === 'message' ? [newest(knownOf(room.messages, entry.discussion), entry.discussion)] : [],
  );
  const joined = room.upTo === null ? arrived : [];
  const removed = fresh.flatMap((entry) => (entry.entry === 'removed' ? [entry.discussionId] : []));
  const grown: Room = {
    ...room,
    lastNumber: to,
    messages: merge(room, joined),
    need: room.need === 'read' ? 'read' : 'nothing',
  };
  const next = pin(without(grown, removed), fresh);
  const counted =
    discussionCount ??
    room.discussionCount + (next.messages.length - room.messages.length) + (arrived.length - joined.length);
  const isUnclear = fresh.some(needsReading) || isPinUnknown(next, fresh);
  return isUnclear ? ask({ ...next, discussionCount: counted }, 'read') : { ...next, discussionCount: counted };
}

const needsReading = ({ entry }: SharedEntry): boolean => !['message', 'removed', 'pinned'].includes(entry);

function pin(room: Room, entries: readonly SharedEntry[]): Room {
  const pinnedId = lastPinned(entries);
  const message = pinnedId === null ? undefined : room.messages.find(({ id }) => id === pinnedId);
  return message ? { ...room, pinned: { ...message, isPinned: true } } : room;
}

const isPinUnknown = (room: Room, entries: readonly SharedEntry[]): boolean => {
  const pinnedId = lastPinned(entries);
  return pinnedId !== null && !room.gone.has(pinnedId) && room.pinned?.id !== pinnedId;
};

const lastPinned = (entries: readonly SharedEntry[]): string | null =>
  entries.reduce<string | null>((found, entry) => (entry.entry === 'pinned' ? entry.discussionId : found), null);

function without(room: Room, ids: readonly string[]): Room {
  if (ids.length === 0) return room;
  const gone = new Set([...room.gone, ...ids]);
  return {
    ...room,
    gone,
    messages: room.messages.filter(({ id }) => !gone.has(id)),
    pinned: room.pinned && gone.has(room.pinned.id) ? null : room.pinned,
  };
}

/** Frames omit `isMine`, and answers can overtake each other. Ownership and opened words are never taken back. */
function newest(known: Discussion | undefined, incoming: SeenDiscussion & Partial<Discussion>): Discussion {
  const isMine = known?.isMine || incoming.isMine === true;
  if (!known) return { ...incoming, isMine };
  const content = incoming.content ?? known.content;
  return { ...incoming, isMine, content, isRevealed: known.isRevealed || incoming.isRevealed };
}

/** Searches from the end, because new messages are mostly the newest. */
function knownOf(messages: readonly Discussion[], { id, number }: SeenDiscussion): Discussion | undefined {
  for (let at = messages.length - 1; at >= 0; at -= 1) {
    const message = messages[at];
    if (!message || message.number < number) return undefined;
    if (message.id === id) return message;
  }
  return undefined;
}

const byId = (messages: readonly Discussion[]) => new Map(messages.map((message) => [message.id, message]));

/** Appends when all are newer, the usual case in a long chat. */
function merge(
  { messages, gone }: Pick<Room, 'messages' | 'gone'>,
  more: readonly Discussion[],
): readonly Discussion[] {
  const living = more.filter(({ id }) => !gone.has(id));
  if (living.length === 0) return messages;
  const last = messages.at(-1)?.number ?? 0;
  if (living.every(({ number }, index) => number > (living[index - 1]?.number ?? last)))
    return [...messages, ...living];
  const all = byId(messages);
  for (const message of living) all.set(message.id, message);
  return [...all.values()].sort((left, right) => left.number - right.number);
}
