const KEY = 'chat-shown';
/** Of so many chats it is remembered how far they were read. */
const MOST_CHATS = 200;

type Shown = Record<string, number>;

function load(): Shown {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof kept === 'object' && kept !== null ? (kept as Shown) : {};
  } catch {
    return {};
  }
}

/** The last number of a chat that this browser has shown; null when it has shown none of it. */
export function lastShown(questionId: string): number | null {
  const number = load()[questionId];
  return typeof number === 'number' ? number : null;
}

/** Remembers how far a chat was read. The chats that were not opened for the longest time are forgotten first. */
export function rememberShown(questionId: string, number: number): void {
  const { [questionId]: before = 0, ...others } = load();
  const kept = Object.entries(others).slice(-(MOST_CHATS - 1));
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...Object.fromEntries(kept), [questionId]: Math.max(before, number) }));
  } catch {
    // Then every visit begins at the newest.
  }
}
