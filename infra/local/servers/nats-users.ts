/** Somebody whom a NATS server lets in. */
export interface NatsUser {
  readonly name: string;
  readonly password: string;
  /** Subjects that the user may use, with wildcards; without it all of them. */
  readonly permissions?: { readonly publish: readonly string[]; readonly subscribe: readonly string[] };
}

/**
 * Seconds within which somebody who connects must say who they are. The server's own default of two is over before a process on a busy machine has
 * had its turn.
 */
const loginTimeoutSeconds = 30;

/** The lines of a nats-server's configuration that let these users in and nobody else. Its quoted texts are written as in JSON. */
export const authorizationLines = (users: readonly NatsUser[]): string[] => {
  const allow = (subjects: readonly string[]) => `{ allow: ${JSON.stringify(subjects)} }`;
  return [
    'authorization {',
    `  timeout: ${loginTimeoutSeconds}`,
    '  users: [',
    ...users.map(({ name, password, permissions }) => {
      const rules = permissions
        ? `, permissions: { publish: ${allow(permissions.publish)}, subscribe: ${allow(permissions.subscribe)} }`
        : '';
      return `    { user: ${JSON.stringify(name)}, password: ${JSON.stringify(password)}${rules} }`;
    }),
    '  ]',
    '}',
  ];
};
