/** Milliseconds. The meter fills and holds, the description opens, then the replies one after another. */
export const revealTimes = {
  fill: 320,
  hold: 250,
  swell: 500,
  nextReply: 60,
} as const;

export const wordsOpenAfter = revealTimes.fill + revealTimes.hold;

/** After the description has begun to settle, each a little after the one above. */
export const replyOpensAfter = (order: number): number =>
  wordsOpenAfter + revealTimes.swell / 2 + order * revealTimes.nextReply;

export const heardAfter = wordsOpenAfter + revealTimes.swell + 6 * revealTimes.nextReply;
