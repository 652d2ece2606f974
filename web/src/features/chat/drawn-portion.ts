import type { ServerFrame } from '@hearsay/contracts';
import type { RoomNews } from './room.ts';

/** What is heard of a room: by the socket, or by the poll, which mostly says the same again. */
export type Heard = ServerFrame | { readonly type: 'polled'; readonly data: RoomNews };

/** So many new rows are drawn together at least, if so many wait: some more than come between two drawings of a chat with 50 messages a second. */
const FEW = 6;
/** Of twice as many and more a part is drawn, so that whoever has fallen behind catches up. */
const PART = 1 / 2;
/** So many fill a screen: row by row or together, they replace all that is there. */
const SCREENFUL = 20;

const entriesOf = (frame: Heard): number => (frame.type === 'room' ? frame.data.entries.length : 0);

/**
 * What of a busy chat is drawn together: a row takes its time to be made and laid out, and whoever taps waits for all that are drawn at once. The order
 * stays, and a frame of the socket with more entries than that is drawn in two parts.
 */
export function drawnPortion(frames: readonly Heard[]): { now: readonly Heard[]; later: readonly Heard[] } {
  const all = frames.reduce((sum, frame) => sum + entriesOf(frame), 0);
  if (all > SCREENFUL) return { now: frames, later: [] };
  let room = Math.max(FEW, Math.ceil(all * PART));
  for (const [index, frame] of frames.entries()) {
    const entries = entriesOf(frame);
    if (entries > room) {
      const [first, second] = split(frame, room);
      return { now: [...frames.slice(0, index), ...first], later: [...second, ...frames.slice(index + 1)] };
    }
    room -= entries;
  }
  return { now: frames, later: [] };
}

function split(frame: Heard, entries: number): [readonly Heard[], readonly Heard[]] {
  const second = frame.type === 'room' ? frame.data.entries[entries] : undefined;
  if (frame.type !== 'room' || entries === 0 || !second) return [[], [frame]];
  const { data } = frame;
  return [
    [{ ...frame, data: { ...data, to: second.number - 1, entries: data.entries.slice(0, entries) } }],
    [{ ...frame, data: { ...data, from: second.number, entries: data.entries.slice(entries) } }],
  ];
}
