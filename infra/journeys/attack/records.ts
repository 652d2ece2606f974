/** A row, event, message, Redis key or log line, read without the system's secret keys. */
export interface FoundRecord {
  readonly source: string;
  /** Values by which records can be joined: UUIDs, and long texts that could be tags or hashes. */
  readonly ids: ReadonlySet<string>;
  /** Milliseconds by field, including the times in version 7 UUIDs. */
  readonly instants: ReadonlyMap<string, number>;
  /** Ids of transactions that wrote, deleted or locked the record. All databases of a server number them together. */
  readonly transactions: readonly number[];
  /** Equal in two dumps if nothing has touched the record between them. */
  readonly state: string;
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
const instant = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d(?::?\d\d)?)/g;
/** Milliseconds as text, perhaps followed by the counter of a Redis stream's entry id. */
const milliseconds = /(?<![\w.-])(1\d{12})(?:-\d+)?(?![\w.-])/g;
const token = /[A-Za-z0-9_+/=.-]{16,}/g;
const isPlausible = (at: number): boolean => at > Date.UTC(2020, 0) && at < Date.UTC(2100, 0);

/** The time of a version 7 UUID (RFC 9562). */
const clockOf = (id: string): number | undefined =>
  id[14] === '7' ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : undefined;

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

export const recordOf = (source: string, value: unknown, transactions: readonly number[] = []): FoundRecord => {
  const ids = new Set<string>();
  const instants = new Map<string, number>();
  readValue(value, '', ids, instants);
  return { source, ids, instants, transactions, state: JSON.stringify([source, value, transactions]) };
};

/** Records that were added, deleted or rewritten, even with the same content. */
export const changedRecords = (before: readonly FoundRecord[], after: readonly FoundRecord[]): FoundRecord[] => {
  const known = new Set(before.map(({ state }) => state));
  const left = new Set(after.map(({ state }) => state));
  return [...after.filter(({ state }) => !known.has(state)), ...before.filter(({ state }) => !left.has(state))];
};
