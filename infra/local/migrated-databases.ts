import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sourceStamp } from './build.ts';
import { homeFiles } from './paths.mjs';
import { findPostgres } from './servers/binaries.ts';
import { systemDirectory } from './servers/packages.ts';
import { lockDirectory } from './servers/processes.ts';
import type { Supervisor } from './servers/supervisor.ts';
import { databaseServices } from './service-list.ts';

const run = promisify(execFile);

/** `--reset` keeps it, because it only saves time. */
const usualShelf = join(systemDirectory, 'migrated-databases');
const sources = [
  ...databaseServices.flatMap((service) => [`services/${service}/dist`, `services/${service}/migrations`]),
  ...['contracts', 'event-store', 'game-rules', 'service-runtime'].map((library) => `libs/${library}/dist`),
  'libs/event-store/migrations',
  'infra/local',
  'package-lock.json',
];
const otherCopyingMs = 120_000;
const dataParts = ['postgres', 'postgres.password'];

/** Keeps owners, because PostgreSQL refuses a cluster of another owner. */
const copy = (from: string, to: string) => run('cp', ['-a', from, to]);

/**
 * Initialising PostgreSQL and migrating six databases takes more processor time than many a journey. The databases hold
 * no rows of people, and every system sets its own passwords.
 * @param root the folder of libs/ and services/
 * @param shelf where they are kept
 */
export const migratedDatabases = (root: string, shelf = usualShelf) => {
  const stamp = createHash('sha256')
    .update(`${findPostgres().version} ${sourceStamp(root, sources)}`)
    .digest('hex');
  const stampFile = join(shelf, 'stamp');
  const kept = join(shelf, 'home');
  const alone = async <T>(work: () => Promise<T>): Promise<T> => {
    const unlock = await lockDirectory(shelf, otherCopyingMs);
    try {
      return await work();
    } finally {
      unlock();
    }
  };
  return {
    /** @returns false when this program has none yet */
    takeInto: (home: string): Promise<boolean> =>
      alone(async () => {
        if (!existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== stamp) return false;
        await copy(`${kept}/.`, home);
        return true;
      }),
    /** Copies the databases of this home. Its PostgreSQL is stopped for that and started again. */
    async keepOf(home: string, supervisor: Supervisor): Promise<void> {
      const files = homeFiles(home);
      const postgres = await supervisor.stop('postgres');
      await alone(async () => {
        const draft = `${kept}.new`;
        for (const path of [stampFile, draft, kept]) rmSync(path, { recursive: true, force: true });
        mkdirSync(join(draft, 'data'), { recursive: true, mode: 0o700 });
        for (const part of dataParts) await copy(join(files.data, part), join(draft, 'data', part));
        // If PostgreSQL runs as another user, this folder lets that user pass.
        chmodSync(join(draft, 'data'), statSync(files.data).mode);
        await copy(files.migrated, join(draft, 'migrated.json'));
        renameSync(draft, kept);
        writeFileSync(stampFile, stamp);
      });
      // Other processes already know its port.
      await supervisor.start({ ...postgres, launch: () => postgres.launch({ wasReady: true }) });
    },
  };
};

export type MigratedDatabases = ReturnType<typeof migratedDatabases>;
