import { randomBytes } from 'node:crypto';
import {
  type contentRpc,
  mostOpenUploads,
  Refusal,
  type RpcParsed,
  type UploadView,
  uploadLifetimeHours,
} from '@hearsay/contracts';
import type { MediaStore } from '@hearsay/media-store';
import type pg from 'pg';

const uploadLifetimeMs = uploadLifetimeHours * 60 * 60_000;
/** An upload of which nothing has come for so long may give way to a new one. */
const emptyForMs = 60 * 60_000;
/** The length of the random part of a key: enough that nobody ever guesses one. */
const keyBytes = 18;

const columns = `id, object_key as key, purpose, filename, filetype, bytes::float8 as bytes, used_at is not null as "isUsed",
  created_at as "createdAt", expires_at as "expiresAt"`;

type Row = Omit<UploadView, 'createdAt' | 'expiresAt'> & { readonly createdAt: Date; readonly expiresAt: Date };
const view = ({ createdAt, expiresAt, ...row }: Row): UploadView => ({
  ...row,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
});

/** Keys tell nothing: a letter for what kind of thing it is, and chance. */
const newKey = (): string => `e${randomBytes(keyBytes).toString('base64url')}`;

/** Uploads in progress are rows, not events: nobody but their owner ever sees them, and what comes of them is an event of its own. */
export class Uploads {
  constructor(
    private readonly pool: pg.Pool,
    private readonly store: Pick<MediaStore, 'size' | 'draftSize'>,
  ) {}

  /**
   * Where the owner has too many, the oldest of which nothing ever came gives way.
   * @throws Refusal `rate_limited` when the owner has too many open; `not_found` when the id is somebody else's
   */
  async open(ownerId: string, draft: RpcParsed<typeof contentRpc.openUpload>): Promise<UploadView> {
    const now = Date.now();
    const opened = await this.#insert(ownerId, draft, now);
    if (opened) return opened;
    const again = (await this.#dropEmpty(ownerId, now)) ? await this.#insert(ownerId, draft, now) : null;
    if (!again) throw await this.#tooMany(ownerId, now);
    return again;
  }

  /** Null: the owner has too many. */
  async #insert(
    ownerId: string,
    draft: RpcParsed<typeof contentRpc.openUpload>,
    now: number,
  ): Promise<UploadView | null> {
    const { rows } = await this.pool.query<Row>(
      `insert into uploads (id, owner_id, object_key, purpose, filename, filetype, bytes, created_at, expires_at)
       select $1, $2, $3, $4, $5, $6, $7, $8, $9
       where (select count(*) from uploads where owner_id = $2 and used_at is null and expires_at > $8) < $10
       on conflict (id) do nothing returning ${columns}`,
      [
        draft.id,
        ownerId,
        newKey(),
        draft.purpose,
        draft.filename,
        draft.filetype,
        draft.bytes,
        new Date(now),
        new Date(now + uploadLifetimeMs),
        mostOpenUploads,
      ],
    );
    const made = rows[0];
    if (made) return view(made);
    const { rows: known } = await this.pool.query<Row & { ownerId: string }>(
      `select ${columns}, owner_id as "ownerId" from uploads where id = $1`,
      [draft.id],
    );
    const earlier = known[0];
    if (!earlier) return null;
    const { ownerId: owner, ...row } = earlier;
    if (owner !== ownerId) throw new Refusal('not_found');
    return view(row);
  }

  /** A person's own upload; null when there is none, or none any more. */
  async find(ownerId: string, id: string): Promise<UploadView | null> {
    const { rows } = await this.pool.query<Row>({
      name: 'find-upload',
      text: `select ${columns} from uploads where id = $1 and owner_id = $2 and expires_at > clock_timestamp()`,
      values: [id, ownerId],
    });
    return rows[0] ? view(rows[0]) : null;
  }

  /** The sweep takes the bytes away. @throws Refusal `not_found`, `conflict` when it is used */
  async close(ownerId: string, id: string): Promise<void> {
    const closed = await this.pool.query(
      'update uploads set expires_at = $3 where id = $1 and owner_id = $2 and used_at is null and expires_at > clock_timestamp()',
      [id, ownerId, new Date(0)],
    );
    if (closed.rowCount === 0) throw await this.#refusalOf(ownerId, id);
  }

  /**
   * The first call has it, and its repeats under the same key. One without a key that dies behind this leaves it used: its repeat looks like any second
   * use, and what the first has made of the bytes may be there. Whoever gives no key uploads once more.
   * @throws Refusal `not_found`, `conflict` when it is used
   */
  async use(ownerId: string, id: string, key: string | undefined): Promise<void> {
    const used = await this.pool.query(
      `update uploads set used_at = clock_timestamp(), used_by = $3
       where id = $1 and owner_id = $2 and (used_at is null or used_by = $3) and expires_at > clock_timestamp()`,
      [id, ownerId, key ?? null],
    );
    if (used.rowCount === 0) throw await this.#refusalOf(ownerId, id);
  }

  /** Ends the oldest upload of which nothing has come for an hour: a client that still wants it loses nothing by beginning anew. */
  async #dropEmpty(ownerId: string, now: number): Promise<boolean> {
    const { rows } = await this.pool.query<{ id: string; key: string }>(
      `select id, object_key as key from uploads
       where owner_id = $1 and used_at is null and expires_at > $2 and created_at < $3 order by created_at limit $4`,
      [ownerId, new Date(now), new Date(now - emptyForMs), mostOpenUploads],
    );
    for (const { id, key } of rows) {
      if ((await this.store.draftSize(key)) > 0 || (await this.store.size(key)) !== null) continue;
      // It may end or be used at this very moment: then it makes way as well, or the insert fails again.
      await this.close(ownerId, id).catch(() => undefined);
      return true;
    }
    return false;
  }

  /** Says when the first of them ends. */
  async #tooMany(ownerId: string, now: number): Promise<Refusal> {
    const { rows } = await this.pool.query<{ first: Date | null }>(
      'select min(expires_at) as first from uploads where owner_id = $1 and used_at is null and expires_at > $2',
      [ownerId, new Date(now)],
    );
    const waitMs = (rows[0]?.first?.getTime() ?? now) - now;
    return new Refusal('rate_limited', 'You have too many unfinished uploads', {
      retryAfter: Math.max(1, Math.ceil(waitMs / 1000)),
    });
  }

  async #refusalOf(ownerId: string, id: string): Promise<Refusal> {
    const upload = await this.find(ownerId, id);
    return upload ? new Refusal('conflict', 'This upload has been used already') : new Refusal('not_found');
  }
}
