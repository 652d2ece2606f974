import { type EventDefinition, type EventOf, eventDefinitions } from '@hearsay/contracts';
import { HaltingError } from '../runtime/failures.js';

type Definitions = ReadonlyMap<string, Pick<EventDefinition, 'schemaVersion'>>;

/** Another release wrote this event. This process would misread it. */
export class UnknownEventVersionError extends HaltingError {
  constructor(type: string, schemaVersion: number) {
    super(`${type} has version ${schemaVersion}, which this release does not know`);
    this.name = 'UnknownEventVersionError';
  }
}

/** Types that this release does not know pass: nothing here reads them. @throws UnknownEventVersionError */
export const refuseUnknownVersions = (
  events: readonly { readonly type: string; readonly schemaVersion: number }[],
  definitions: Definitions = eventDefinitions,
): void => {
  for (const { type, schemaVersion } of events) {
    const definition = definitions.get(type);
    if (definition && definition.schemaVersion !== schemaVersion)
      throw new UnknownEventVersionError(type, schemaVersion);
  }
};

/**
 * The one place where stored bytes become typed events: what lies in a stream was appended through `newEvent`.
 * @throws UnknownEventVersionError
 */
export const typedEvent = <D extends EventDefinition>(
  type: string,
  schemaVersion: number,
  data: Record<string, unknown>,
): EventOf<D> => {
  refuseUnknownVersions([{ type, schemaVersion }]);
  return { type, data } as EventOf<D>;
};
