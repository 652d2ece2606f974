import type { RoomEntry, SharedEntry } from '@hearsay/contracts';

/** A room entry as all viewers get it. `authorId` is null unless the entry is a signed reply. */
export interface EncodedEntry {
  readonly number: number;
  readonly entry: SharedEntry['entry'];
  readonly json: string;
  readonly replyId: string | null;
  readonly authorId: string | null;
}

export const encodeEntry = (entry: SharedEntry): EncodedEntry => {
  const reply = entry.entry === 'message' ? entry.discussion : null;
  const ids = { replyId: reply?.id ?? null, authorId: reply?.userId ?? null };
  return { number: entry.number, entry: entry.entry, json: JSON.stringify(entry), ...ids };
};

/** A reply looks removed to a viewer who has muted its author. The entry stays, because numbers are dense. */
const removed = (number: number, discussionId: string) => ({ number, entry: 'removed' as const, discussionId });

/** Signed replies of these people look removed. The number of entries stays the same. */
export const entriesWithoutMuted = (entries: readonly RoomEntry[], people: readonly string[]): RoomEntry[] =>
  entries.map((entry) =>
    entry.entry === 'message' && entry.discussion.userId !== null && people.includes(entry.discussion.userId)
      ? removed(entry.number, entry.discussion.id)
      : entry,
  );

const isBy = ({ authorId }: EncodedEntry, people: readonly string[]): boolean =>
  authorId !== null && people.includes(authorId);

/** True if one of these people has signed one of the replies. */
export const hasEntryBy = (entries: readonly EncodedEntry[], people: readonly string[]): boolean =>
  people.length > 0 && entries.some((entry) => isBy(entry, people));

/** As `entriesWithoutMuted`, but with each entry as JSON. */
export const jsonWithoutMuted = (entries: readonly EncodedEntry[], people: readonly string[]): string[] =>
  entries.map((entry) => {
    const { number, replyId, json } = entry;
    return replyId !== null && isBy(entry, people) ? JSON.stringify(removed(number, replyId)) : json;
  });
