/** How long events gather when more came soon after the last look. */
const firstMs = 25;
/** The longest that events gather, however many come. */
const longestMs = 100;
/** How many times as long as it gathers nothing may come before that counts as silence. */
const silence = 1.5;

/**
 * Lets events gather between two looks, so that messages and the groups of all consumers grow under load. After silence there is no
 * gathering: what comes alone goes at once. While more keeps coming, the time doubles up to its bound.
 */
export class Gathering {
  #gatherMs = 0;

  /**
   * How many milliseconds to go on gathering.
   * @param waitedMs how long nothing came after the last look, which had found something
   * @param sinceLookMs how long ago the last look began
   */
  next(waitedMs: number, sinceLookMs: number): number {
    const isSilent = waitedMs > Math.max(firstMs, this.#gatherMs) * silence;
    this.#gatherMs = isSilent ? 0 : Math.min(longestMs, Math.max(firstMs, this.#gatherMs * 2));
    return Math.max(0, this.#gatherMs - sinceLookMs);
  }
}
