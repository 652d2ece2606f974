import type { Discussion, QuestionDetail, RoomEntry, ServerFrameOf } from '@hearsay/contracts';

/** What has to be asked of the server before the room is whole again. */
type RoomNeed = 'nothing' | 'join' | 'read';

/** A question's chat as this viewer knows it: snapshots, live frames and earlier pages, joined by the room's dense numbers. */
export interface Room {
  /** The last number up to which nothing is missing; null before the first snapshot. */
  readonly lastNumber: number | null;
  /** Living messages, oldest first. */
  readonly messages: readonly Discussion[];
  /** False once the first message of the chat has been read. */
  readonly hasEarlier: boolean;
  readonly discussionCount: number;
  readonly need: RoomNeed;
  /** Counts how often something was asked for, so that asking twice for the same reason is two askings. */
  readonly asked: number;
}

export const emptyRoom: Room = { lastNumber: null, messages: [], hasEarlier: false, discussionCount: 0, need: 'nothing', asked: 0 };

export type RoomAction =
  | { readonly type: 'snapshot'; readonly detail: QuestionDetail; readonly pageSize: number }
  | { readonly type: 'joined'; readonly lastNumber: number; readonly discussionCount: number }
  | { readonly type: 'frame'; readonly frame: Pick<ServerFrameOf<'room'>['data'], 'from' | 'to' | 'entries' | 'discussionCount'> }
  | { readonly type: 'resync' }
  | { readonly type: 'sent'; readonly message: Discussion }
  | { readonly type: 'earlier'; readonly messages: readonly Discussion[]; readonly pageSize: number };

export function roomReducer(room: Room, action: RoomAction): Room {
  switch (action.type) {
    case 'snapshot':
      return takeSnapshot(room, action.detail, action.pageSize);
    case 'joined':
      return { ...room, discussionCount: action.discussionCount };
    case 'frame':
      return takeFrame(room, action.frame);
    case 'resync':
      return ask(room, 'read');
    case 'sent':
      // Its frame may still be on the way, so the last number does not move: the frame then finds it here.
      return { ...room, messages: merge(room.messages, [action.message]) };
    case 'earlier':
      return { ...room, messages: merge(room.messages, action.messages), hasEarlier: action.messages.length >= action.pageSize };
  }
}

const ask = (room: Room, need: RoomNeed): Room => ({ ...room, need, asked: room.asked + 1 });

/**
 * The newest messages as the server has them. What is newer than the snapshot stays, since a frame can overtake an answer;
 * what is older than its first message stays, since it was paged in; in between, what is missing is gone.
 */
function takeSnapshot(room: Room, detail: QuestionDetail, pageSize: number): Room {
  const isFirst = room.lastNumber === null;
  const isFull = detail.discussions.length >= pageSize;
  const first = isFull ? (detail.discussions[0]?.number ?? 0) : 0;
  const kept = room.messages.filter(({ number }) => number < first || number > detail.lastNumber);
  const lastNumber = Math.max(room.lastNumber ?? 0, detail.lastNumber);
  const isStale = detail.lastNumber < lastNumber;
  const known = new Map(room.messages.map((message) => [message.id, message]));
  const messages = merge(
    kept,
    detail.discussions.map((message) => newest(known.get(message.id), message)),
  );
  const next: Room = {
    ...room,
    lastNumber,
    messages,
    hasEarlier: isFirst || first === 0 ? isFull : room.hasEarlier,
    discussionCount: isStale ? room.discussionCount : detail.discussionCount,
    need: 'nothing',
  };
  // After a resync the socket has to join again from where this viewer stands now.
  return room.need === 'read' ? ask(next, 'join') : next;
}

function takeFrame(room: Room, frame: Extract<RoomAction, { type: 'frame' }>['frame']): Room {
  if (room.lastNumber === null || frame.to <= room.lastNumber) return room;
  if (frame.from > room.lastNumber + 1) return ask(room, 'join');
  const fresh = frame.entries.filter(({ number }) => number > (room.lastNumber ?? 0));
  const known = new Map(room.messages.map((message) => [message.id, message]));
  const next: Room = {
    ...room,
    lastNumber: frame.to,
    discussionCount: frame.discussionCount,
    messages: merge(
      room.messages,
      fresh.flatMap((entry) => messageOf(entry, known)),
    ),
  };
  // A reveal opens the words for everyone, and words come only with the question itself; so does what is not known here.
  return fresh.some(({ entry }) => entry !== 'message') ? ask(next, 'read') : next;
}

const messageOf = (entry: RoomEntry, known: ReadonlyMap<string, Discussion>): Discussion[] =>
  entry.entry === 'message' ? [newest(known.get(entry.discussion.id), entry.discussion)] : [];

/** Frames do not know the viewer and answers can overtake each other: one's own words and opened words are never taken back. */
function newest(known: Discussion | undefined, incoming: Discussion): Discussion {
  if (!known) return incoming;
  const isMine = known.isMine || incoming.isMine;
  const content = incoming.content ?? known.content;
  return { ...incoming, isMine, content, isRevealed: known.isRevealed || incoming.isRevealed };
}

function merge(known: readonly Discussion[], more: readonly Discussion[]): readonly Discussion[] {
  if (more.length === 0) return known;
  const byId = new Map(known.map((message) => [message.id, message]));
  for (const message of more) byId.set(message.id, message);
  return [...byId.values()].sort((left, right) => left.number - right.number);
}
