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

/** Kept by `--reset`, like all that only saves time. */
const usualShelf = join(systemDirectory, 'migrated-databases');
/** What makes a database what it is after its migrations. */
const sources = [
  ...databaseServices.flatMap((service) => [`services/${service}/dist`, `services/${service}/migrations`]),
  ...['contracts', 'event-store', 'game-rules', 'service-runtime'].map((library) => `libs/${library}/dist`),
  'libs/event-store/migrations',
  'infra/local',
  'package-lock.json',
];
/** How long another process may take to copy. */
const otherCopyingMs = 120_000;
/** What is kept of a home folder: the cluster, its administrator's password, and what has been migrated by which program. */
const dataParts = ['postgres', 'postgres.password'];

/** Hands the databases of a system that has just migrated them to the systems that come after it. */
export interface MigratedDatabases {
  /** Puts them into a new home folder. @returns false when there are none yet of this program */
  takeInto(home: string): Promise<boolean>;
  /** Copies those of this home, whose PostgreSQL is stopped for it and started again. */
  keepOf(home: string, supervisor: Supervisor): Promise<void>;
}

/** With everything that `cp` can keep: whom the files belong to says whether PostgreSQL takes them. */
const copy = (from: string, to: string) => run('cp', ['-a', from, to]);

/**
 * The databases of throw-away systems: to initialise PostgreSQL and to migrate six databases, each by a process of its own, takes more of the processor
 * than many a journey does afterwards. They hold no row of anybody, and every system gives their roles passwords of its own.
 * @param root the folder of libs/ and services/
 * @param shelf where they are kept
 */
export const migratedDatabases = (root: string, shelf = usualShelf): MigratedDatabases => {
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
    takeInto: (home) =>
      alone(async () => {
        if (!existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== stamp) return false;
        await copy(`${kept}/.`, home);
        return true;
      }),
    async keepOf(home, supervisor) {
      const files = homeFiles(home);
      const postgres = await supervisor.stop('postgres');
      await alone(async () => {
        const draft = `${kept}.new`;
        for (const path of [stampFile, draft, kept]) rmSync(path, { recursive: true, force: true });
        // As closed as the folders that it is copied to.
        mkdirSync(join(draft, 'data'), { recursive: true, mode: 0o700 });
        for (const part of dataParts) await copy(join(files.data, part), join(draft, 'data', part));
        // Where PostgreSQL runs as another user, it has been let through this folder.
        chmodSync(join(draft, 'data'), statSync(files.data).mode);
        await copy(files.migrated, join(draft, 'migrated.json'));
        renameSync(draft, kept);
        writeFileSync(stampFile, stamp);
      });
      // Its port is known to others already.
      await supervisor.start({ ...postgres, launch: () => postgres.launch({ wasReady: true }) });
    },
  };
};
