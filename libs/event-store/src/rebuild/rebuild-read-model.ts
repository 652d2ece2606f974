import { parseLoggedEvent, readLog } from '../log/log-reader.js';
import { upcastEvents } from '../log/versions.js';
import type { ReadModel } from '../pipeline/commands.js';
import { type RebuildOptions, rebuild } from './rebuild.js';
import { lockTables } from './table-exchange.js';

/** Number of events in one transaction. A longer transaction would hold back the readers of all logs on the server. */
const chunk = 5000;

/** @throws if a rebuild already runs, or if it cannot lock the tables because of writers */
export const rebuildReadModel = ({ model, ...options }: RebuildOptions & { model: ReadModel }): Promise<number> =>
  rebuild(options, {
    name: model.name,
    tables: model.tables,
    apply: (tx, events) => model.apply(tx, events),
    async *history(client, after, isLocked) {
      const types = model.events.map(({ type }) => type);
      for (let { logPosition } = after, isFull = true; isFull; ) {
        const page = await readLog(client, logPosition, { limit: chunk, types, isLocked });
        ({ end: logPosition, isFull } = page);
        yield { events: upcastEvents(page.events.map(parseLoggedEvent)), end: { logPosition, sequence: 0 } };
      }
    },
    // An append locks the log's table until its commit.
    // This lock waits for all appends, so that every event is visible afterwards.
    lock: (tx) =>
      tx.query(`set local lock_timeout = 2000; lock table public.events in share mode; ${lockTables(model.tables)}`),
  });
