import { refuseUnknownVersions, type StoredEvent, startOfLog } from '../log/events.js';
import { readLockedLog, readLog } from '../log/log-reader.js';
import type { ReadModel } from '../pipeline/commands.js';
import { type RebuildOptions, withRebuild } from './rebuild-session.js';
import { exchangeTables, lockTables } from './table-exchange.js';

/** A longer transaction would hold back the readers of all logs on the server. */
const chunk = 5000;

/**
 * Fills the next tables while the service runs, and exchanges them under a short lock on the log. Returns the number of
 * events read.
 * @throws when a rebuild already runs, or when writers never let it have the lock
 */
export const rebuildReadModel = (options: RebuildOptions & { model: ReadModel }): Promise<number> => {
  const { model } = options;
  const { name, tables } = model;
  const types = new Set(model.events.map(({ type }) => type));
  return withRebuild({ ...options, name, tables }, async ({ client, schema, fill, flip, count }) => {
    let logPosition = startOfLog;
    const ofModel = (events: readonly StoredEvent[]) => {
      const own = events.filter((event) => types.has(event.type));
      refuseUnknownVersions(own);
      return own;
    };
    const catchUp = async () => {
      for (;;) {
        const { events } = await readLog(client, logPosition, chunk);
        const own = ofModel(events);
        if (own.length > 0) await fill((tx) => model.apply(tx, own));
        logPosition = events.at(-1)?.logPosition ?? logPosition;
        count(events.length);
        if (events.length < chunk) return;
      }
    };
    // An append locks the log's table until its commit, so behind this lock every event is visible.
    const locks = `set local lock_timeout = 2000; lock table public.events in share mode; ${lockTables(tables)}`;
    await flip(locks, catchUp, async (tx) => {
      const rest = await readLockedLog(tx, logPosition);
      const own = ofModel(rest);
      if (own.length > 0) await model.apply(tx, own);
      await exchangeTables(tx, schema, tables);
      count(rest.length);
    });
  });
};
