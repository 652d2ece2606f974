/** `count` acts in a window of `seconds`. */
export interface Limit {
  readonly count: number;
  readonly seconds: number;
}

/**
 * Acts are counted by account when somebody is signed in, else by address. `login` counts attempts, `login-name`, `login-address`,
 * `login-browser` and `login-browsers` only those with a wrong password (see `PasswordDoor`); `unknown-sessions` counts tokens that are nobody's. `reads` and `joins` count per account,
 * `reads-address` and `joins-address` per address whoever it is (see `takeRead`). `pages` counts the files of the web app and of the API's page by
 * address: these ask no service.
 */
export const limitNames = [
  'login',
  'login-name',
  'login-address',
  'login-browser',
  'login-browsers',
  'unknown-sessions',
  'register',
  'resets',
  'posts',
  'guest-asks',
  'removals',
  'uploads',
  'boosts',
  'profile-changes',
  'account-changes',
  'sign-outs',
  'notifications',
  'moderation',
  'exports',
  'searches',
  'sockets',
  'reads',
  'reads-address',
  'joins',
  'joins-address',
  'client-errors',
  'pages',
] as const;
export type LimitName = (typeof limitNames)[number];

/** Rules that count by address even when somebody is signed in. */
export const limitsOfAddresses: ReadonlySet<LimitName> = new Set(['register', 'client-errors', 'resets', 'pages']);

/** Development values are met by no person and no test suite; strict ones are the default of production. */
export const limitPresets: Record<'development' | 'strict', Record<LimitName, Limit>> = {
  development: {
    login: { count: 10_000, seconds: 60 },
    'login-name': { count: 10_000, seconds: 60 },
    'login-address': { count: 10_000, seconds: 60 },
    'login-browser': { count: 10_000, seconds: 60 },
    'login-browsers': { count: 10_000, seconds: 60 },
    'unknown-sessions': { count: 10_000, seconds: 60 },
    register: { count: 10_000, seconds: 60 },
    resets: { count: 10_000, seconds: 60 },
    posts: { count: 100_000, seconds: 60 },
    'guest-asks': { count: 100_000, seconds: 60 },
    removals: { count: 100_000, seconds: 60 },
    uploads: { count: 100_000, seconds: 60 },
    boosts: { count: 10_000_000, seconds: 60 },
    'profile-changes': { count: 100_000, seconds: 60 },
    'account-changes': { count: 10_000, seconds: 60 },
    'sign-outs': { count: 10_000, seconds: 60 },
    notifications: { count: 1_000_000, seconds: 60 },
    moderation: { count: 100_000, seconds: 60 },
    exports: { count: 10_000, seconds: 60 },
    searches: { count: 1_000_000, seconds: 60 },
    sockets: { count: 100_000, seconds: 60 },
    reads: { count: 10_000_000, seconds: 60 },
    'reads-address': { count: 10_000_000, seconds: 60 },
    joins: { count: 1_000_000, seconds: 60 },
    'joins-address': { count: 1_000_000, seconds: 60 },
    'client-errors': { count: 10_000, seconds: 60 },
    pages: { count: 10_000_000, seconds: 60 },
  },
  strict: {
    login: { count: 20, seconds: 60 },
    'login-name': { count: 10, seconds: 300 },
    'login-address': { count: 30, seconds: 300 },
    'login-browser': { count: 10, seconds: 300 },
    'login-browsers': { count: 20, seconds: 300 },
    'unknown-sessions': { count: 60, seconds: 60 },
    register: { count: 10, seconds: 3600 },
    resets: { count: 10, seconds: 3600 },
    posts: { count: 30, seconds: 60 },
    'guest-asks': { count: 5, seconds: 600 },
    removals: { count: 60, seconds: 60 },
    uploads: { count: 60, seconds: 3600 },
    boosts: { count: 240, seconds: 60 },
    'profile-changes': { count: 30, seconds: 60 },
    'account-changes': { count: 20, seconds: 300 },
    'sign-outs': { count: 60, seconds: 60 },
    notifications: { count: 240, seconds: 60 },
    moderation: { count: 60, seconds: 60 },
    exports: { count: 5, seconds: 3600 },
    searches: { count: 60, seconds: 60 },
    sockets: { count: 120, seconds: 60 },
    reads: { count: 600, seconds: 60 },
    // A household, an office or a train behind one address.
    'reads-address': { count: 3000, seconds: 60 },
    joins: { count: 120, seconds: 60 },
    'joins-address': { count: 1200, seconds: 60 },
    'client-errors': { count: 20, seconds: 60 },
    // A first visit takes some forty files; after that browsers keep nearly all of them.
    pages: { count: 6000, seconds: 60 },
  },
};

/** What may go on at the same time: open sockets, uploads that come in, answers with sound that go out. */
export const atOncePresets = {
  development: {
    socketsPerAddress: 20_000,
    socketsPerAccount: 1000,
    uploadsPerAddress: 32,
    playsPerAccount: 100,
    playsPerAddress: 256,
  },
  strict: {
    socketsPerAddress: 256,
    socketsPerAccount: 32,
    uploadsPerAddress: 8,
    playsPerAccount: 8,
    playsPerAddress: 64,
  },
} as const;

/** Reads `COUNT/SECONDS`. */
export const parseLimit = (text: string): Limit => {
  const [count = '', seconds = ''] = text.split('/');
  return { count: Number(count), seconds: Number(seconds) };
};
