import type { SealedAuthors } from '@hearsay/service-runtime';
import type pg from 'pg';

/** The most rows that are changed in one transaction. */
const chunk = 1000;

/** Gives the anonymous posts of before the tags by which their authors find them; what a guest asked is nobody's and has none. Each chunk commits alone. */
export const tagSealedOwners = async (owner: pg.Pool, authors: SealedAuthors): Promise<void> => {
  for (const table of ['questions', 'replies']) {
    for (let isDone = false; !isDone; ) {
      const { rows } = await owner.query<{ id: string; sealed: string }>(
        `select id, owner ->> 'sealed' as sealed from ${table}
         where is_anonymous and owner_tag is null and owner ->> 'sealed' is not null limit $1`,
        [chunk],
      );
      await owner.query(
        `update ${table} set owner_tag = tagged.tag from unnest($1::uuid[], $2::text[]) as tagged (id, tag) where ${table}.id = tagged.id`,
        [rows.map((row) => row.id), rows.map((row) => authors.tagOf(authors.open(row.sealed)))],
      );
      isDone = rows.length < chunk;
    }
  }
};
