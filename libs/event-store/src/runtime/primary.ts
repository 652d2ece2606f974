import type { Transaction } from './connections.js';

/** SQL for the id that all servers of one replicated system share. */
export const serverId = '(select system_identifier::text from pg_control_system())';

/** SQL. Uses the WAL file's name, since the control file learns a new timeline only at a checkpoint. Null on a standby. */
export const currentTimeline = `case when not pg_is_in_recovery()
  then ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end`;

/** SQLSTATEs insufficient_privilege, undefined_function and feature_not_supported. */
const unreadableStates = new Set(['42501', '42883', '0A000']);

/** Runs outside a transaction, since the statement may fail. Undefined when the role may not read the answer. */
export const ifReadable = async <Row extends object>(client: Transaction, text: string): Promise<Row | undefined> => {
  try {
    return (await client.query<Row>(text)).rows[0];
  } catch (error) {
    if (!unreadableStates.has((error as { code?: string }).code ?? '')) throw error;
    return undefined;
  }
};

/** The newest timeline that this process has seen, by server id. */
const newestTimelines = new Map<string, number>();

/** SQLSTATE read_only_sql_transaction. Callers then close the connection, and the next one may find the primary. */
export const noWrites = (text: string) => Object.assign(new Error(text), { code: '25006' });

/**
 * Refuses a former primary, whose timeline is older than one that this process has seen: its events exist nowhere else.
 * `requiresStandby`: refuses a primary whose commits wait for no standby. @throws with the code 25006
 */
export const checkPrimary = async (
  client: Transaction,
  { requiresStandby = false, refusesStandby = false } = {},
): Promise<void> => {
  const home = await ifReadable<{ server: string; timeline: number | null }>(
    client,
    `select ${serverId} as server, ${currentTimeline} as timeline`,
  );
  if (home?.timeline === null && refusesStandby) throw noWrites('it is a standby');
  if (home && home.timeline !== null) {
    const newest = newestTimelines.get(home.server) ?? home.timeline;
    if (home.timeline < newest)
      throw noWrites(`it is a former primary: its timeline is ${home.timeline}, and ${newest} has been seen`);
    newestTimelines.set(home.server, home.timeline);
  }
  if (!requiresStandby) return;
  const { rows } = await client.query<{ commits: string; names: string }>(
    `select current_setting('synchronous_commit') as commits, current_setting('synchronous_standby_names') as names`,
  );
  const { commits, names } = rows[0]!;
  if (names === '') throw noWrites('it has no synchronous standby: synchronous_standby_names is empty');
  if (!['on', 'remote_apply'].includes(commits))
    throw noWrites(`its commits wait for no synchronous standby: synchronous_commit is ${commits}`);
};
