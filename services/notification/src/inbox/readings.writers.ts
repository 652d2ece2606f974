import type { RowWriter } from '@hearsay/event-store';
import type { AuthorId, SealedAuthors } from '@hearsay/service-runtime';
import { type Mark, marked } from './reading.js';
import { readingOf, sealReading } from './sealed-texts.js';

export interface MarkRow {
  /** Key of what the person has read. */
  readonly reader: string;
  readonly authorId: AuthorId;
  readonly mark: Mark;
}

/** Lays marks over what their persons had read before. Locks rows in key order; the same mark again changes nothing. */
export const writeMarks =
  (seals: SealedAuthors): RowWriter =>
  async (tx, rows) => {
    const marks = rows as readonly MarkRow[];
    if (marks.length === 0) return;
    const readers = [...new Set(marks.map(({ reader }) => reader))].sort();
    const made = await tx.query<{ reader: string }>(
      `insert into readings (reader, marks) select unnest($1::text[]), '' on conflict do nothing returning reader`,
      [readers],
    );
    const isNew = new Set(made.rows.map(({ reader }) => reader));
    const { rows: known } = await tx.query<{ reader: string; marks: string }>(
      'select reader, marks from readings where reader = any($1) order by reader for update',
      [readers],
    );
    const readings = new Map(
      known.map(({ reader, marks: sealed }) => [reader, readingOf(seals, isNew.has(reader) ? undefined : sealed)]),
    );
    const readersAuthors = new Map(marks.map(({ reader, authorId }) => [reader, authorId]));
    for (const { reader, mark } of marks) readings.set(reader, marked(readings.get(reader)!, mark));
    await tx.query(
      `update readings set marks = read.marks from unnest($1::text[], $2::text[]) as read (reader, marks) where readings.reader = read.reader`,
      [
        readers,
        readers.map((reader) =>
          sealReading(seals, { authorId: readersAuthors.get(reader)!, reading: readings.get(reader)! }),
        ),
      ],
    );
  };
