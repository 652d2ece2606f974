import type { StoredMsg } from '@nats-io/jetstream';
import { headers, type MsgHdrs } from '@nats-io/nats-core';
import type { Checkpoint } from '../consumers/checkpoints.js';
import { compareLogPositions, type LogPosition, type StoredEvent, startOfLog } from '../log/events.js';
import type { RelayedEvent } from '../log/log-reader.js';

/** Of the message's last event. */
const positionHeader = 'Hearsay-Position';
/** Of the last event of the message before: a reader that has not come so far lacks something. */
const previousHeader = 'Hearsay-Previous-Position';
/** How many events the stream holds up to the end of this message. */
const numberHeader = 'Hearsay-Event-Number';
/** Each type once, so that a reader who wants none of them leaves the body alone. */
const typesHeader = 'Hearsay-Event-Type';
const countHeader = 'Hearsay-Event-Count';
/** In the first message of a stream only: the event types that the stream is made of. */
const relayedTypesHeader = 'Hearsay-Relayed-Types';
const expectedSequenceHeader = 'Nats-Expected-Last-Sequence';
/** The most bytes of events in one message, far below the 1 MB that a NATS server takes unless it is configured otherwise. */
const mostBytes = 256 * 1024;

/** How far a chain of messages has come. */
export interface ChainLink {
  /** Of the last event. */
  readonly logPosition: LogPosition;
  /** Of the last event among those of the stream, from 1 on; 0 before the first. */
  readonly number: number;
}

export const startOfChain: ChainLink = { logPosition: startOfLog, number: 0 };

/** Consecutive relayed events of a log on their way into one message of its stream. */
export interface EventMessage extends ChainLink {
  readonly previous: LogPosition;
  readonly count: number;
  readonly types: readonly string[];
  readonly body: Uint8Array;
}

/** What a message's headers hold; the body is for whoever wants one of the types. */
export interface Envelope {
  /** Of the last event; undefined for a message that no relay has written. */
  readonly logPosition: LogPosition | undefined;
  /** Of the last event of the message before, the start of the log in the first one. */
  readonly previous: LogPosition | undefined;
  readonly number: number;
  readonly count: number;
  readonly types: readonly string[];
}

/** An event where a reader meets it; the event is undefined where the reader does not want it. */
export interface MetEvent {
  readonly at: Checkpoint;
  readonly event: StoredEvent | undefined;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Puts the events that follow `after` into as few messages as hold them, in their order: a larger event than a message should hold
 * goes alone.
 */
export const packEvents = function* (
  events: readonly RelayedEvent[],
  mostEvents: number,
  after: ChainLink,
): Generator<EventMessage> {
  let texts: string[] = [];
  let types = new Set<string>();
  let bytes = 0;
  let { logPosition: previous, number } = after;
  const message = (logPosition: LogPosition): EventMessage => {
    number += texts.length;
    const packed = {
      logPosition,
      previous,
      number,
      count: texts.length,
      types: [...types],
      body: encoder.encode(`[${texts.join(',')}]`),
    };
    previous = logPosition;
    return packed;
  };
  for (const [index, { text, type }] of events.entries()) {
    const size = Buffer.byteLength(text);
    if (texts.length > 0 && (texts.length >= mostEvents || bytes + size > mostBytes)) {
      yield message(events[index - 1]!.logPosition);
      texts = [];
      types = new Set();
      bytes = 0;
    }
    texts.push(text);
    types.add(type);
    bytes += size;
  }
  if (texts.length > 0) yield message(events.at(-1)!.logPosition);
};

/** As in headers, and for operators: epoch, transaction id and position. */
export const positionText = ({ epoch, txid, position }: LogPosition): string => `${epoch}.${txid}.${position}`;

const positionIn = (header: MsgHdrs | undefined, name: string): LogPosition | undefined => {
  const [epoch, txid, position] = header?.get(name)?.split('.') ?? [];
  return epoch && txid && position ? { epoch: Number(epoch), txid, position } : undefined;
};

/** `relayedTypes`: what the stream is made of, as its first message says. */
export const headersOf = (
  message: EventMessage,
  expectedLastSequence: number,
  relayedTypes: readonly string[],
): MsgHdrs => {
  const header = headers();
  header.set(expectedSequenceHeader, String(expectedLastSequence));
  header.set(positionHeader, positionText(message.logPosition));
  header.set(previousHeader, positionText(message.previous));
  header.set(numberHeader, String(message.number));
  header.set(typesHeader, message.types.join(','));
  header.set(countHeader, String(message.count));
  if (compareLogPositions(message.previous, startOfLog) === 0) header.set(relayedTypesHeader, relayedTypes.join(','));
  return header;
};

/** The log position of the last event in a message; undefined for a message that no relay has written. */
export const logPositionOf = (header: MsgHdrs | undefined): LogPosition | undefined =>
  positionIn(header, positionHeader);

export const envelopeOf = (header: MsgHdrs | undefined): Envelope => ({
  logPosition: logPositionOf(header),
  previous: positionIn(header, previousHeader),
  number: Number(header?.get(numberHeader) || 0),
  count: Number(header?.get(countHeader) || 1),
  types: header?.get(typesHeader)?.split(',') ?? [],
});

/** The event types that a stream is made of, as its first message says; undefined in any other message. */
export const relayedTypesIn = (header: MsgHdrs | undefined): readonly string[] | undefined =>
  header?.get(relayedTypesHeader) ? header.get(relayedTypesHeader).split(',') : undefined;

/** All events of a message, in order. */
export const eventsIn = (body: Uint8Array): readonly StoredEvent[] =>
  JSON.parse(decoder.decode(body)) as readonly StoredEvent[];

/** A message's events: parsed when the first reader wants one of them, and once for all readers. */
export class MessageBody {
  /** In bytes. */
  readonly size: number;
  readonly #body: Uint8Array;
  #parsed: readonly StoredEvent[] | undefined;

