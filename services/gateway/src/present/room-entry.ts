import type { RoomEntry, RoomEntryView } from '@hearsay/contracts';
import type { Cards, Counts } from './cards-and-counts.js';
import { presentDiscussion } from './discussion.js';

/** One change of a room. */
export const presentRoomEntry = (view: RoomEntryView, cards: Cards, counts: Counts, revealCount: number): RoomEntry =>
  view.entry === 'reply'
    ? { number: view.number, entry: 'message', discussion: presentDiscussion(view.reply, cards, counts, { revealCount }) }
    : { number: view.number, entry: 'revealed', revealCount: view.revealCount };

/**
 * The same for everyone's eyes: whoever the view was made for, nothing in it is anybody's own.
 */
export const presentRoomEntryForVisitors = (view: RoomEntryView, cards: Cards, counts: Counts, revealCount: number): RoomEntry =>
  presentRoomEntry(view.entry === 'reply' ? { ...view, reply: { ...view.reply, isMine: false } } : view, cards, counts, revealCount);
