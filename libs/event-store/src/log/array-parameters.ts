/** Values that need quotes in an array's text form, see PostgreSQL's manual, 8.15.6. */
const unquotable = /["\\{}\s]|^,|,,|,$/;

/** Four times as fast as the driver's array form, which quotes each value. @throws when a value needs quotes */
export const plainArray = (values: readonly (string | number | boolean | null)[]): string => {
  const text = values.map((value) => value ?? 'NULL').join(',');
  if (unquotable.test(text)) throw new Error('A value of an array parameter needs quotes');
  return `{${text}}`;
};

/** For `string_to_array($1, E'\n')`: JSON has no line breaks, and an array would escape each quote with a backslash. */
export const jsonLines = (values: readonly unknown[]): string =>
  values.map((value) => JSON.stringify(value)).join('\n');
