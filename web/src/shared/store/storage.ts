/** Null for no entry, undefined where storage is unavailable. */
export function stored(key: string): string | null | undefined {
  try {
    return localStorage.getItem(key);
  } catch {
    return undefined;
  }
}

/** Null removes the entry. @returns false where storage is full or forbidden */
export function keep(key: string, text: string | null): boolean {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** Null for no entry, and for one that does not fit the schema. */
export function storedJson<T>(key: string, schema: { parse(value: unknown): T }): T | null {
  try {
    return schema.parse(JSON.parse(stored(key) ?? 'null'));
  } catch {
    return null;
  }
}
