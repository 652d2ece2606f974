import { hash } from 'node:crypto';
import { foldUsername } from '@hearsay/contracts';
import { type RowWriter, type Transaction, upsertRows } from '@hearsay/event-store';
import type pg from 'pg';

export interface CredentialRow {
  readonly accountId: string;
  readonly usernameFolded: string;
  readonly passwordHash: string;
}

type KnownCredential = CredentialRow & { readonly changedBy: string | null };

/** The same for each repeat of one call, so that a repeat finds its own earlier change. */
export const passwordChangeId = (accountId: string, idempotencyKey: string): string =>
  hash('sha256', JSON.stringify(['password change', accountId, idempotencyKey]), 'base64url');

/**
 * A value that changes with the password. It is a hash of the salted password hash, so it reveals neither the password
 * nor its hash.
 */
export const passwordGeneration = (passwordHash: string): string =>
  hash('sha256', passwordHash, 'base64url').slice(0, 22);

/** The row of a reset link. It has only a hash of the link's token. A new link replaces the account's previous link. */
export interface PasswordResetRow {
  readonly accountId: string;
  readonly tokenHash: string;
  readonly expiresAt: string;
}

export const writePasswordResets: RowWriter = (tx, rows) =>
  upsertRows(tx, { table: 'password_resets', key: ['accountId'] }, rows);

export class Credentials {
  constructor(private readonly pool: pg.Pool) {}

  async findByName(username: string): Promise<KnownCredential | null> {
    // PostgreSQL rejects a text with a NUL, and no name contains a NUL.
    return username.includes('\0') ? null : this.#findBy('username_folded', foldUsername(username));
  }

  async findByAccount(accountId: string): Promise<KnownCredential | null> {
    return this.#findBy('account_id', accountId);
  }

  async #findBy(column: 'username_folded' | 'account_id', value: string): Promise<KnownCredential | null> {
    const found = await this.pool.query<KnownCredential>({
      name: `credential-by-${column}`,
      text: `select account_id as "accountId", username_folded as "usernameFolded", password_hash as "passwordHash", changed_by as "changedBy"
             from credentials where ${column} = $1`,
      values: [value],
    });
    return found.rows[0] ?? null;
  }
}

/** `known` and `next` are hashes. False if `known` is no longer the account's password hash. */
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
