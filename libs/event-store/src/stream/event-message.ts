import type { StoredMsg } from '@nats-io/jetstream';
import { headers, type MsgHdrs } from '@nats-io/nats-core';
import { compareLogPositions, type LogPosition, type StoredEvent, startOfLog } from '../log/events.js';
import type { LoggedEvent } from '../log/log-reader.js';

const envelopeHeader = 'Hearsay-Events';
/** Maximum size of a message with several events. A NATS server accepts 1 MB by default. */
const maxBytes = 256 * 1024;

export interface ChainLink {
  readonly logPosition: LogPosition;
  /** Number of events in the stream up to the end of this message. 0 at the start of the stream. */
  readonly number: number;
}

export const startOfChain: ChainLink = { logPosition: startOfLog, number: 0 };

/** The header of a message. Only readers of one of its event types read the body. */
export interface Envelope extends ChainLink {
  /**
   * The log position at which the previous message ends. A reader that has not reached this position lacks a message.
   */
  readonly previous: LogPosition;
  readonly count: number;
  readonly types: readonly string[];
  /** The event types that the stream has up to this message. Release 0.9.0 sets them in the first message only. */
  readonly relayedTypes?: readonly string[];
}

export interface EventMessage extends Envelope {
  readonly body: Uint8Array;
}

export interface Delivery extends Envelope {
  readonly sequence: number;
  readonly body: Uint8Array;
}

export interface Checkpoint {
  readonly logPosition: LogPosition;
  /** A hint: the JetStream sequence of the message that contains or ends at the log position. 0 means no hint. */
  readonly sequence: number;
}

export interface ReadEvent {
  readonly at: Checkpoint;
  readonly event: StoredEvent | undefined;
}

/** Packs events into messages. An event that is too large for a shared message gets its own. */
export const packEvents = function* (
  events: readonly LoggedEvent[],
  maxEvents: number,
  after: ChainLink,
  relayedTypes: readonly string[],
): Generator<EventMessage> {
  let { logPosition: previous, number } = after;
  for (let from = 0; from < events.length; ) {
    let to = from;
    let bytes = 0;
    for (; to < events.length && to - from < maxEvents; to += 1) {
      bytes += Buffer.byteLength(events[to]!.text);
      if (to > from && bytes > maxBytes) break;
    }
    const packed = events.slice(from, to);
    const { logPosition } = packed.at(-1)!;
    number += packed.length;
    yield {
      logPosition,
      previous,
      number,
      count: packed.length,
      types: [...new Set(packed.map(({ type }) => type))],
      relayedTypes,
      body: Buffer.from(`[${packed.map(({ text }) => text).join(',')}]`),
    };
    previous = logPosition;
    from = to;
  }
};

export const positionText = ({ epoch, txid, position }: LogPosition): string => `${epoch}.${txid}.${position}`;

export const messageHeaders = ({ body: _, ...envelope }: EventMessage, expectedLastSequence: number): MsgHdrs => {
  const header = headers();
  header.set('Nats-Expected-Last-Sequence', String(expectedLastSequence));
  header.set(envelopeHeader, JSON.stringify(envelope));
  return header;
};

/** Reads a message's header. Undefined for a message that is not from a relay. */
export const envelopeOf = (header: MsgHdrs | undefined): Envelope | undefined => {
  const text = header?.get(envelopeHeader);
  return text ? (JSON.parse(text) as Envelope) : undefined;
};

export const parseEvents = (body: Uint8Array): readonly StoredEvent[] =>
  JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString()) as readonly StoredEvent[];

/** Events of other types, or a message without such types, yield an item that only moves the checkpoint. */
export const newEventsAfter = (
  { logPosition, sequence, body, ...delivery }: Delivery,
  after: LogPosition,
  types: ReadonlySet<string>,
): readonly ReadEvent[] => {
  if (compareLogPositions(logPosition, after) <= 0) return [];
  if (!delivery.types.some((type) => types.has(type))) return [{ at: { logPosition, sequence }, event: undefined }];
  const isFresh = compareLogPositions(delivery.previous, after) >= 0;
  return parseEvents(body)
    .filter((event) => isFresh || compareLogPositions(event.logPosition, after) > 0)
    .map((event) => ({
      at: { logPosition: event.logPosition, sequence },
      event: types.has(event.type) ? event : undefined,
    }));
};

/**
 * Finds the message to read next. It is the hinted message if events follow the log position in it, or else the next
 * one. Undefined if the hinted message lacks the position, because a refilled stream may pack the events differently.
 */
export const resumePointAfter = (hinted: StoredMsg | undefined, logPosition: LogPosition) => {
  const envelope = envelopeOf(hinted?.header);
  if (!hinted || !envelope || compareLogPositions(envelope.logPosition, logPosition) < 0) return undefined;
  const index = parseEvents(hinted.data).findIndex(
    (event) => compareLogPositions(event.logPosition, logPosition) === 0,
  );
  if (index < 0) return undefined;
  const left = envelope.count - index - 1;
  return { sequence: left === 0 ? hinted.seq + 1 : hinted.seq, number: envelope.number - left };
};
