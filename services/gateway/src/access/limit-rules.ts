/** At most `count` acts in a window of `seconds`. */
export interface Limit {
  readonly count: number;
  readonly seconds: number;
}

/**
 * Each rule has COUNT/SECONDS, first for development, then for production (`strict`). Limits count by account, or by
 * address for visitors. `login` counts all attempts, and the rules `login-…` count wrong passwords. `unknown-sessions`
 * counts tokens without a session.
 */
const rules = {
  login: ['10000/60', '20/60'],
  'login-name': ['10000/60', '10/300'],
  'login-address': ['10000/60', '30/300'],
  'login-browser': ['10000/60', '10/300'],
  'login-browsers': ['10000/60', '20/300'],
  'unknown-sessions': ['10000/60', '60/60'],
  register: ['10000/60', '10/3600'],
  resets: ['10000/60', '10/3600'],
  posts: ['100000/60', '30/60'],
  'guest-asks': ['100000/60', '5/600'],
  receipts: ['100000/60', '5/600'],
  removals: ['100000/60', '60/60'],
  uploads: ['100000/60', '60/3600'],
  boosts: ['10000000/60', '240/60'],
  'profile-changes': ['100000/60', '30/60'],
  'account-changes': ['10000/60', '20/300'],
  'sign-outs': ['10000/60', '60/60'],
  notifications: ['1000000/60', '240/60'],
  moderation: ['100000/60', '60/60'],
  exports: ['10000/60', '5/3600'],
  searches: ['1000000/60', '60/60'],
  sockets: ['100000/60', '120/60'],
  reads: ['10000000/60', '600/60'],
  // Many people may share one address.
  'reads-address': ['10000000/60', '3000/60'],
  joins: ['1000000/60', '120/60'],
  'joins-address': ['1000000/60', '1200/60'],
  'client-errors': ['10000/60', '20/60'],
  pages: ['10000000/60', '6000/60'],
} as const;

export type LimitName = keyof typeof rules;
export const limitNames = Object.keys(rules) as LimitName[];

/** Rules that count by address, even for signed-in people. */
export const addressLimits: ReadonlySet<LimitName> = new Set([
  'register',
  'client-errors',
  'resets',
  'receipts',
  'pages',
]);

/** Reads COUNT/SECONDS, without checking the form. */
export const parseLimit = (text: string): Limit => {
  const [count = '', seconds = ''] = text.split('/');
  return { count: Number(count), seconds: Number(seconds) };
};

const preset = (column: 0 | 1) =>
  Object.fromEntries(limitNames.map((name) => [name, parseLimit(rules[name][column])])) as Record<LimitName, Limit>;

export const limitPresets = { development: preset(0), strict: preset(1) };

/** Limits by environment variable. As in `rules`, the first value is for development, the second for production. */
const concurrencyLimits = {
  SOCKETS_PER_ADDRESS: [20_000, 256],
  SOCKETS_PER_ACCOUNT: [1000, 32],
  UPLOADS_PER_ADDRESS: [32, 8],
  PLAYS_PER_ACCOUNT: [100, 8],
  PLAYS_PER_ADDRESS: [256, 64],
} as const;

const atOncePreset = (column: 0 | 1) =>
  Object.fromEntries(Object.entries(concurrencyLimits).map(([name, most]) => [name, most[column]])) as Record<
    keyof typeof concurrencyLimits,
    number
  >;

export const concurrencyPresets = { development: atOncePreset(0), strict: atOncePreset(1) };
