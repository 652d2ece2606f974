/** A reply's own threshold wins over its question's; 0 = open from the start. */
export const effectiveThreshold = (replyThreshold: number, questionThreshold: number): number =>
  replyThreshold > 0 ? replyThreshold : questionThreshold;

/**
 * `latchedThreshold` is the highest threshold that the question was ever opened for. An opened text never closes again.
 */
export const isOpen = (latchedThreshold: number, effective: number): boolean => effective <= latchedThreshold;
