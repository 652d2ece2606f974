/** UTF-8 needs at most three bytes for a UTF-16 code unit. */
const mostBytesPerUnit = 3;

export interface JsonArrays<T> {
  /** Each a JSON array of at most the limit's bytes, with the items in it. */
  readonly arrays: readonly { readonly text: string; readonly items: readonly T[] }[];
  /** Items that are too big even when they are alone. */
  readonly tooBig: readonly T[];
}

/**
 * Joins items that are JSON already into arrays, in order: at most `most` items and `maxBytes` bytes of UTF-8 in each. Short texts are
 * not measured byte by byte: what stays below the limit even at three bytes a unit fits.
 */
export const joinIntoArrays = <T extends { readonly json: string }>(
  items: readonly T[],
  { most = Number.POSITIVE_INFINITY, maxBytes }: { readonly most?: number; readonly maxBytes: number },
): JsonArrays<T> => {
  const arrays: { text: string; items: T[] }[] = [];
  const tooBig: T[] = [];
  let group: T[] = [];
  let bytes = brackets;
  const close = () => {
    if (group.length > 0) arrays.push({ text: `[${group.map((item) => item.json).join(',')}]`, items: group });
    group = [];
    bytes = brackets;
  };
  const units = items.reduce((sum, item) => sum + item.json.length + comma, brackets);
  const isSmall = units * mostBytesPerUnit <= maxBytes;
  for (const item of items) {
    const size = isSmall ? 0 : Buffer.byteLength(item.json) + comma;
    if (brackets + size > maxBytes) {
      tooBig.push(item);
      continue;
    }
    if (group.length >= most || bytes + size > maxBytes) close();
    group.push(item);
    bytes += size;
  }
  close();
  return { arrays, tooBig };
};

const brackets = 2;
const comma = 1;
