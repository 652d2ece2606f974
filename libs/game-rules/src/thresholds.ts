/** The threshold of a reply. The reply's own threshold overrides that of its question. 0 means open from the start. */
export const effectiveThreshold = (replyThreshold: number, questionThreshold: number): number =>
  replyThreshold > 0 ? replyThreshold : questionThreshold;

/**
 * Whether a text is open. `latchedThreshold` is the highest threshold that the question ever reached. An opened text
 * never closes again.
 */
export const isOpen = (latchedThreshold: number, effective: number): boolean => effective <= latchedThreshold;
