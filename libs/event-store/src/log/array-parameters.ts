/** Values that need quotes in an array's text form, see PostgreSQL's manual, 8.15.6. */
const unquotable = /["\\{}\s]|^,|,,|,$/;

/**
 * An array parameter in PostgreSQL's text form, for values without quotes and commas: ids, numbers, booleans, instants,
 * digests. The driver would search and quote every value, which takes four times as long. @throws when a value needs
 * quotes
 */
export const plainArray = (values: readonly (string | number | boolean | null)[]): string => {
  const text = values.map((value) => value ?? 'NULL').join(',');
  if (unquotable.test(text)) throw new Error('A value of an array parameter needs quotes');
  return `{${text}}`;
};

/**
 * JSON texts as one parameter, for `string_to_array($1, E'\n')`: `JSON.stringify` writes no line breaks. An array would
 * escape each quote with a backslash.
 */
export const jsonLines = (values: readonly unknown[]): string =>
  values.map((value) => JSON.stringify(value)).join('\n');
