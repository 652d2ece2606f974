/**
 * Users, keys and addresses of each process, for the local stack and for containers. The image `secrets` runs this file
 * too, so it imports no package.
 */

export interface NatsUser {
  readonly name: string;
  readonly password: string;
  readonly permissions?: { readonly publish: readonly string[]; readonly subscribe: readonly string[] };
}

/** The server's default of two seconds is too short on a busy machine. */
const loginTimeoutSeconds = 30;

/** Lines of a NATS configuration that admits only these users. NATS reads JSON strings as quoted texts. */
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

export const natsOperator = 'operator';

/** Makes one user per process with only the subjects of this process, and the user `operator` with all subjects. */
export const natsUsersOf = <P extends string>(
  processes: readonly P[],
  passwordOf: (name: string) => string,
  permissionsOf: (process: P) => NatsUser['permissions'],
): NatsUser[] => [
  { name: natsOperator, password: passwordOf(natsOperator) },
  ...processes.map((name) => ({ name, password: passwordOf(name), permissions: permissionsOf(name) })),
];

/** Identity knows every account, and moderation every report, so neither may open seals of anonymous authors. */
const opensSealedAuthors = ['content', 'engagement', 'gamification', 'notification'];
const usesRedis = ['gateway', 'content', 'gamification', 'moderation'];
const usesMedia = ['gateway', 'content'];

interface Credentials {
  readonly databaseUrl: (process: string) => string;
  readonly redisUrl: string;
  readonly mediaUrl: string;
  readonly knownBrowser: string;
  readonly idempotency: string;
  readonly sealKeys: Readonly<Record<string, string>>;
}

/** The variables that this process needs, and no more. */
export const credentialsOf = (process: string, all: Credentials): Record<string, string> => ({
  ...(process === 'gateway'
    ? { KNOWN_BROWSER_SECRET: all.knownBrowser }
    : { DATABASE_URL: all.databaseUrl(process), IDEMPOTENCY_SECRET: all.idempotency }),
  ...(opensSealedAuthors.includes(process) && all.sealKeys),
  ...(usesRedis.includes(process) && { REDIS_URL: all.redisUrl }),
  ...(usesMedia.includes(process) && { MEDIA_URL: all.mediaUrl }),
});
