import { eventStreamName, eventSubject, streamCheckSubject } from '@hearsay/contracts';
import {
  JetStreamApiError,
  type JetStreamManager,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
  type StoredMsg,
  type StreamInfo,
} from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/nats-core';
import { type ChainLink, envelopeOf, eventsIn, startOfChain } from './event-message.js';

/** JetStream's error codes, see https://github.com/nats-io/nats-server/blob/main/server/errors.json. */
const streamNotFound = 10059;
const streamNameInUse = 10058;

/** Where a service's events lie in JetStream. */
export interface EventStream {
  readonly name: string;
  readonly allSubjects: string;
  /** The one that messages are published under: each may hold events of several types and shards. */
  readonly subject: string;
  /** Under which readers tell the relay that something is missing. */
  readonly checkSubject: string;
}

export const eventStreamOf = (service: string, subjectPrefix: string): EventStream => ({
  // Names of streams take no dots, subjects do.
  name: `${subjectPrefix.replaceAll('.', '_')}${eventStreamName(service)}`,
  allSubjects: `${subjectPrefix}evt.${service}.>`,
  subject: `${subjectPrefix}${eventSubject(service)}`,
  checkSubject: `${subjectPrefix}${streamCheckSubject(service)}`,
});

/** What the server knows of a stream; a change that the relay has not made means that somebody else has been at it. */
export interface StreamShape {
  readonly firstSequence: number;
  /** What the next message has to expect. */
  readonly lastSequence: number;
  readonly messages: number;
  /** Changes when the stream is deleted and made again. */
  readonly created: string;
}

/** With the last message still in the stream; the start of the chain when there is none. */
export interface StreamEnd extends StreamShape, ChainLink {
  /** Of the last event; undefined in an empty stream. */
  readonly eventId: string | undefined;
  /** Of the last message that the server gives out. */
  readonly lastReadable: number;
}

const isError = (error: unknown, code: number) => error instanceof JetStreamApiError && error.code === code;

/** Undefined when the stream does not exist. */
export const streamInfo = async (manager: JetStreamManager, stream: EventStream) => {
  try {
    return await manager.streams.info(stream.name);
  } catch (error) {
    if (isError(error, streamNotFound)) return undefined;
    throw error;
  }
};

/** Resolves when JetStream answers for this account. @throws what it answers */
export const checkJetStream = async (of: {
  connection: NatsConnection;
  service: string;
  subjectPrefix: string;
}): Promise<void> => {
  await streamInfo(
    await jetstreamManager(of.connection, { checkAPI: false }),
    eventStreamOf(of.service, of.subjectPrefix),
  );
};

/** Creates the stream when it is missing: no limit of age or size, on disk. */
const ensureStream = async (manager: JetStreamManager, stream: EventStream) => {
  const found = await streamInfo(manager, stream);
  if (found) return found;
  try {
    return await manager.streams.add({
      name: stream.name,
      subjects: [stream.allSubjects],
      retention: RetentionPolicy.Limits,
      storage: StorageType.File,
      max_age: 0,
      max_bytes: -1,
      max_msgs: -1,
    });
  } catch (error) {
    // Another replica was quicker.
    if (isError(error, streamNameInUse)) return manager.streams.info(stream.name);
    throw error;
  }
};

export const shapeOf = ({ state, created }: StreamInfo): StreamShape => ({
  firstSequence: state.first_seq,
  lastSequence: state.last_seq,
  messages: state.messages,
  created: String(created),
});

/** The end of the stream as a relay needs it; makes the stream if need be. */
export const readEnd = async (manager: JetStreamManager, stream: EventStream): Promise<StreamEnd> =>
  endOf(manager, stream, shapeOf(await ensureStream(manager, stream)));

/** The end of the stream; undefined when there is no stream. */
export const findEnd = async (manager: JetStreamManager, stream: EventStream): Promise<StreamEnd | undefined> => {
  const info = await streamInfo(manager, stream);
  return info && endOf(manager, stream, shapeOf(info));
};

const endOf = async (manager: JetStreamManager, stream: EventStream, shape: StreamShape): Promise<StreamEnd> => {
  const { firstSequence, lastSequence } = shape;
  let message = shape.messages === 0 ? undefined : await lastMessage(manager, stream, firstSequence, lastSequence);
  const lastReadable = message?.seq ?? firstSequence - 1;
  let envelope = envelopeOf(message?.header);
  // Only a stranger's message has no log position: the cursor is the last of ours.
  while (message && !envelope.logPosition) {
    message =
      message.seq > firstSequence ? await lastMessage(manager, stream, firstSequence, message.seq - 1) : undefined;
    envelope = envelopeOf(message?.header);
  }
  const { logPosition, number } = envelope;
  if (!message || !logPosition) return { ...shape, ...startOfChain, lastReadable, eventId: undefined };
  return {
    ...shape,
    logPosition,
    number,
    lastReadable,
    eventId: number > 0 ? eventsIn(message.data).at(-1)?.eventId : undefined,
  };
};

/** The message at a sequence, undefined when it was deleted or never there. */
export const messageAt = async (
  manager: JetStreamManager,
  stream: EventStream,
  sequence: number,
): Promise<StoredMsg | undefined> => (await manager.streams.getMessage(stream.name, { seq: sequence })) ?? undefined;

/** The newest message that a relay has put into the stream; undefined without one. */
export const lastOf = async (manager: JetStreamManager, stream: EventStream): Promise<StoredMsg | undefined> =>
  (await manager.streams.getMessage(stream.name, { last_by_subj: stream.subject })) ?? undefined;

/**
 * The last message at or below `last`, which may itself be deleted. Steps back in doubling strides and closes in by halving,
 * since a cut tail may be long.
 */
const lastMessage = async (
  manager: JetStreamManager,
  stream: EventStream,
  first: number,
  last: number,
): Promise<StoredMsg | undefined> => {
  const atOrAfter = async (sequence: number) => {
    const query: { seq: number; next_by_subj: string } = { seq: sequence, next_by_subj: stream.allSubjects };
    const message = await manager.streams.getMessage(stream.name, query);
    return message && message.seq <= last ? message : undefined;
  };
  let found = await atOrAfter(last);
  let noneFrom = last;
  for (let stride = 1; !found && noneFrom > first; stride *= 2) {
    const from = Math.max(first, noneFrom - stride);
    found = await atOrAfter(from);
    if (!found) noneFrom = from;
  }
  while (found && found.seq + 1 < noneFrom) {
    const middle = Math.ceil((found.seq + noneFrom) / 2);
    const later = await atOrAfter(middle);
    if (later) found = later;
    else noneFrom = middle;
  }
  return found;
};
