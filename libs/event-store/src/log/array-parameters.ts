/** Needs quotes in an array's text form, see PostgreSQL's manual, 8.15.6. */
const unquotable = /["\\{}\s]|^,|,,|,$/;

/**
 * An array parameter in PostgreSQL's text form, of values that need no quotes and hold no comma: ids, numbers, booleans, instants, digests. The
 * driver would look for quotes in every one of them and put it into quotes, which takes four times as long.
 * @throws when a value needs quotes
 */
export const plainArray = (values: readonly (string | number | boolean | null)[]): string => {
  const text = values.map((value) => value ?? 'NULL').join(',');
  if (unquotable.test(text)) throw new Error('A value of an array parameter needs quotes');
  return `{${text}}`;
};

/**
 * JSON texts as one parameter, for `string_to_array($1, E'\n')`: what `JSON.stringify` makes has no line breaks. In an array each quote in them
 * would be written, sent and read with a backslash before it.
 */
export const jsonLines = (values: readonly unknown[]): string =>
  values.map((value) => JSON.stringify(value)).join('\n');