  constructor(body: Uint8Array) {
    this.size = body.byteLength;
    this.#body = body;
  }

  /** In order. */
  get events(): readonly StoredEvent[] {
    this.#parsed ??= eventsIn(this.#body);
    return this.#parsed;
  }
}

/**
 * What a reader of `types` who has come as far as `after` meets in a message: every event behind that log position, or only the end of a
 * message that has none of the types.
 */
export const metIn = function* (
  delivery: Envelope & { readonly sequence: number; readonly body: MessageBody },
  after: LogPosition,
  types: ReadonlySet<string>,
): Generator<MetEvent> {
  const { logPosition, previous, sequence, body } = delivery;
  if (!logPosition || compareLogPositions(logPosition, after) <= 0) return;
  if (!delivery.types.some((type) => types.has(type))) {
    yield { at: { logPosition, sequence }, event: undefined };
    return;
  }
  const isNew = previous && compareLogPositions(previous, after) >= 0;
  const { events } = body;
  const first = isNew ? 0 : events.findIndex(({ logPosition: each }) => compareLogPositions(each, after) > 0);
  for (const event of events.slice(first)) {
    yield { at: { logPosition: event.logPosition, sequence }, event: types.has(event.type) ? event : undefined };
  }
};

/** Where to go on reading, and the number of the last event before. */
export interface ReadingStart {
  readonly sequence: number;
  readonly number: number;
}

/**
 * Where in the stream to go on behind a log position, if the message has it: at the message itself when the log position lies in its middle.
 * Whoever starts there skips what is not behind the log position. Undefined: the message does not hold the log position, whatever its own is; a
 * stream that was filled again may hold the same events in other messages.
 */
export const startBehind = (hinted: StoredMsg | undefined, logPosition: LogPosition): ReadingStart | undefined => {
  const envelope = envelopeOf(hinted?.header);
  if (!hinted || !envelope.logPosition) return undefined;
  const side = compareLogPositions(envelope.logPosition, logPosition);
  if (side === 0) return { sequence: hinted.seq + 1, number: envelope.number };
  if (side < 0) return undefined;
  const index = eventsIn(hinted.data).findIndex((event) => compareLogPositions(event.logPosition, logPosition) === 0);
  return index < 0 ? undefined : { sequence: hinted.seq, number: envelope.number - envelope.count + index + 1 };
};
