import type { Transaction } from './events.js';

/**
 * Where a log lies: the server, its timeline, the database and the table. A promoted standby has a higher timeline, a restored dump
 * another server or table, a copied database another database. Null: not known.
 */
export interface LogHome {
  readonly system: string | null;
  readonly timeline: number | null;
  readonly database: string | null;
  readonly table: string | null;
}

const unknownHome: LogHome = { system: null, timeline: null, database: null, table: null };

/** The timeline is that of the WAL file being written: the control file knows a new one only after a checkpoint. A standby writes none. */
const selectHome = `select (select system_identifier::text from pg_control_system()) as system,
  case when not pg_is_in_recovery() then ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end as timeline,
  (select oid::text from pg_database where datname = current_database()) as database, 'events'::regclass::oid::text as table`;

/** SQLSTATEs of a server that does not tell: insufficient_privilege, undefined_function, feature_not_supported. */
const untold = new Set(['42501', '42883', '0A000']);

/** Where the log lies now; unknown where the role may not ask. Not within a transaction: the question may fail. */
export const readHome = async (client: Transaction): Promise<LogHome> => {
  try {
    return (await client.query<LogHome>(selectHome)).rows[0] ?? unknownHome;
  } catch (error) {
    if (untold.has((error as { code?: string }).code ?? '')) return unknownHome;
    throw error;
  }
};

/** What differs between two homes, in words; none where nothing does or where it is not known. */
export const differencesOf = (recorded: LogHome, now: LogHome): string[] => {
  const names = { system: 'server', timeline: 'timeline', database: 'database', table: 'table' } as const;
  return (Object.keys(names) as (keyof LogHome)[])
    .filter((part) => recorded[part] !== null && now[part] !== null && recorded[part] !== now[part])
    .map((part) => names[part]);
};
