import type { Discussion, QuestionDetail, SeenDiscussion, SeenEntry } from '@hearsay/contracts';

/** What has to be asked of the server before the room is whole again. */
type RoomNeed = 'nothing' | 'join' | 'read';

/** A question's chat as this viewer knows it: snapshots, entries and earlier pages, joined by the room's dense numbers. */
export interface Room {
  /** The last number up to which nothing is missing; null before the first snapshot. */
  readonly lastNumber: number | null;
  /** Living messages, oldest first. */
  readonly messages: readonly Discussion[];
  /** Messages that are known to be gone: an answer that is older than the news of it must not bring them back. */
  readonly gone: ReadonlySet<string>;
  /** The message above the chat. */
  readonly pinned: Discussion | null;
  /** False once the first message of the chat has been read. */
  readonly hasEarlier: boolean;
  /** The last number of the loaded messages while the reader is at the beginning; null while they reach the newest message. */
  readonly upTo: number | null;
  readonly discussionCount: number;
  readonly need: RoomNeed;
  /** Counts how often something was asked for, so that asking twice for the same reason is two askings. */
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

/** What happened from one number to another, by the socket (which also counts the messages) or by the poll. */
interface RoomNews {
  readonly from: number;
  readonly to: number;
  readonly entries: readonly SeenEntry[];
  readonly discussionCount?: number;
}

export interface LaterPage {
  readonly after: number;
  readonly upTo: number;
  /** The last number of the room when the page was asked for. */
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
  /** The messages before a number: that of the first message when they were asked for. */
  | {
      readonly type: 'earlier';
      readonly before: number;
      readonly messages: readonly Discussion[];
      readonly pageSize: number;
    }
  /** All messages after one number up to another. Those after 0 replace what was loaded. */
  | ({ readonly type: 'later' } & LaterPage)
  /** The newest messages, which replace what was loaded. */
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
      // Its entry may still be on the way, so the last number does not move: the entry then finds it here.
      return room.upTo === null ? { ...room, messages: merge(room, [action.message]) } : room;
    case 'removed':
      return without(room, [action.id]);
    case 'earlier':
      // The chat begins elsewhere by now: what was asked for does not join it any more.
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

/** The loaded messages reach the newest one again. The room is joined from its last number where the socket has told of newer ones meanwhile. */
const catchUp = (room: Room, heard: number | null): Room =>
  (heard ?? 0) > (room.lastNumber ?? 0) ? ask(room, 'join') : room;

function takeLater(room: Room, { after, upTo, lastNumber, messages }: Extract<RoomAction, { type: 'later' }>): Room {
  const isBeginning = after === 0;
  // The loaded messages end elsewhere since this page was asked for.
  if (!isBeginning && room.upTo !== after) return room;
  const next: Room = {
    ...room,
    messages: merge({ ...room, messages: isBeginning ? [] : room.messages }, messages),
    hasEarlier: room.hasEarlier && !isBeginning,
  };
  return upTo < lastNumber ? { ...next, upTo } : catchUp({ ...next, upTo: null, lastNumber }, room.lastNumber);
}

/**
 * The newest messages as the server has them. What is newer than the snapshot stays, since an entry can overtake an answer;
 * what is older than its first message stays, since it was paged in; in between, what is missing is gone. Where so much was missed that the
 * snapshot does not reach back to what was known, the chat begins with the snapshot: nobody may take two ends of a gap for neighbours.
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
    // At the beginning the newest messages do not join the loaded ones, but can change some of them.
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
  // After a resync the socket has to join again from where this viewer stands now.
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
  // At the beginning the newest messages are only counted.
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

/** Words that open or change come only with the question itself; so does what this reader does not know. */
const needsReading = ({ entry }: SeenEntry): boolean => !['message', 'removed', 'pinned'].includes(entry);

/** The message that was pinned last, if it is here. */
function pin(room: Room, entries: readonly SeenEntry[]): Room {
  const pinnedId = lastPinned(entries);
  const message = pinnedId === null ? undefined : room.messages.find(({ id }) => id === pinnedId);
  return message ? { ...room, pinned: { ...message, isPinned: true } } : room;
}

const isPinUnknown = (room: Room, entries: readonly SeenEntry[]): boolean => {
  const pinnedId = lastPinned(entries);
  return pinnedId !== null && !room.gone.has(pinnedId) && room.pinned?.id !== pinnedId;
};

const lastPinned = (entries: readonly SeenEntry[]): string | null =>
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

/** Frames do not say whose a message is, and answers can overtake each other: one's own words and opened words are never taken back. */
function newest(known: Discussion | undefined, incoming: SeenDiscussion & Partial<Discussion>): Discussion {
  const isMine = known?.isMine || incoming.isMine === true;
  if (!known) return { ...incoming, isMine };
  const content = incoming.content ?? known.content;
  return { ...incoming, isMine, content, isRevealed: known.isRevealed || incoming.isRevealed };
}

/** The message as it is known. What comes is newer than nearly all of a long chat, so it is looked for from the end. */
function knownOf(messages: readonly Discussion[], { id, number }: SeenDiscussion): Discussion | undefined {
  for (let at = messages.length - 1; at >= 0; at -= 1) {
    const message = messages[at];
    if (!message || message.number < number) return undefined;
    if (message.id === id) return message;
  }
  return undefined;
}

const byId = (messages: readonly Discussion[]) => new Map(messages.map((message) => [message.id, message]));

/** A chat can be long and what comes is mostly newer than all of it: then it is only appended. */
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
