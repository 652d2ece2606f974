export interface JsonArrays<T> {
  readonly arrays: readonly { readonly text: string; readonly items: readonly T[] }[];
  readonly tooBig: readonly T[];
}

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
  for (const item of items) {
    const size = Buffer.byteLength(item.json) + comma;
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
