/** Bytes of JSON in one answer. Four answers fit into a NATS message of the default 1 MB. */
const answerBytes = 256 * 1024;
const bareViewBytes = 700;
/**
 * The maximum number of JSON bytes for a UTF-16 unit. A control character takes six bytes, and every other unit takes
 * fewer.
 */
const bytesPerUnit = 6;

/** Returns the first views that fit into `most` bytes of JSON, but at least one. */
export const viewsWithinBytes = <V>(views: readonly V[], most = answerBytes): V[] => {
  let bytes = 0;
  const end = views.findIndex((view) => {
    bytes += Buffer.byteLength(JSON.stringify(view));
    return bytes > most;
  });
  return end === -1 ? [...views] : views.slice(0, Math.max(1, end));
};

/** Like `viewsWithinBytes`, but measures bytes only if the words are so long that the limit could be exceeded. */
export const viewsWithinAnswer = <V>(views: readonly V[], wordsOf: (view: V) => string | null): V[] => {
  const most = views.reduce((sum, view) => sum + bareViewBytes + bytesPerUnit * (wordsOf(view)?.length ?? 0), 0);
  return most <= answerBytes ? [...views] : viewsWithinBytes(views);
};

/**
 * A page of `limit` items, and all further items of the last item's instant. The next page begins after that instant.
 * @param atOf returns the instant of an item, in ISO 8601, UTC, with milliseconds
 */
export const pageByTime = <T>(items: readonly T[], limit: number, atOf: (item: T) => string): T[] => {
  const last = items[limit - 1];
  if (last === undefined) return [...items];
  const end = items.findIndex((item, index) => index >= limit && atOf(item) !== atOf(last));
  return end === -1 ? [...items] : items.slice(0, end);
};
