const variables = {
  PostgreSQL: 'DATABASE_URL',
  NATS: 'NATS_URL',
  Redis: 'REDIS_URL',
  'The media store': 'MEDIA_URL',
} as const;

export type ServerName = keyof typeof variables;

const remedies: Readonly<Record<ServerName, readonly (readonly [RegExp, string])[]>> = {
  PostgreSQL: [
    [/^(28P01|28000|3D000)/, 'Check user, password and database'],
    [/^(53300|53400)/, 'Raise max_connections, or lower DATABASE_POOL_SIZE'],
    [
      /synchronous standby/,
      'Set synchronous_standby_names and synchronous_commit=on and start the standby, or set DATABASE_STANDBY=none',
    ],
    [/^25006/, 'Lead to the primary'],
    [/^(42501|42P01|3F000)/, 'Run the migration with DATABASE_ROLE set to the user of this URL'],
    [/^08P01.*startup parameter/, 'Lead to PostgreSQL itself, or see docs/containers.md for poolers'],
    [/pooler/, 'Lead to PostgreSQL itself, or to a pooler in session mode'],
    [/certificate|SSL|TLS/i, 'Check sslmode and sslrootcert'],
  ],
  NATS: [
    [/authorization|authentication|nkey|jwt/i, 'Check NATS_USER and NATS_PASSWORD, or NATS_CREDS'],
    [/certificate|tls|ENOENT|doesn't exist/i, 'Check NATS_CA'],
    [/jetstream|no responders|503/i, 'Switch JetStream on for this account'],
    [/max_payload/, 'Raise max_payload'],
    [/permission/i, 'Give the user the permissions that docs/containers.md names'],
    [/maximum|insufficient|exceeded/i, 'Raise the limits of JetStream'],
  ],
  Redis: [
    [/^(NOAUTH|WRONGPASS)/, 'Check user and password'],
    [/^NOPERM|can't run this command/, 'Give this user the command: BullMQ needs +@all on its keys'],
    [/^OOM/, 'Raise maxmemory'],
    [/^READONLY/, 'Lead to the primary'],
    [/^NOREPLICAS/, 'Bring the replicas back, or lower min-replicas-to-write'],
    [/^MISCONF/, 'Make room on the disk of Redis'],
    [/^(MOVED|CROSSSLOT|CLUSTERDOWN|ASK)/, 'Use a Redis without cluster mode'],
    [/certificate|TLS|SSL/i, 'Trust its authority with NODE_EXTRA_CA_CERTS'],
  ],
  'The media store': [
    [/^(SignatureDoesNotMatch|InvalidAccessKeyId)/, 'Check key and secret'],
    [/^(ExpiredToken|InvalidToken)/, 'Put a new key in'],
    [/^AuthorizationHeaderMalformed|region/i, 'Add ?region=NAME'],
    [/^AccessDenied/, 'Allow this key to read, write, list and delete in the bucket'],
    [/^RequestTimeTooSkewed/, 'Set the clocks right'],
    [/^(EPROTO|ERR_SSL)|wrong version number/i, 'Add ?tls=off where the store has no TLS'],
    [/certificate/i, 'Trust its authority with NODE_EXTRA_CA_CERTS'],
    [/^(EACCES|EPERM|EROFS|ENOSPC|ENOENT)/, 'Make the folder writable'],
  ],
};

/**
 * The code of an error. Servers, sockets and drivers set a code. Redis writes the code as the first word of its text.
 */
const codeOf = ({ code, name, message = '' }: Partial<NodeJS.ErrnoException>): string => {
  if (typeof code === 'string' || typeof code === 'number') return String(code);
  return /^[A-Z]{3,}(?=\s)/.exec(message)?.[0] ?? (name === undefined || name === 'Error' ? '' : name);
};

/** Shortens a text to one line, and removes the credentials of URLs. */
const plain = (text: string): string =>
  text
    .replace(/\/\/[^\s/@]*@/g, '//')
    .replace(/\s+/g, ' ')
    .replace(/[. ]+$/, '')
    .slice(0, 300);

export class ServerRefusal extends Error {
  override readonly name = 'ServerRefusal';
  readonly server: ServerName;
  readonly variable: string;
  readonly code: string;
  readonly reason: string;

  constructor(server: ServerName, cause: unknown, variable: string = variables[server]) {
    const { cause: hidden, errors } = Object(cause) as { cause?: Error; errors?: Error[] };
    // The cause of our own Refusal, or the first error of several connection attempts.
    const inner = hidden?.message !== undefined ? hidden : (errors?.[0] ?? (cause as Error));
    const code = codeOf(inner);
    const text = plain(inner.message);
    const reason = text.startsWith(code) ? text || code : `${code} ${text}`;
    const remedy =
      remedies[server].find(([pattern]) => pattern.test(reason))?.[1] ??
      'Check that it runs, and that the address is right';
    super(`${server} at ${variable} refuses: ${reason}. ${remedy}.`, { cause });
    this.server = server;
    this.variable = variable;
    this.code = code;
    this.reason = reason;
  }
}

export const orServerRefusal = async <T>(server: ServerName, answer: Promise<T>, variable?: string): Promise<T> => {
  try {
    return await answer;
  } catch (error) {
    throw error instanceof ServerRefusal ? error : new ServerRefusal(server, error, variable);
  }
};
