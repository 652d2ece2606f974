import { hash } from 'node:crypto';
import { foldUsername } from '@hearsay/contracts';
import { type RowWriter, rowsInserter, type Transaction, upsertRows } from '@hearsay/event-store';
import type pg from 'pg';

export interface CredentialRow {
  readonly accountId: string;
  readonly usernameFolded: string;
  readonly passwordHash: string;
}

/** A hash of the account and the idempotency key of its last change of password. */
export const changeMark = (accountId: string, idempotencyKey: string): string =>
  hash('sha256', JSON.stringify(['password change', accountId, idempotencyKey]), 'base64url');

/** A word for a password that changes with it. The hash of a salted hash tells nothing of either. */
export const generationOf = (passwordHash: string): string => hash('sha256', passwordHash, 'base64url').slice(0, 22);

export const writeCredentials: RowWriter = rowsInserter('credentials');

/** A link to a new password: its token is known to the person alone. The newest of a person is the one that works. */
export interface PasswordResetRow {
  readonly accountId: string;
  readonly tokenHash: string;
  readonly expiresAt: string;
}

/** The last link of an account in a batch stays. */
export const writePasswordResets: RowWriter = (tx, rows) =>
  upsertRows(tx, { table: 'password_resets', key: ['accountId'] }, rows);

/** Finds what a name signs in to. */
export class Credentials {
  constructor(private readonly pool: pg.Pool) {}

  /** Null: nobody has this name. */
  async byName(username: string): Promise<CredentialRow | null> {
    // PostgreSQL cannot even compare such a text, and no name can hold it.
    if (username.includes('\0')) return null;
    const found = await this.pool.query<CredentialRow>({
      name: 'credential-by-name',
      text: `select account_id as "accountId", username_folded as "usernameFolded", password_hash as "passwordHash"
             from credentials where username_folded = $1`,
      values: [foldUsername(username)],
    });
    return found.rows[0] ?? null;
  }

  /** Null: there is no such account. */
  async byAccount(accountId: string): Promise<(CredentialRow & { readonly changedBy: string | null }) | null> {
    const found = await this.pool.query<CredentialRow & { readonly changedBy: string | null }>({
      name: 'credential-by-account',
      text: `select account_id as "accountId", username_folded as "usernameFolded", password_hash as "passwordHash", changed_by as "changedBy"
             from credentials where account_id = $1`,
      values: [accountId],
    });
    return found.rows[0] ?? null;
  }
}

/** Puts a new hash in the place of `known`; false: somebody has changed it meanwhile. */
export const replacePassword = async (
  tx: Transaction,
  { accountId, known, next, changedBy }: { accountId: string; known: string; next: string; changedBy: string | null },
): Promise<boolean> => {
  const changed = await tx.query(
    'update credentials set password_hash = $3, changed_by = $4 where account_id = $1 and password_hash = $2',
    [accountId, known, next, changedBy],
  );
  return changed.rowCount === 1;
};
