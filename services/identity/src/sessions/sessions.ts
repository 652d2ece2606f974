import { createHash, randomBytes } from 'node:crypto';
import { type LiveSession, liveSubjects, type OwnSession, type Session } from '@hearsay/contracts';
import type { Transaction } from '@hearsay/event-store';
import type { Logger } from '@hearsay/service-runtime';
import type pg from 'pg';

/** Tells the gateways that sessions have ended, so that they forget them and close their sockets. */
export class SessionEnds {
  constructor(private readonly publish: (subject: string, data: object) => void) {}

  announce(tokenHashes: readonly string[]): void {
    for (const tokenHash of tokenHashes) {
      const ended: LiveSession = { tokenHash, accountId: null };
      this.publish(liveSubjects.sessions, ended);
    }
  }
}

/** A day. */
const dayMs = 24 * 60 * 60_000;
/** A session ends so long after its last use. */
export const sessionLifetimeMs = 30 * dayMs;
/** However much it is used, a session ends so long after its sign-in. */
const sessionAge = '180 days';
/**
 * How exactly a session's use is noted, and the least time between two notes: a finer one would stand beside an account at the time of
 * what it has posted anonymously.
 */
export const usedToTheMs = 60 * 60_000;

/** The hour that an instant lies in. */
const hourOf = (now: number): number => Math.floor(now / usedToTheMs) * usedToTheMs;
/** Rows removed by one statement: a long one would hold back every reader of every log. */
const sweptAtOnce = 1000;
/** How many sessions a person is shown. */
const maxListed = 200;
/** The length of a session's random token. */
const tokenBytes = 32;

export interface SessionRow {
  readonly tokenHash: string;
  readonly accountId: string;
  /** Such as 'Firefox on Android'; null: nobody knows. */
  readonly device: string | null;
  /** ISO instants. */
  readonly createdAt: string;
  readonly expiresAt: string;
}

/** SHA-256 of a cookie's token, base64url: all that is ever stored of it. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** Sessions are rows, not events: opened at sign-in, renewed by use, gone at logout or 30 days after their last use. */
export class Sessions {
  readonly #pool: pg.Pool;
  readonly #log: Pick<Logger, 'warn'>;
  readonly #now: () => number;

  constructor(options: { pool: pg.Pool; log: Pick<Logger, 'warn'>; now?: () => number }) {
    this.#pool = options.pool;
    this.#log = options.log;
    this.#now = options.now ?? Date.now;
  }

  /** A new token for the cookie with the row that stands for it, which is still to be written. Always dated by the clock. */
  issue(accountId: string, device: string | null): { token: string; row: SessionRow } {
    const token = randomBytes(tokenBytes).toString('base64url');
    const now = this.#now();
    return {
      token,
      row: {
        tokenHash: hashToken(token),
        accountId,
        device,
        createdAt: new Date(now).toISOString(),
        expiresAt: new Date(now + sessionLifetimeMs).toISOString(),
      },
    };
  }

