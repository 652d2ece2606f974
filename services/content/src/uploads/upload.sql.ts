import type { UploadPurpose } from '@hearsay/contracts';
import { type Loaded, type RowWriter, type Transaction, updateRows } from '@hearsay/event-store';

export interface Upload {
  readonly ownerId: string;
  readonly purpose: UploadPurpose;
  readonly key: string;
  /** ISO instant. */
  readonly expiresAt: string;
  readonly isUsed: boolean;
}

/** Locks the uploads that exist. */
export const loadUploads = async (
  tx: Transaction,
  keys: readonly string[],
): Promise<Map<string, Loaded<Upload | null>>> => {
  const loaded = new Map<string, Loaded<Upload | null>>(keys.map((key) => [key, { version: 0, state: null }]));
  const { rows } = await tx.query<Omit<Upload, 'expiresAt'> & { id: string; expiresAt: Date }>({
    name: 'lock-uploads',
    text: `select id, owner_id as "ownerId", purpose, object_key as key, expires_at as "expiresAt", used_at is not null as "isUsed"
           from uploads where id = any($1) order by id for update`,
    values: [keys],
  });
  for (const { id, expiresAt, ...upload } of rows)
    loaded.set(id, { version: 0, state: { ...upload, expiresAt: expiresAt.toISOString() } });
  return loaded;
};

export const writeUsedUploads: RowWriter = (tx, rows) => updateRows(tx, 'uploads', 'id', rows);
