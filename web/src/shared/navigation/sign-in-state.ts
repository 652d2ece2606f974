/**
 * The state of a link to the login page, for visitors who wanted to do or see something. They may have no account yet.
 * @param from the path to return to
 */
export const signInState = (from?: string) => ({ ...(from !== undefined && { from }), mayBeNew: true });

/** Reads the navigation state that `signInState` makes. */
export const mayLackAccount = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'mayBeNew' in state && state.mayBeNew === true;
