import type { Transaction } from './connections.js';

/** SQL for the id that a primary and its standbys share. */
export const serverIdSql = '(select system_identifier::text from pg_control_system())';

/** SQL for the timeline, null on a standby. The WAL file's name shows a new timeline sooner than the control file. */
export const currentTimelineSql = `case when not pg_is_in_recovery()
  then ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end`;

/** SQLSTATEs of a query that the role may not run, or that this server does not support. */
const unreadableStates = new Set(['42501', '42883', '0A000']);

/**
 * Returns the first row, or undefined if the role may not read it. Must run outside a transaction, because it may fail.
 */
export const queryIfReadable = async <Row extends object>(
  client: Transaction,
  text: string,
): Promise<Row | undefined> => {
  try {
    return (await client.query<Row>(text)).rows[0];
  } catch (error) {
    if (!unreadableStates.has((error as { code?: string }).code ?? '')) throw error;
    return undefined;
  }
};

/** The newest timeline that this process has seen, by server id. */
const newestTimelines = new Map<string, number>();

/** The error of a read-only server. Callers then close the connection, and a new one may reach the primary. */
export const readOnlyError = (text: string) => Object.assign(new Error(text), { code: '25006' });

/**
 * Refuses a former primary, whose timeline is older than one that this process has seen. Events that it appends would
 * be lost. With `requiresStandby`, refuses a primary whose commits wait for no standby. @throws with the code 25006
 */
export const checkPrimary = async (
  client: Transaction,
  { requiresStandby = false, refusesStandby = false } = {},
): Promise<void> => {
  const home = await queryIfReadable<{ server: string; timeline: number | null }>(
    client,
    `select ${serverIdSql} as server, ${currentTimelineSql} as timeline`,
  );
  if (home?.timeline === null && refusesStandby) throw readOnlyError('it is a standby');
  if (home && home.timeline !== null) {
    const newest = newestTimelines.get(home.server) ?? home.timeline;
    if (home.timeline < newest)
      throw readOnlyError(`it is a former primary: its timeline is ${home.timeline}, and ${newest} has been seen`);
    newestTimelines.set(home.server, home.timeline);
  }
  if (!requiresStandby) return;
  const { rows } = await client.query<{ commits: string; names: string }>(
    `select current_setting('synchronous_commit') as commits, current_setting('synchronous_standby_names') as names`,
  );
  const { commits, names } = rows[0]!;
  if (names === '') throw readOnlyError('it has no synchronous standby: synchronous_standby_names is empty');
  if (!['on', 'remote_apply'].includes(commits))
    throw readOnlyError(`its commits wait for no synchronous standby: synchronous_commit is ${commits}`);
};
