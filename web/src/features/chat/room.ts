import type { Discussion, QuestionDetail, SharedDiscussion, SharedEntry } from '@hearsay/contracts';

type RoomNeed = 'nothing' | 'join' | 'read';

/** A question's chat as this viewer knows it. The room's dense numbers connect snapshots, entries and pages. */
export interface Room {
  /** Last known number, without a gap before it. Null before the first snapshot. */
  readonly lastNumber: number | null;
  readonly messages: readonly Discussion[];
  /** Ids of removed messages, so that a late answer does not bring them back. */
  readonly removedIds: ReadonlySet<string>;
  readonly pinned: Discussion | null;
  /** False once the first message is loaded. */
  readonly hasEarlier: boolean;
  /** Last loaded number, while newer messages exist that are not loaded. Else null. */
  readonly upTo: number | null;
  readonly discussionCount: number;
  readonly need: RoomNeed;
  readonly asked: number;
  /** The newest threshold that was lowered while this room was watched. */
  readonly loweredTo: number | null;
}

export const emptyRoom: Room = {
  lastNumber: null,
  messages: [],
  removedIds: new Set(),
  pinned: null,
  hasEarlier: false,
  upTo: null,
  discussionCount: 0,
  need: 'nothing',
  asked: 0,
  loweredTo: null,
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
  | { readonly type: 'joined'; readonly discussionCount: number }
  | { readonly type: 'news'; readonly news: RoomNews }
  | { readonly type: 'resync' }
  | { readonly type: 'sent'; readonly message: Discussion }
  | { readonly type: 'removed'; readonly id: string }
  /** `before` was the number of the first loaded message at the request. */
  | {
      readonly type: 'earlier';
      readonly before: number;
      readonly messages: readonly Discussion[];
      readonly pageSize: number;
    }
  /** All messages after `after` up to `upTo`. With 0 as `after`, they replace the loaded messages. */
  | ({ readonly type: 'later' } & LaterPage)
  | { readonly type: 'latest'; readonly detail: QuestionDetail; readonly pageSize: number };

export function roomReducer(room: Room, action: RoomAction): Room {
  switch (action.type) {
    case 'snapshot':
      return mergeSnapshot(room, action.detail, action.pageSize);
    case 'joined':
      return { ...room, discussionCount: action.discussionCount };
    case 'news':
      return takeNews(room, action.news);
    case 'resync':
      return ask(room, 'read');
    case 'sent':
      // Does not raise the last number, because the message's own entry may still arrive.
      return room.upTo === null ? { ...room, messages: merge(room, [action.message]) } : room;
    case 'removed':
      return without(room, [action.id]);
    case 'earlier':
      // Since the request, the first loaded message has changed, so a gap could follow this page.
      if (room.messages[0]?.number !== action.before) return room;
      return { ...room, messages: merge(room, action.messages), hasEarlier: action.messages.length >= action.pageSize };
    case 'later':
      return takeLater(room, action);
    case 'latest': {
      const { removedIds, asked } = room;
      return catchUp(
        mergeSnapshot({ ...emptyRoom, removedIds, asked }, action.detail, action.pageSize),
        room.lastNumber,
      );
    }
  }
}

const ask = (room: Room, need: RoomNeed): Room => ({ ...room, need, asked: room.asked + 1 });

/** Joins again if the socket has reported a later number than these messages reach. */
const catchUp = (room: Room, heard: number | null): Room =>
  (heard ?? 0) > (room.lastNumber ?? 0) ? ask(room, 'join') : room;

function takeLater(room: Room, { after, upTo, lastNumber, messages }: Extract<RoomAction, { type: 'later' }>): Room {
  const isBeginning = after === 0;
  // Since the request, the last loaded message has changed, so a gap could precede this page.
  if (!isBeginning && room.upTo !== after) return room;
  const next: Room = {
    ...room,
    messages: merge({ ...room, messages: isBeginning ? [] : room.messages }, messages),
    hasEarlier: room.hasEarlier && !isBeginning,
  };
  return upTo < lastNumber ? { ...next, upTo } : catchUp({ ...next, upTo: null, lastNumber }, room.lastNumber);
}

/**
 * Merges a snapshot of the newest messages. Keeps newer messages, because an entry can overtake the answer. Keeps
 * earlier messages, because they were loaded as pages. Within the snapshot's range, drops messages that it lacks. If a
 * gap precedes the snapshot, keeps none of the earlier messages, because the messages on both sides of the gap would
 * look adjacent.
 */
function mergeSnapshot(room: Room, detail: QuestionDetail, pageSize: number): Room {
  const isFirst = room.lastNumber === null;
  const isFull = detail.discussions.length >= pageSize;
  const first = isFull ? (detail.discussions[0]?.number ?? 0) : 0;
  const lastNumber = Math.max(room.lastNumber ?? 0, detail.lastNumber);
  const isStale = detail.lastNumber < lastNumber;
  const hasGap = room.lastNumber !== null && first > room.lastNumber + 1;
  const known = byId(room.messages);
  const isBehind = room.upTo !== null;
  const kept = room.messages.filter(({ number }) => (number < first && !hasGap) || number > detail.lastNumber);
  const read = detail.discussions.map((message) => mergeMessage(known.get(message.id), message));
  const next: Room = {
    ...room,
    lastNumber,
    // While the newest messages are not loaded, the snapshot only updates loaded messages.
    messages: isBehind
      ? merge(
          room,
          read.filter(({ id }) => known.has(id)),
        )
      : merge({ ...room, messages: kept }, read),
    pinned:
      isStale || (detail.pinnedReply && room.removedIds.has(detail.pinnedReply.id)) ? room.pinned : detail.pinnedReply,
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
    entry.entry === 'message' ? [mergeMessage(findKnown(room.messages, entry.discussion), entry.discussion)] : [],
  );
  const joined = room.upTo === null ? arrived : [];
  const removed = fresh.flatMap((entry) => (entry.entry === 'removed' ? [entry.discussionId] : []));
  const grown: Room = {
    ...room,
    lastNumber: to,
    messages: merge(room, joined),
    loweredTo: fresh.findLast((entry) => entry.entry === 'threshold')?.replyBoostThreshold ?? room.loweredTo,
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
  return pinnedId !== null && !room.removedIds.has(pinnedId) && room.pinned?.id !== pinnedId;
};

const lastPinned = (entries: readonly SharedEntry[]): string | null =>
  entries.reduce<string | null>((found, entry) => (entry.entry === 'pinned' ? entry.discussionId : found), null);

function without(room: Room, ids: readonly string[]): Room {
  if (ids.length === 0) return room;
  const removedIds = new Set([...room.removedIds, ...ids]);
  return {
    ...room,
    removedIds,
    messages: room.messages.filter(({ id }) => !removedIds.has(id)),
    pinned: room.pinned && removedIds.has(room.pinned.id) ? null : room.pinned,
  };
}

/** Keeps ownership and opened words, because frames omit `isMine` and answers can overtake each other. */
function mergeMessage(known: Discussion | undefined, incoming: SharedDiscussion & Partial<Discussion>): Discussion {
  const isMine = known?.isMine || incoming.isMine === true;
  if (!known) return { ...incoming, isMine };
  const content = incoming.content ?? known.content;
  return { ...incoming, isMine, content, isRevealed: known.isRevealed || incoming.isRevealed };
}

/** Searches from the end, because entries mostly concern the newest messages. */
function findKnown(messages: readonly Discussion[], { id, number }: SharedDiscussion): Discussion | undefined {
  for (let at = messages.length - 1; at >= 0; at -= 1) {
    const message = messages[at];
    if (!message || message.number < number) return undefined;
    if (message.id === id) return message;
  }
  return undefined;
}

const byId = (messages: readonly Discussion[]) => new Map(messages.map((message) => [message.id, message]));

/** Usually all added messages are newer than the known ones, and are only appended. */
function merge(
  { messages, removedIds }: Pick<Room, 'messages' | 'removedIds'>,
  more: readonly Discussion[],
): readonly Discussion[] {
  const living = more.filter(({ id }) => !removedIds.has(id));
  if (living.length === 0) return messages;
  const last = messages.at(-1)?.number ?? 0;
  if (living.every(({ number }, index) => number > (living[index - 1]?.number ?? last)))
    return [...messages, ...living];
  const all = byId(messages);
  for (const message of living) all.set(message.id, message);
  return [...all.values()].sort((left, right) => left.number - right.number);
}
