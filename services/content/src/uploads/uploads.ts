import { randomBytes } from 'node:crypto';
import {
  type contentRpc,
  maxOpenUploads,
  Refusal,
  type RpcParsed,
  type UploadView,
  uploadLifetimeHours,
} from '@hearsay/contracts';
import type { MediaStore } from '@hearsay/media-store';
import type pg from 'pg';

const uploadLifetimeMs = uploadLifetimeHours * 60 * 60_000;
/** An upload without bytes for this long may be closed to make room for a new one. */
const emptyForMs = 60 * 60_000;
const keyBytes = 18;

const columns = `id, object_key as key, purpose, filename, filetype, bytes::float8 as bytes, used_at is not null as "isUsed",
  created_at as "createdAt", expires_at as "expiresAt"`;

type Draft = RpcParsed<typeof contentRpc.openUpload>;

/** The letter `e`, with which all keys of uploads begin, then random bytes, so that keys reveal nothing. */
const newKey = (): string => `e${randomBytes(keyBytes).toString('base64url')}`;

/** Uploads are rows and not events, because only their owner sees them. The use of an upload appends an event. */
export class Uploads {
  constructor(
    private readonly pool: pg.Pool,
    private readonly store: Pick<MediaStore, 'size' | 'draftSize'>,
    private readonly now: () => number,
  ) {}

  /**
   * Opens an upload, or returns it if it is open already. If the owner has too many, closes the oldest one that stayed
   * empty for an hour. @throws Refusal `rate_limited` if there is none, `not_found` for another person's upload
   */
  async open(ownerId: string, draft: Draft): Promise<UploadView> {
    const now = this.now();
    const opened = await this.#insert(ownerId, draft, now);
    if (opened) return opened;
    const again = (await this.#dropEmpty(ownerId, now)) ? await this.#insert(ownerId, draft, now) : null;
    if (!again) throw await this.#tooManyRefusal(ownerId, now);
    return again;
  }

  /** Returns the known upload if the id exists. Null if the owner has too many open uploads. */
  async #insert(ownerId: string, draft: Draft, now: number): Promise<UploadView | null> {
    const file = [draft.purpose, draft.filename, draft.filetype, draft.bytes];
    const { rows } = await this.pool.query<UploadView>(
      `insert into uploads (id, owner_id, object_key, purpose, filename, filetype, bytes, created_at, expires_at)
       select $1, $2, $3, $4, $5, $6, $7, $8, $9
       where (select count(*) from uploads where owner_id = $2 and used_at is null and expires_at > $8) < $10
       on conflict (id) do nothing returning ${columns}`,
      [draft.id, ownerId, newKey(), ...file, new Date(now), new Date(now + uploadLifetimeMs), maxOpenUploads],
    );
    if (rows[0]) return rows[0];
    const { rows: known } = await this.pool.query<UploadView & { ownerId: string }>(
      `select ${columns}, owner_id as "ownerId" from uploads where id = $1`,
      [draft.id],
    );
    if (!known[0]) return null;
    const { ownerId: owner, ...row } = known[0];
    if (owner !== ownerId) throw new Refusal('not_found');
    return row;
  }

  /** Null for unknown, expired and other people's uploads. */
  async find(ownerId: string, id: string): Promise<UploadView | null> {
    const { rows } = await this.pool.query<UploadView>({
      name: 'find-upload',
      text: `select ${columns} from uploads where id = $1 and owner_id = $2 and expires_at > clock_timestamp()`,
      values: [id, ownerId],
    });
    return rows[0] ?? null;
  }

  /** Closes an upload. The sweep deletes the bytes. @throws Refusal `not_found`, or `conflict` for a used upload */
  async close(ownerId: string, id: string): Promise<void> {
    const closed = await this.pool.query(
      'update uploads set expires_at = $3 where id = $1 and owner_id = $2 and used_at is null and expires_at > clock_timestamp()',
      [id, ownerId, new Date(0)],
    );
    if (closed.rowCount === 0) throw await this.#refusalOf(ownerId, id);
  }

  /**
   * Marks an upload as used. A repeated call with the same idempotency key succeeds. After a lost call without a key,
   * the client must upload again. @throws Refusal `not_found`, `conflict` if another call has used the upload
   */
  async use(ownerId: string, id: string, key: string | undefined): Promise<void> {
    const used = await this.pool.query(
      `update uploads set used_at = clock_timestamp(), used_by = $3
       where id = $1 and owner_id = $2 and (used_at is null or used_by = $3) and expires_at > clock_timestamp()`,
      [id, ownerId, key ?? null],
    );
    if (used.rowCount === 0) throw await this.#refusalOf(ownerId, id);
  }

  /** Closes the oldest upload that stayed empty for an hour. False if there is none. */
  async #dropEmpty(ownerId: string, now: number): Promise<boolean> {
    const { rows } = await this.pool.query<{ id: string; key: string }>(
      `select id, object_key as key from uploads
       where owner_id = $1 and used_at is null and expires_at > $2 and created_at < $3 order by created_at limit $4`,
      [ownerId, new Date(now), new Date(now - emptyForMs), maxOpenUploads],
    );
    for (const { id, key } of rows) {
      if ((await this.store.draftSize(key)) > 0 || (await this.store.size(key)) !== null) continue;
      // This fails if a concurrent call has closed or used the upload. Then there is room too, so the error is ignored.
      await this.close(ownerId, id).catch(() => undefined);
      return true;
    }
    return false;
  }

  /** Asks the client to wait until the first open upload expires. */
  async #tooManyRefusal(ownerId: string, now: number): Promise<Refusal> {
    const { rows } = await this.pool.query<{ first: string | null }>(
      'select min(expires_at) as first from uploads where owner_id = $1 and used_at is null and expires_at > $2',
      [ownerId, new Date(now)],
    );
    const first = rows[0]?.first;
    const waitMs = first ? Date.parse(first) - now : 0;
    return new Refusal('rate_limited', 'You have too many unfinished uploads', {
      retryAfter: Math.max(1, Math.ceil(waitMs / 1000)),
    });
  }

  /** The reason why an upload was not found open: used already, or unknown. */
  async #refusalOf(ownerId: string, id: string): Promise<Refusal> {
    const upload = await this.find(ownerId, id);
    return upload ? new Refusal('conflict', 'This upload has been used already') : new Refusal('not_found');
  }
}
