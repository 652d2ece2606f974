type Area = 'localStorage' | 'sessionStorage';

/** @returns null without an entry, undefined where storage is unavailable */
export function readStored(key: string, area: Area = 'localStorage'): string | null | undefined {
  try {
    return window[area].getItem(key);
  } catch {
    return undefined;
  }
}

/** Null removes the entry. @returns false where storage is full or forbidden */
export function writeStored(key: string, text: string | null, area: Area = 'localStorage'): boolean {
  try {
    if (text === null) window[area].removeItem(key);
    else window[area].setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** @returns null without an entry, and for an entry that does not fit the schema */
export function readStoredJson<T>(key: string, schema: { parse(value: unknown): T }, area?: Area): T | null {
  try {
    const text = readStored(key, area);
    return text ? schema.parse(JSON.parse(text)) : null;
  } catch {
    return null;
  }
}
