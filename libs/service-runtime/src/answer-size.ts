/** Bytes of JSON in one answer; four answers fit into a NATS message of the default 1 MB. */
const answerBytes = 256 * 1024;
const bareViewBytes = 700;
/** JSON writes a control character as six bytes, every other UTF-16 unit shorter. */
const bytesPerUnit = 6;

/** Returns at least one view, even when that exceeds `most`. */
export const fitting = <V>(views: readonly V[], most = answerBytes): V[] => {
  let bytes = 0;
  const end = views.findIndex((view) => {
    bytes += Buffer.byteLength(JSON.stringify(view));
    return bytes > most;
  });
  return end === -1 ? [...views] : views.slice(0, Math.max(1, end));
};

/** As `fitting`, but measures exactly only when the words are long enough to matter. */
export const fittingAnswer = <V>(views: readonly V[], wordsOf: (view: V) => string | null): V[] => {
  const most = views.reduce((sum, view) => sum + bareViewBytes + bytesPerUnit * (wordsOf(view)?.length ?? 0), 0);
  return most <= answerBytes ? [...views] : fitting(views);
};

/**
 * Includes all items of the last item's instant. The next page begins after that instant.
 * @param atOf the instant of an item: ISO 8601, UTC, in milliseconds
 */
export const pageByTime = <T>(items: readonly T[], limit: number, atOf: (item: T) => string): T[] => {
  const last = items[limit - 1];
  if (last === undefined) return [...items];
  const end = items.findIndex((item, index) => index >= limit && atOf(item) !== atOf(last));
  return end === -1 ? [...items] : items.slice(0, end);
};
