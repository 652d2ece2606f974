import type { ReplyView, RoomEntry, RoomEntryView, SeenEntry } from '@hearsay/contracts';
import type { Cards, Counts } from './cards-and-counts.js';
import { presentDiscussion } from './discussion.js';

/** The replies that entries hold. */
export const repliesIn = (entries: readonly RoomEntryView[]): ReplyView[] =>
  entries.flatMap((entry) => (entry.entry === 'reply' ? [entry.reply] : []));

/** One change of a room. */
export const presentRoomEntry = (view: RoomEntryView, cards: Cards, counts: Counts, revealCount: number): RoomEntry => {
  const { number } = view;
  switch (view.entry) {
    case 'reply':
      return { number, entry: 'message', discussion: presentDiscussion(view.reply, cards, counts, { revealCount }) };
    case 'pinned':
    case 'removed':
      return { number, entry: view.entry, discussionId: view.replyId };
    case 'revealed':
      return { number, entry: 'revealed', revealCount: view.revealCount };
    case 'restored':
      // The wire knows no return of a message: like an edit it has clients read the question again.
      return { number, entry: 'edited' };
    case 'approved':
    case 'edited':
      return { number, entry: view.entry };
  }
};

/** The same for everyone's eyes: whoever the view was made for, nothing in it is anybody's own, nor says whose it is. */
export const presentSeenEntry = (view: RoomEntryView, cards: Cards, counts: Counts, revealCount: number): SeenEntry => {
  const everyones: RoomEntryView = view.entry === 'reply' ? { ...view, reply: { ...view.reply, isMine: false } } : view;
  const entry = presentRoomEntry(everyones, cards, counts, revealCount);
  if (entry.entry !== 'message') return entry;
  const { isMine: _, ...discussion } = entry.discussion;
  return { ...entry, discussion };
};
