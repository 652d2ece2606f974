/** The code of a system error ("ENOENT"); undefined when there is none. An error of Node itself is no `Error` of jest's own world, so its class says nothing. */
export const codeOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
