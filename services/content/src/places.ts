import type { ExportPlace } from '@hearsay/contracts';

/** A place before the newest item. */
export const fromTheNewest: ExportPlace = { at: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

/** Condition and order of a page. $2 and $3 = the last place of the previous page, $4 = the limit. */
export const placeAfter = (at: string, id: string): string =>
  `${at} <= $2::timestamptz and (${at}, ${id}) < ($2::timestamptz, $3::uuid) order by ${at} desc, ${id} desc limit $4`;

/** Null if `rows` is shorter than `limit`, because no page follows then. */
export const nextPlace = (rows: readonly ExportPlace[], limit: number): ExportPlace | null => {
  const last = rows.at(-1);
  return last && rows.length === limit ? { at: last.at, id: last.id } : null;
};
