/** One row, event, message, key or log line, as somebody sees it who has no key: what can join it to others. */
export interface FoundRecord {
  /** Where it lies, as `gamification.xp_entries` or `stream content`. */
  readonly source: string;
  /** Whatever may be the same elsewhere: UUIDs wherever they stand, and long texts that could be tags or hashes. */
  readonly ids: ReadonlySet<string>;
  /** Instants in milliseconds by field; the clock in a UUID of version 7 counts as one. */
  readonly instants: ReadonlyMap<string, number>;
  /** Transactions that have written, deleted or locked it. All databases of a server count in one row of numbers. */
  readonly transactions: readonly number[];
  /** Equal in two dumps if nothing has touched it between them. */
  readonly state: string;
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
const instant = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d(?::?\d\d)?)/g;
/** Milliseconds as text, also with the counter that Redis adds in the id of a stream's entry. */
const milliseconds = /(?<![\w.-])(1\d{12})(?:-\d+)?(?![\w.-])/g;
/** Long enough that two of them are not the same by accident. */
const token = /[A-Za-z0-9_+/=.-]{16,}/g;
/** Instants outside of it are no instants of this system. */
const isPlausible = (at: number): boolean => at > Date.UTC(2020, 0) && at < Date.UTC(2100, 0);

/** The clock of a UUID of version 7 (RFC 9562). */
const clockOf = (id: string): number | undefined =>
  id[14] === '7' ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : undefined;

/** What a text holds. */
const readText = (text: string, field: string, ids: Set<string>, instants: Map<string, number>): void => {
  const note = (name: string, at: number | undefined) => {
    if (at !== undefined && isPlausible(at) && !instants.has(name)) instants.set(name, at);
  };
  let rest = text;
  for (const [found] of text.matchAll(uuid)) {
    const id = found.toLowerCase();
    ids.add(id);
    note(`clock of ${field}`, clockOf(id));
    rest = rest.replace(found, ' ');
  }
  for (const [found] of text.matchAll(instant)) {
    note(field, Date.parse(found.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')));
    rest = rest.replace(found, ' ');
  }
  for (const [found, at] of rest.matchAll(milliseconds)) {
    note(field, Number(at));
    rest = rest.replace(found, ' ');
  }
  for (const [found] of rest.matchAll(token)) ids.add(found);
};

const readValue = (value: unknown, field: string, ids: Set<string>, instants: Map<string, number>): void => {
  if (typeof value === 'string') readText(value, field, ids, instants);
  else if (typeof value === 'number' && isPlausible(value)) instants.set(field, value);
  else if (Array.isArray(value)) for (const item of value) readValue(item, field, ids, instants);
  else if (value && typeof value === 'object')
    for (const [key, item] of Object.entries(value)) readValue(item, `${field}.${key}`, ids, instants);
};

/** Reads whatever was found: parsed JSON or a text. */
export const recordOf = (source: string, value: unknown, transactions: readonly number[] = []): FoundRecord => {
  const ids = new Set<string>();
  const instants = new Map<string, number>();
  readValue(value, '', ids, instants);
  return { source, ids, instants, transactions, state: JSON.stringify([source, value, transactions]) };
};

/** What two dumps do not have in common: records that came, went, or were written again, even with the same content. */
export const changesBetween = (before: readonly FoundRecord[], after: readonly FoundRecord[]): FoundRecord[] => {
  const known = new Set(before.map(({ state }) => state));
  const left = new Set(after.map(({ state }) => state));
  return [...after.filter(({ state }) => !known.has(state)), ...before.filter(({ state }) => !left.has(state))];
};
