/**
 * A process with a small service and a reader of its events, in release 1 or 2. In event version 2 the booster's id has
 * another name. The process reads the variables NAME, RELEASE, SOURCE_URL, TARGET_URL, NATS_URL and PREFIX.
 */
import { Boosted, type EventData, type EventOf, Refusal, type Versions } from '@hearsay/contracts';
import { connectNats } from '@hearsay/messaging';
import type { Projector } from '../consumers/consumer-definitions.js';
import { startConsumers } from '../consumers/consumers.js';
import { newEvent } from '../log/events.js';
import { NewestVersions } from '../log/newest-versions.js';
import { readingsOf, sessionName } from '../log/versions.js';
import type { CommandDefinition } from '../pipeline/commands.js';
import { streamAggregate } from '../pipeline/stream-aggregate.js';
import { Relay } from '../relay/relay.js';
import { boostData, contextOf, createPipeline, silentLog } from './ledger.suite.js';
import { setting } from './processes.suite.js';
import { createPool, seenProjector, source, target } from './world.suite.js';

const versions: Versions = {
  upcasts: [({ boosterId, ...data }) => ({ ...data, byId: boosterId })],
  downcast: ({ byId, ...data }) => ({ ...data, boosterId: byId }),
  writesNewest: true,
};
const isSecond = setting('RELEASE') === '2';
if (isSecond) Object.assign(Boosted, { schemaVersion: 2, versions });

const nameIn = ({ data }: EventOf<typeof Boosted>): string =>
  (data as unknown as Record<string, string>)[isSecond ? 'byId' : 'boosterId'] ?? 'missing';
const dataOf = (key: string, name: string): EventData<typeof Boosted> => {
  const data = boostData(name, key, 1);
  return isSecond ? (versions.upcasts[0]!(data) as typeof data) : data;
};

const boosters = streamAggregate<readonly string[], typeof Boosted>(
  'boosters',
  [Boosted],
  () => [],
  (names, event) => [...names, nameIn(event)],
);
const add: CommandDefinition<{ key: string; name: string }, { names: readonly string[] }> = {
  type: 'add',
  plan: ({ key }) => ({ aggregates: { boosters: [key] } }),
  decide: ({ key, name }, view) => ({
    events: [newEvent(Boosted, dataOf(key, name), { aggregate: boosters, key })],
    result: { names: [...view.state(boosters, key), name] },
  }),
};
/** Stores names in the column `stream`. */
const namesProjector: Projector<typeof Boosted> = {
  ...seenProjector,
  events: [Boosted],
  apply: (tx, events) => seenProjector.apply(tx, events.map((event) => ({ ...event, stream: nameIn(event) })) as never),
};

const [sourcePool, targetPool] = [
  createPool(setting('SOURCE_URL'), { application_name: sessionName(source) }),
  createPool(setting('TARGET_URL'), { application_name: sessionName(target) }),
];
const connection = await connectNats({ url: setting('NATS_URL'), name: setting('NAME') });
const of = { connection, subjectPrefix: setting('PREFIX'), log: silentLog };
let asked = 0;
const ask = async () => {
  const readings = [await readingsOf(sourcePool, source), await readingsOf(targetPool, target)].flat();
  asked += 1;
  return readings;
};
const newest = new NewestVersions({ service: source, ask, log: silentLog, askEveryMs: 100 });
const pipeline = createPipeline(sourcePool, {
  aggregates: [boosters],
  readModels: [],
  isNewestRead: () => newest.areRead,
});
new Relay({ ...of, pool: sourcePool, service: source });
const consumers = startConsumers({ ...of, pool: targetPool, service: target, consumers: [namesProjector], pipeline });

connection.subscribe(`${setting('PREFIX')}state.${setting('NAME')}`, {
  callback: (_error, message) => void message.respond(JSON.stringify({ asked, error: consumers.status()[0]!.error })),
});
connection.subscribe(`${setting('PREFIX')}add.${setting('NAME')}`, {
  callback: (_error, message) =>
    void pipeline.execute(add, message.json(), contextOf('a')).then(
      (result) => message.respond(JSON.stringify(result)),
      (error: unknown) =>
        message.respond(JSON.stringify({ code: error instanceof Refusal ? error.code : String(error) })),
    ),
});
await connection.flush();
process.stdout.write('started\n');
