import { type EventDefinition, type EventOf, eventDefinitions } from '@hearsay/contracts';
import { HaltingError } from '../runtime/failures.js';

type Definitions = ReadonlyMap<string, Pick<EventDefinition, 'schemaVersion' | 'upcasts'>>;

/** A newer release wrote this event. This process would misread it. */
export class NewerEventVersionError extends HaltingError {
  constructor(type: string, schemaVersion: number) {
    super(`${type} has version ${schemaVersion}, which this release does not know`);
    this.name = 'NewerEventVersionError';
  }
}

/** @throws NewerEventVersionError when one of the events is newer than its definition here */
export const refuseNewerVersions = (
  events: readonly { readonly type: string; readonly schemaVersion: number }[],
  definitions: Definitions = eventDefinitions,
): void => {
  for (const { type, schemaVersion } of events) {
    if (schemaVersion > (definitions.get(type)?.schemaVersion ?? schemaVersion)) throw new NewerEventVersionError(type, schemaVersion);
  }
};

/**
 * Lifts stored data to the newest version of its type, one version at a time. What this process does not know (a type of a
 * newer release, or a newer version) passes through untouched.
 * @throws when a step of the chain is missing: a definition without it must not be released.
 */
export const upcast = (
  type: string,
  schemaVersion: number,
  data: Record<string, unknown>,
  definitions: Definitions = eventDefinitions,
): Record<string, unknown> => {
  const definition = definitions.get(type);
  if (!definition) return data;
  let lifted = data;
  for (let version = schemaVersion; version < definition.schemaVersion; version += 1) {
    const step = definition.upcasts[version];
    if (!step) throw new Error(`${type} has no upcast from version ${version}`);
    lifted = step(lifted);
  }
  return lifted;
};

/** The version that `upcast` answers for data stored under `schemaVersion`. */
export const upcastVersion = (type: string, schemaVersion: number, definitions: Definitions = eventDefinitions): number =>
  Math.max(schemaVersion, definitions.get(type)?.schemaVersion ?? schemaVersion);

/**
 * The one place where stored bytes become typed events: what lies in a stream was appended through `newEvent`, and is lifted
 * to the newest version of its type.
 */
export const typedEvent = <D extends EventDefinition>(type: string, schemaVersion: number, data: Record<string, unknown>): EventOf<D> =>
  ({ type, data: upcast(type, schemaVersion, data) }) as EventOf<D>;
