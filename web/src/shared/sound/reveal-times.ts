/** The celebration of a reveal, in milliseconds: the meter fills, holds, the description swells into words, then the replies one after the other. */
export const revealTimes = {
  fill: 320,
  hold: 250,
  swell: 500,
  nextReply: 60,
} as const;

/** When the description opens, counted from the news of the reveal. */
export const wordsOpenAfter = revealTimes.fill + revealTimes.hold;

/** When a reply opens: after the description has begun to settle, each a little after the one above it. */
export const replyOpensAfter = (order: number): number =>
  wordsOpenAfter + revealTimes.swell / 2 + order * revealTimes.nextReply;

/** When all of it has been heard. */
export const heardAfter = wordsOpenAfter + revealTimes.swell + 6 * revealTimes.nextReply;
