import { createHash, randomBytes } from 'node:crypto';
import type { OwnSession, Session } from '@hearsay/contracts';
import type { Transaction } from '@hearsay/event-store';
import type { Logger } from '@hearsay/service-runtime';
import type pg from 'pg';

const dayMs = 24 * 60 * 60_000;
/** How long a session lives after its last use. */
export const sessionLifetimeMs = 30 * dayMs;
/** How long a session lives at most after its sign-in, regardless of use. */
const maxSessionAge = '180 days';
/** The last use is stored as an hour. A finer time could link an account to its anonymous posts. */
export const lastUsePrecisionMs = 60 * 60_000;

const hourOf = (now: number): number => Math.floor(now / lastUsePrecisionMs) * lastUsePrecisionMs;
/**
 * Maximum number of rows per delete statement. Readers of the log wait for the oldest transaction, so a long statement
 * would delay them.
 */
const sweepBatchSize = 1000;
const maxListed = 200;
const tokenBytes = 32;

/** The SHA-256 of a cookie's token as base64url. The token itself is never stored. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

export const newToken = (): string => randomBytes(tokenBytes).toString('base64url');

/** The mutes of the account of session `s` as `Mutes`. Null if the account has no mutes. */
const mutesOfSession = `(
  select json_build_object(
    'people', coalesce(json_agg(distinct m.muted_id) filter (where m.kind <> 'question'), '[]'),
    'questions', coalesce(json_agg(m.muted_id) filter (where m.kind = 'question'), '[]'))
  from mutes m where m.account_id = s.account_id having count(*) > 0)`;
const isBlocked = `exists (select from mutes b where b.muted_id = s.account_id and b.kind = 'block')`;

/** Sessions are rows and not events. */
export class Sessions {
  constructor(
    private readonly dependencies: {
      readonly pool: pg.Pool;
      readonly log: Pick<Logger, 'warn'>;
      readonly now: () => number;
    },
  ) {}

  /**
   * Opens a session. Returns null if the account is hidden or its password has changed. Because of `for share`, a
   * concurrent deletion or password change waits, and then ends this session. The session is dated by `now` of the
   * dependencies, never by the call's `now`.
   */
  async open(
    { accountId, passwordHash }: { accountId: string; passwordHash: string },
    device: string | null,
  ): Promise<{ token: string; expiresAt: string } | null> {
    const token = newToken();
    const now = this.dependencies.now();
    const expiresAt = new Date(now + sessionLifetimeMs);
    const opened = await this.dependencies.pool.query(
      `insert into sessions (token_hash, account_id, device, created_at, last_used_at, expires_at)
       select $1, a.account_id, $3, $4::timestamptz, $5::timestamptz, $6::timestamptz
       from accounts a join credentials c on c.account_id = a.account_id
       where a.account_id = $2 and a.hidden_at is null and c.password_hash = $7 for share of a, c`,
      [hashToken(token), accountId, device, new Date(now), new Date(hourOf(now)), expiresAt, passwordHash],
    );
    return opened.rowCount === 1 ? { token, expiresAt: expiresAt.toISOString() } : null;
  }

  /** Null for an ended or expired session, and for a hidden account. May renew the time of the last use. */
  async find(tokenHash: string): Promise<Session | null> {
    const now = this.dependencies.now();
    const found = await this.dependencies.pool.query<
      Omit<Session, 'mutes'> & { readonly lastUsedAt: string; readonly mutes: Session['mutes'] | null }
    >({
      name: 'find-session',
      text: `select s.account_id as "accountId", a.is_ambassador as "isAmbassador", a.is_spotlight as "isSpotlight", s.last_used_at as "lastUsedAt",
               ${mutesOfSession} as mutes, ${isBlocked} as "isBlocked"
             from sessions s join accounts a on a.account_id = s.account_id
             where s.token_hash = $1 and s.expires_at > $2 and s.created_at > $2::timestamptz - interval '${maxSessionAge}' and a.hidden_at is null`,
      values: [tokenHash, new Date(now)],
    });
    const row = found.rows[0];
    if (!row) return null;
    if (now - Date.parse(row.lastUsedAt) >= lastUsePrecisionMs) void this.#renewLastUse(tokenHash, now);
    const { accountId, isAmbassador, isSpotlight, mutes } = row;
    const ofMutes = { ...(mutes && { mutes }), ...(row.isBlocked && { isBlocked: true }) };
    return { accountId, isAmbassador, isSpotlight, ...ofMutes };
  }

