import { eventStreamName, eventSubject, streamCheckSubject } from '@hearsay/contracts';
import {
  DiscardPolicy,
  JetStreamApiError,
  type JetStreamManager,
  jetstreamManager,
  StorageType,
  type StoredMsg,
  type StreamInfo,
} from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/nats-core';
import type { StoredEvent } from '../log/events.js';
import {
  type ChainLink,
  type Checkpoint,
  envelopeOf,
  parseEvents,
  resumePointAfter,
  startOfChain,
} from './event-message.js';

/** JetStream's code of this error, from https://github.com/nats-io/nats-server/blob/main/server/errors.json. */
const streamNotFound = 10059;

export interface EventStream {
  readonly name: string;
  readonly allSubjects: string;
  readonly subject: string;
  readonly checkSubject: string;
}

export const eventStreamOf = (service: string, subjectPrefix: string): EventStream => ({
  // Stream names allow no dots, but the prefix may contain dots.
  name: `${subjectPrefix.replaceAll('.', '_')}${eventStreamName(service)}`,
  allSubjects: `${subjectPrefix}evt.${service}.>`,
  subject: `${subjectPrefix}${eventSubject(service)}`,
  checkSubject: `${subjectPrefix}${streamCheckSubject(service)}`,
});

export interface StreamSettings {
  /** Number of servers that keep a copy of the stream. */
  readonly replicas: number;
  /** Maximum size of the stream. Undefined means no limit. */
  readonly maxBytes?: number | undefined;
}

/** The chain link of the stream's last message, or the start of the chain if no message is from a relay. */
export interface StreamEnd extends ChainLink {
  readonly firstSequence: number;
  readonly lastSequence: number;
  readonly messages: number;
  /** Undefined if the last message is not from a relay. */
  readonly eventId: string | undefined;
  readonly lastReadable: number;
  /** The event types of the stream. Empty for an empty stream. */
  readonly relayedTypes: readonly string[];
}

export const createJetStreamManager = (connection: NatsConnection, timeout?: number): Promise<JetStreamManager> =>
  jetstreamManager(connection, { checkAPI: false, ...(timeout !== undefined && { timeout }) });

export const streamInfo = async (manager: JetStreamManager, stream: EventStream) => {
  try {
    return await manager.streams.info(stream.name);
  } catch (error) {
    if (error instanceof JetStreamApiError && error.code === streamNotFound) return undefined;
    throw error;
  }
};

/** Throws unless JetStream answers. A missing stream is no error. */
export const checkJetStream = async (of: {
  connection: NatsConnection;
  service: string;
  subjectPrefix: string;
}): Promise<void> => {
  await streamInfo(await createJetStreamManager(of.connection), eventStreamOf(of.service, of.subjectPrefix));
};

/** A full stream must refuse messages. With the other policy JetStream would delete the oldest events. */
const configOf = ({ replicas, maxBytes = -1 }: StreamSettings) => ({
  num_replicas: replicas,
  max_bytes: maxBytes,
  discard: DiscardPolicy.New,
});

/** Reads the end of a stream. Creates a missing stream on disk. If `settings` differ, an existing stream is changed. */
export const readStreamEnd = async (
  manager: JetStreamManager,
  stream: EventStream,
  settings?: StreamSettings,
): Promise<StreamEnd> => {
  const { name } = stream;
  const wanted = configOf(settings ?? { replicas: 1 });
  const found = await streamInfo(manager, stream);
  if (!found) {
    // If another process was faster, this call returns the existing stream.
    const made = await manager.streams.add({
      name,
      subjects: [stream.allSubjects],
      storage: StorageType.File,
      ...wanted,
    });
    return endOf(manager, stream, made);
  }
  const isCurrent = !settings || Object.entries(wanted).every(([key, value]) => found.config[key as never] === value);
  return endOf(manager, stream, isCurrent ? found : await manager.streams.update(name, wanted));
};

export const findStreamEnd = async (manager: JetStreamManager, stream: EventStream): Promise<StreamEnd | undefined> => {
  const info = await streamInfo(manager, stream);
  return info && endOf(manager, stream, info);
};

const endOf = async (manager: JetStreamManager, stream: EventStream, { state }: StreamInfo): Promise<StreamEnd> => {
  const message =
    state.messages === 0
      ? undefined
      : ((await manager.streams.getMessage(stream.name, { last_by_subj: stream.subject })) ?? undefined);
  const envelope = envelopeOf(message?.header);
  return {
    ...(envelope ?? startOfChain),
    firstSequence: state.first_seq,
    lastSequence: state.last_seq,
    messages: state.messages,
    lastReadable: message?.seq ?? state.first_seq - 1,
    relayedTypes: envelope?.relayedTypes ?? (await firstTypes(manager, stream, state)),
    eventId: message && envelope ? parseEvents(message.data).at(-1)?.eventId : undefined,
  };
};

/** Reads the types from the first message, because release 0.9.0 sets them only there. */
const firstTypes = async (
  manager: JetStreamManager,
  stream: EventStream,
  { messages, first_seq }: StreamInfo['state'],
): Promise<readonly string[]> => {
  const first = messages === 0 ? undefined : await readMessageAt(manager, stream, first_seq);
  return envelopeOf(first?.header)?.relayedTypes ?? [];
};

export const readMessageAt = async (
  manager: JetStreamManager,
  stream: EventStream,
  sequence: number,
): Promise<StoredMsg | undefined> => (await manager.streams.getMessage(stream.name, { seq: sequence })) ?? undefined;

/** Maximum number of messages that are requested at the same time. */
const readAtOnce = 50;

/** Yields the events of each message, newest message first. Skips messages that are not from a relay. */
export const messagesBackwards = async function* (
  manager: JetStreamManager,
  stream: EventStream,
): AsyncGenerator<readonly StoredEvent[]> {
  const end = await findStreamEnd(manager, stream);
  for (let last = end?.lastSequence ?? 0; end && last >= end.firstSequence; last -= readAtOnce) {
    const count = Math.min(readAtOnce, last - end.firstSequence + 1);
    const messages = await Promise.all(
      Array.from({ length: count }, (_, index) => readMessageAt(manager, stream, last - index)),
    );
    for (const message of messages) if (message && envelopeOf(message.header)) yield parseEvents(message.data);
  }
};

/** The hinted message or the next one, or the first message if the hint is wrong. Readers skip known events. */
export const startSequence = async (
  manager: JetStreamManager,
  stream: EventStream,
  { logPosition, sequence }: Checkpoint,
): Promise<{ readonly sequence: number; readonly number: number }> =>
  (sequence > 0 ? resumePointAfter(await readMessageAt(manager, stream, sequence), logPosition) : undefined) ?? {
    sequence: 1,
    number: 0,
  };
