import { Boosted } from '@hearsay/contracts';
import type { Reactor } from '../consumers/consumer-definitions.js';
import { newEvent, type StoredEvent } from '../log/events.js';
import type { CommandDefinition } from '../pipeline/commands.js';
import { boost, boostData } from './ledger.suite.js';
import { source } from './world.suite.js';

export const note: CommandDefinition<{ cause: string; isBad: boolean }, null> = {
  type: 'note',
  plan: ({ cause }) => ({ aggregates: { boost: [cause] }, claims: [`note:${cause}`] }),
  decide: ({ cause, isBad }, view) => {
    if (isBad) throw new TypeError('cannot read a timeout of nothing');
    if (!view.holds(`note:${cause}`)) return { events: [], result: null };
    return {
      events: [newEvent(Boosted, boostData(cause, cause, 1), { aggregate: boost, key: cause })],
      result: null,
    };
  },
};

export const noteReactor = (isBad: (event: StoredEvent) => boolean = () => false): Reactor => ({
  kind: 'reactor',
  name: 'notes',
  source,
  events: [Boosted],
  commands: (event) => [{ definition: note as never, input: { cause: event.eventId, isBad: isBad(event) } }],
});