  /** Returns the new token, or null if the account has no such session. */
  async rotateToken(accountId: string, tokenHash: string, tx: Transaction): Promise<string | null> {
    const token = newToken();
    const rotated = await tx.query('update sessions set token_hash = $3 where account_id = $1 and token_hash = $2', [
      accountId,
      tokenHash,
      hashToken(token),
    ]);
    return rotated.rowCount === 1 ? token : null;
  }

  async end(tokenHash: string): Promise<void> {
    await this.dependencies.pool.query('delete from sessions where token_hash = $1', [tokenHash]);
  }

  async listSessions(accountId: string, tokenHash: string): Promise<OwnSession[]> {
    const found = await this.dependencies.pool.query<OwnSession>(
      `select id, created_at as "createdAt", last_used_at as "lastUsedAt", device, token_hash = $2 as "isCurrent"
       from sessions where account_id = $1 and expires_at > $3 order by last_used_at desc, created_at desc, id limit $4`,
      [accountId, tokenHash, new Date(this.dependencies.now()), maxListed],
    );
    return found.rows;
  }

  async isOwnSession(accountId: string, id: string): Promise<boolean> {
    const values = [accountId, id];
    return (
      (await this.dependencies.pool.query('select from sessions where account_id = $1 and id = $2', values))
        .rowCount === 1
    );
  }

  /** Returns the hash of the session's token, or null if the account has no such session. */
  async endSessionById(accountId: string, id: string): Promise<string | null> {
    const [tokenHash = null] = await this.#deleteReturningHashes(
      'delete from sessions s where account_id = $1 and id = $2',
      [accountId, id],
    );
    return tokenHash;
  }

  endAllExcept(
    accountId: string,
    keptTokenHash: string | null,
    tx: Transaction = this.dependencies.pool,
  ): Promise<string[]> {
    const statement = 'delete from sessions s where account_id = $1 and token_hash is distinct from $2';
    return this.#deleteReturningHashes(statement, [accountId, keptTokenHash], tx);
  }

  /** Ends all sessions if the account is hidden. One statement, because a sign-in may restore the account just then. */
  endIfHidden(accountId: string): Promise<string[]> {
    const statement =
      'delete from sessions s using accounts a where s.account_id = $1 and a.account_id = $1 and a.hidden_at is not null';
    return this.#deleteReturningHashes(statement, [accountId]);
  }

  async #deleteReturningHashes(
    statement: string,
    values: unknown[],
    tx: Transaction = this.dependencies.pool,
  ): Promise<string[]> {
    const ended = await tx.query<{ tokenHash: string }>(`${statement} returning s.token_hash as "tokenHash"`, values);
    return ended.rows.map(({ tokenHash }) => tokenHash);
  }

  async sweep(): Promise<boolean> {
    const { rowCount } = await this.dependencies.pool.query(
      `delete from sessions where token_hash = any(array(
         select token_hash from sessions where expires_at <= $1 order by expires_at limit $2 for update skip locked))`,
      [new Date(this.dependencies.now()), sweepBatchSize],
    );
    return rowCount === sweepBatchSize;
  }

  /** The statement checks the last use again, so that only one process renews the session. */
  async #renewLastUse(tokenHash: string, now: number): Promise<void> {
    try {
      await this.dependencies.pool.query({
        name: 'renew-session',
        text: `update sessions set last_used_at = $2, expires_at = least($3::timestamptz, created_at + $6::interval)
               where token_hash = $1 and last_used_at <= $4 and expires_at > $5`,
        values: [
          tokenHash,
          new Date(hourOf(now)),
          new Date(hourOf(now) + lastUsePrecisionMs + sessionLifetimeMs),
          new Date(now - lastUsePrecisionMs),
          new Date(now),
          maxSessionAge,
        ],
      });
    } catch (error) {
      this.dependencies.log.warn({ err: error }, 'A session could not be renewed');
    }
  }
}
