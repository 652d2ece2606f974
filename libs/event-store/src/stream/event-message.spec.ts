import { Boosted, Unboosted } from '@hearsay/contracts';
import { describe, expect, it } from '@jest/globals';
import type { StoredMsg } from '@nats-io/jetstream';
import { type LogPosition, type StoredEvent, startOfLog } from '../log/events.js';
import {
  type ChainLink,
  type Delivery,
  envelopeOf,
  messageHeaders,
  newEventsAfter,
  packEvents,
  parseEvents,
  resumePointAfter,
  startOfChain,
} from './event-message.js';

const logPositionAt = (position: number): LogPosition => ({ epoch: 1, txid: '900', position: String(position) });

const event = (position: number, type: string = Boosted.type, data: Record<string, unknown> = {}): StoredEvent => ({
  eventId: `event-${position}`,
  logPosition: logPositionAt(position),
  stream: `boost-${position}`,
  version: 1,
  type,
  schemaVersion: 1,
  data,
  meta: { occurredAt: '2026-11-21T10:00:00.000Z', actor: null, correlationId: null, causationId: null },
});

const relayedTypes = [Boosted.type, Unboosted.type];
const events = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_value, index) => event(from + index));
const pack = (given: readonly StoredEvent[], maxEvents: number, after: ChainLink = startOfChain) => {
  const relayed = given.map((each) => ({ logPosition: each.logPosition, type: each.type, text: JSON.stringify(each) }));
  return [...packEvents(relayed, maxEvents, after, relayedTypes)];
};
const only = (given: readonly StoredEvent[]) => pack(given, 64)[0]!;
const delivered = (given: readonly StoredEvent[], sequence = 7): Delivery => ({ ...only(given), sequence });
const stored = (given: readonly StoredEvent[], seq = 7) => {
  const message = only(given);
  return { seq, header: messageHeaders(message, seq - 1), data: message.body } as unknown as StoredMsg;
};
const boosted: ReadonlySet<string> = new Set([Boosted.type]);
const positions = (met: Iterable<{ at: { logPosition: LogPosition } }>) =>
  [...met].map(({ at }) => at.logPosition.position);

describe('packing events', () => {
  it("events are packed in order, and each message has its last event's log position", () => {
    const packed = pack(events(1, 10), 4);
    expect(packed.map(({ count, logPosition }) => [count, logPosition.position])).toEqual([
      [4, '4'],
      [4, '8'],
      [2, '10'],
    ]);
    expect(packed.flatMap(({ body }) => parseEvents(body))).toEqual(events(1, 10));
  });

  it('no message is made without events', () => {
    expect(pack([], 64)).toEqual([]);
  });

  it('a big event is sent alone, and other messages stay below 256 KB', () => {
    const big = event(3, Boosted.type, { text: 'ä'.repeat(200_000) });
    const middling = [5, 6, 7].map((position) => event(position, Boosted.type, { text: 'x'.repeat(100_000) }));
    const packed = pack([event(1), event(2), big, event(4), ...middling], 64);
    expect(packed.map(({ body }) => parseEvents(body).map(({ logPosition }) => logPosition.position))).toEqual([
      ['1', '2'],
      ['3'],
      ['4', '5', '6'],
      ['7'],
    ]);
  });

  it('each message of the chain names the log position before it', () => {
    const packed = pack(events(6, 10), 2, { logPosition: logPositionAt(5), number: 40 });
    expect(
      packed.map(({ previous, logPosition, number }) => [previous.position, logPosition.position, number]),
    ).toEqual([
      ['5', '7', 42],
      ['7', '9', 44],
      ['9', '10', 45],
    ]);
  });

  it('a message lists each of its event types once, with count and position', () => {
    const header = messageHeaders(only([event(1), event(2, Unboosted.type), event(3)]), 41);
    expect(envelopeOf(header)).toEqual({
      logPosition: logPositionAt(3),
      previous: startOfLog,
      number: 3,
      count: 3,
      types: [Boosted.type, Unboosted.type],
      relayedTypes,
    });
    expect(header.get('Nats-Expected-Last-Sequence')).toBe('41');
  });

  it('each message names all event types of the stream', () => {
    const [first, second] = pack(events(1, 4), 2);
    expect([first!.relayedTypes, second!.relayedTypes]).toEqual([relayedTypes, relayedTypes]);
  });
});

describe('reading a message', () => {
  it('a reader counts all later events, and gets those of wanted types', () => {
    const mixed = [event(1), event(2), event(3, Unboosted.type), event(4)];
    const met = [...newEventsAfter(delivered(mixed), logPositionAt(1), boosted)];
    expect(met.map(({ at, event: wanted }) => [at.logPosition.position, at.sequence, wanted?.eventId])).toEqual([
      ['2', 7, 'event-2'],
      ['3', 7, undefined],
      ['4', 7, 'event-4'],
    ]);
  });

  it('a reader does not parse a body without a wanted type', () => {
    const unread = {
      ...delivered([event(1, Unboosted.type), event(2, Unboosted.type)]),
      body: new Uint8Array([0]),
    };
    expect([...newEventsAfter(unread, startOfLog, boosted)]).toEqual([
      { at: { logPosition: logPositionAt(2), sequence: 7 }, event: undefined },
    ]);
  });

  it.each([4, 5])('a reader finds no event at or beyond the end %j', (position) => {
    expect(positions(newEventsAfter(delivered(events(1, 4)), logPositionAt(position), boosted))).toEqual([]);
  });

  it('a message that no relay has written has no envelope', () => {
    expect(envelopeOf(undefined)).toBeUndefined();
  });
});

describe('resuming after a log position', () => {
  it.each([
    ['starts behind the message when it ends at the log position', events(1, 4), { sequence: 8, number: 4 }],
    ['starts at the message when the log position lies in its middle', events(2, 9), { sequence: 7, number: 3 }],
    ['starts at the message when it begins at the log position', events(4, 9), { sequence: 7, number: 1 }],
    ['finds no start when the message lies behind the log position', events(5, 9), undefined],
    ['finds no start when the message lies before the log position', events(1, 3), undefined],
  ])('%s', (_where, held, expected) => {
    expect(resumePointAfter(stored(held), logPositionAt(4))).toEqual(expected);
  });

  it('no message to resume at is found when the hinted message is gone', () => {
    expect(resumePointAfter(undefined, logPositionAt(4))).toBeUndefined();
  });
});
