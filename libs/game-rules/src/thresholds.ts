/** Boosts that open a reply: its own threshold if it has one, else its question's; 0 = open from the start. */
export const effectiveThreshold = (replyThreshold: number, questionThreshold: number): number =>
  replyThreshold > 0 ? replyThreshold : questionThreshold;

/**
 * Is a text readable for everyone? `latchedThreshold` is the highest threshold that the question has ever been opened for:
 * once reached, it never hides again, whatever happens to the boosts.
 */
export const isOpen = (latchedThreshold: number, effective: number): boolean => effective <= latchedThreshold;
