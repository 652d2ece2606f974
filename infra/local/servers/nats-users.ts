export interface NatsUser {
  readonly name: string;
  readonly password: string;
  readonly permissions?: { readonly publish: readonly string[]; readonly subscribe: readonly string[] };
}

/** The server's default of two seconds is too short for a process on a busy machine. */
const loginTimeoutSeconds = 30;

/** Admits only these users. Quoted texts are JSON. */
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