  /**
   * False, and no row: the account is hidden or erased, or its password another than that of `passwordHash`. Whoever changes one of both just now is waited for,
   * and whoever does so next waits until the row is there: so they end it with the others, and none is opened behind them.
   */
  async open(session: SessionRow, passwordHash: string): Promise<boolean> {
    const opened = await this.#pool.query(
      `insert into sessions (token_hash, account_id, device, created_at, last_used_at, expires_at)
       select $1, a.account_id, $3, $4::timestamptz, $5::timestamptz, $6::timestamptz
       from accounts a join credentials c on c.account_id = a.account_id
       where a.account_id = $2 and a.hidden_at is null and c.password_hash = $7 for share of a, c`,
      [
        session.tokenHash,
        session.accountId,
        session.device,
        session.createdAt,
        new Date(hourOf(Date.parse(session.createdAt))),
        session.expiresAt,
        passwordHash,
      ],
    );
    return opened.rowCount === 1;
  }

  /** Whose session it is, with the roles of now; null when there is none or it has ended. Renews it on the side. */
  async find(tokenHash: string): Promise<Session | null> {
    const now = this.#now();
    const found = await this.#pool.query<Session & { lastUsedAt: Date }>({
      name: 'find-session',
      text: `select s.account_id as "accountId", a.is_ambassador as "isAmbassador", a.is_spotlight as "isSpotlight", s.last_used_at as "lastUsedAt"
             from sessions s join accounts a on a.account_id = s.account_id
             where s.token_hash = $1 and s.expires_at > $2 and s.created_at > $2::timestamptz - interval '${sessionAge}' and a.hidden_at is null`,
      values: [tokenHash, new Date(now)],
    });
    const row = found.rows[0];
    if (!row) return null;
    if (now - row.lastUsedAt.getTime() >= usedToTheMs) void this.#renew(tokenHash, now);
    return { accountId: row.accountId, isAmbassador: row.isAmbassador, isSpotlight: row.isSpotlight };
  }

  /** Gives a session another token, which it answers; null: this person has no such session. */
  async rotate(accountId: string, tokenHash: string, tx: Transaction): Promise<string | null> {
    const token = randomBytes(tokenBytes).toString('base64url');
    const rotated = await tx.query('update sessions set token_hash = $3 where account_id = $1 and token_hash = $2', [
      accountId,
      tokenHash,
      hashToken(token),
    ]);
    return rotated.rowCount === 1 ? token : null;
  }

  /** Idempotent. */
  async end(tokenHash: string): Promise<void> {
    await this.#pool.query('delete from sessions where token_hash = $1', [tokenHash]);
  }

  /** A person's sessions, the one used last first. `tokenHash`: the one that asks. */
  async ofAccount(accountId: string, tokenHash: string): Promise<OwnSession[]> {
    const found = await this.#pool.query<
      Omit<OwnSession, 'createdAt' | 'lastUsedAt'> & { createdAt: Date; lastUsedAt: Date }
    >(
      `select id, created_at as "createdAt", last_used_at as "lastUsedAt", device, token_hash = $2 as "isCurrent"
       from sessions where account_id = $1 and expires_at > $3 order by last_used_at desc, created_at desc, id limit $4`,
      [accountId, tokenHash, new Date(this.#now()), maxListed],
    );
    return found.rows.map((row) => ({
      id: row.id,
      createdAt: row.createdAt.toISOString(),
      lastUsedAt: row.lastUsedAt.toISOString(),
      device: row.device,
      isCurrent: row.isCurrent,
    }));
  }

  async has(accountId: string, id: string): Promise<boolean> {
    const { rows } = await this.#pool.query('select 1 from sessions where account_id = $1 and id = $2', [
      accountId,
      id,
    ]);
    return rows.length > 0;
  }

  /** Answers the hash of its token; null: this person has no such session. */
  async endOne(accountId: string, id: string): Promise<string | null> {
    const ended = await this.#pool.query<{ tokenHash: string }>(
      'delete from sessions where account_id = $1 and id = $2 returning token_hash as "tokenHash"',
      [accountId, id],
    );
    return ended.rows[0]?.tokenHash ?? null;
  }

  /** Ends all of a person's sessions, but for the one of `keptTokenHash`; answers the hashes of their tokens. */
  async endAll(accountId: string, keptTokenHash: string | null, tx: Transaction = this.#pool): Promise<string[]> {
    const ended = await tx.query<{ tokenHash: string }>(
      'delete from sessions where account_id = $1 and token_hash is distinct from $2 returning token_hash as "tokenHash"',
      [accountId, keptTokenHash],
    );
    return ended.rows.map(({ tokenHash }) => tokenHash);
  }

  /**
   * Ends the sessions of an account that is hidden; answers the hashes of their tokens. One statement sees either the hidden account or what was opened after
   * its return.
   */
  async endHidden(accountId: string): Promise<string[]> {
    const ended = await this.#pool.query<{ tokenHash: string }>(
      `delete from sessions s using accounts a where s.account_id = $1 and a.account_id = $1 and a.hidden_at is not null
       returning s.token_hash as "tokenHash"`,
      [accountId],
    );
    return ended.rows.map(({ tokenHash }) => tokenHash);
  }

  /** Removes rows of sessions that have ended by themselves. True: there may be more. */
  async sweep(): Promise<boolean> {
    const { rowCount } = await this.#pool.query(
      `delete from sessions where token_hash = any(array(
         select token_hash from sessions where expires_at <= $1 order by expires_at limit $2 for update skip locked))`,
      [new Date(this.#now()), sweptAtOnce],
    );
    return rowCount === sweptAtOnce;
  }

  /** The condition is repeated in the statement: of several replicas that want to renew at once, one does. */
  async #renew(tokenHash: string, now: number): Promise<void> {
    try {
      await this.#pool.query({
        name: 'renew-session',
        text: `update sessions set last_used_at = $2, expires_at = least($3::timestamptz, created_at + $6::interval)
               where token_hash = $1 and last_used_at <= $4 and expires_at > $5`,
        values: [
          tokenHash,
          new Date(hourOf(now)),
          new Date(hourOf(now) + usedToTheMs + sessionLifetimeMs),
          new Date(now - usedToTheMs),
          new Date(now),
          sessionAge,
        ],
      });
    } catch (error) {
      this.#log.warn({ err: error }, 'A session could not be renewed');
    }
  }
}
