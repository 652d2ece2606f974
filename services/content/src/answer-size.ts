/** How many bytes of JSON one answer may have; four of them fit into a NATS message of the default size of 1 MB. */
const answerBytes = 256 * 1024;
/** The most bytes that a view has without its words. */
const bareViewBytes = 700;
/** The most bytes for one UTF-16 unit: JSON writes a control character as six, everything else shorter. */
const bytesPerUnit = 6;

/**
 * The first of `views` that together fit into an answer, at least one. They are measured exactly only where the words are long enough to
 * matter.
 */
export const fittingAnswer = <V>(views: readonly V[], wordsOf: (view: V) => string | null): V[] => {
  const most = views.reduce((sum, view) => sum + bareViewBytes + bytesPerUnit * (wordsOf(view)?.length ?? 0), 0);
  if (most <= answerBytes) return [...views];
  let bytes = 0;
  const end = views.findIndex((view) => {
    bytes += Buffer.byteLength(JSON.stringify(view));
    return bytes > answerBytes;
  });
  return end === -1 ? [...views] : views.slice(0, Math.max(1, end));
};
