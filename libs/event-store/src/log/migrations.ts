import { readdirSync, readFileSync } from 'node:fs';

export interface Migration {
  /** The file's name without `.sql`. A migration must not change after it has run anywhere. */
  readonly name: string;
  /** `{role}` is replaced by the service's own role. */
  readonly sql: string;
}

/**
 * Reads the migrations of a folder. A file name may contain a phase. `0002-tags.expand.sql` adds what a release needs.
 * `0003-tags.contract.sql` removes what only earlier releases needed.
 */
export const readMigrations = (folder: URL): readonly Migration[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => ({ name: file.slice(0, -'.sql'.length), sql: readFileSync(new URL(file, folder), 'utf8') }));

export const eventStoreMigrations = readMigrations(new URL('../../migrations/', import.meta.url));

export const eventStoreSchemaSql = eventStoreMigrations.map(({ sql }) => sql).join('\n');
