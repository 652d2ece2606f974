/**
 * How values are written and transactions run in every session. A database or a role may have other defaults, and a date that
 * PostgreSQL writes in another style cannot be read.
 */
const ownSettings = [
  'DateStyle=ISO,MDY',
  'IntervalStyle=postgres',
  'TimeZone=UTC',
  'extra_float_digits=1',
  'bytea_output=hex',
  'default_transaction_isolation=read\\ committed',
];

/** What a connection to `url` is made with. Options in the URL stay, such as a search path; ours come behind them and win. */
export const sessionOf = (
  url: string,
  settings: readonly string[] = [],
): { connectionString: string; options: string } => {
  const own = [...ownSettings, ...settings].map((setting) => `-c ${setting}`).join(' ');
  const address = new URL(url);
  const given = address.searchParams.get('options');
  if (given === null) return { connectionString: url, options: own };
  // The driver would take the URL's options instead of these.
  address.searchParams.delete('options');
  return { connectionString: address.href, options: `${given} ${own}` };
};
