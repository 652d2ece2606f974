import { createHash } from 'node:crypto';
import { type EventDefinition, type EventOf, eventDefinitions, type StoredData } from '@hearsay/contracts';
import type { Transaction } from '../runtime/connections.js';
import { HaltingError } from '../runtime/failures.js';
import type { NewEvent } from './events.js';

interface Versioned {
  readonly type: string;
  readonly schemaVersion: number;
  readonly data: StoredData;
}

const upcast = <E extends Versioned>(event: E): E => {
  const { type, schemaVersion } = event;
  const definition = eventDefinitions.get(type);
  if (!definition || definition.schemaVersion === schemaVersion) return event;
  if (schemaVersion > definition.schemaVersion || schemaVersion < 1)
    throw new HaltingError(`${type} has version ${schemaVersion}, which this release does not know`);
  const upcasts = definition.versions!.upcasts.slice(schemaVersion - 1);
  const data = upcasts.reduce((earlier, next) => next(earlier), event.data);
  return { ...event, schemaVersion: definition.schemaVersion, data };
};

const isNewest = ({ type, schemaVersion }: Versioned): boolean =>
  (eventDefinitions.get(type)?.schemaVersion ?? schemaVersion) === schemaVersion;

/**
 * Converts events to the newest version of their types. Unknown types stay as they are, because no code here reads
 * them.
 * @throws HaltingError for a version of a newer release
 */
export const upcastEvents = <E extends Versioned>(events: readonly E[]): readonly E[] =>
  events.every(isNewest) ? events : events.map(upcast);

/**
 * Converts stored data to the newest version. The cast is safe, because only `newEvent` makes events. @throws
 * HaltingError
 */
export const typedEvent = <D extends EventDefinition>(
  type: string,
  schemaVersion: number,
  data: Record<string, unknown>,
): EventOf<D> => ({ type, data: upcast({ type, schemaVersion, data }).data }) as EventOf<D>;

/**
 * The form in which an event is written. `event` has the data that a later reader of the log will get. `stored` has the
 * version and data for the log, if they differ from those of `event`.
 */
export const storedForm = (
  event: NewEvent,
  isNewestRead: boolean,
): { readonly event: NewEvent; readonly stored?: Pick<Versioned, 'schemaVersion' | 'data'> } => {
  const { type, schemaVersion, versions } = event.definition;
  if (!versions || (versions.writesNewest && isNewestRead)) return { event };
  const stored = { schemaVersion: schemaVersion - 1, data: versions.downcast(event.data) };
  return { event: { ...event, data: upcast({ type, ...stored }).data }, stored };
};

/** The event types of a service that this release writes in a new version, each with this version. */
export const eventsInNewVersion = (service: string): readonly string[] =>
  [...eventDefinitions.values()]
    .filter((definition) => definition.service === service && definition.versions?.writesNewest)
    .map(({ type, schemaVersion }) => `${type} ${schemaVersion}`);

/** A digest of the event versions that this release reads. Empty while every event has version 1. */
export const readingOfRelease = (): string => {
  const raised = [...eventDefinitions.values()].filter(({ schemaVersion }) => schemaVersion > 1);
  if (raised.length === 0) return '';
  const versions = raised.map(({ type, schemaVersion }) => `${type} ${schemaVersion}`).sort();
  return createHash('sha256').update(versions.join()).digest('hex').slice(0, 12);
};

/**
 * The name of a process's PostgreSQL sessions. By this name other processes see that the process lives, and which event
 * versions it reads.
 */
export const sessionName = (process: string): string => {
  const reading = readingOfRelease();
  return reading === '' ? process : `${process} reads ${reading}`;
};

/**
 * The distinct readings of the living processes of a service. Each process always has a session, because of its locks.
 * Processes of release 0.9.0 announce nothing, and read version 1.
 */
export const readingsOf = async (client: Transaction, service: string): Promise<string[]> => {
  const { rows } = await client.query<{ reading: string }>(
    `select distinct coalesce(substring(application_name from ' reads (.*)$'), '') as reading from pg_stat_activity
     where datname = current_database() and usename = current_user and starts_with(application_name, $1)`,
    [service],
  );
  return rows.map(({ reading }) => reading);
};
