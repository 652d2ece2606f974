/** `count` acts in a window of `seconds`. */
export interface Limit {
  readonly count: number;
  readonly seconds: number;
}

/**
 * Per account when signed in, else per address. `login` counts attempts, `login-name`, `login-address` and `login-browser` only those with a
 * wrong password (see `PasswordDoor`); `unknown-sessions` counts tokens that are nobody's.
 */
export const limitNames = [
  'login',
  'login-name',
  'login-address',
  'login-browser',
  'unknown-sessions',
  'register',
  'posts',
  'boosts',
  'sockets',
] as const;
export type LimitName = (typeof limitNames)[number];

/** Counted by address even when somebody is signed in. */
export const limitsOfAddresses: ReadonlySet<LimitName> = new Set(['register']);

/** Development values are met by no person and no test suite; strict ones are the default of production. */
export const limitPresets: Record<'development' | 'strict', Record<LimitName, Limit>> = {
  development: {
    login: { count: 10_000, seconds: 60 },
    'login-name': { count: 10_000, seconds: 60 },
    'login-address': { count: 10_000, seconds: 60 },
    'login-browser': { count: 10_000, seconds: 60 },
    'unknown-sessions': { count: 10_000, seconds: 60 },
    register: { count: 10_000, seconds: 60 },
    posts: { count: 100_000, seconds: 60 },
    boosts: { count: 10_000_000, seconds: 60 },
    sockets: { count: 100_000, seconds: 60 },
  },
  strict: {
    login: { count: 20, seconds: 60 },
    'login-name': { count: 10, seconds: 300 },
    'login-address': { count: 30, seconds: 300 },
    'login-browser': { count: 10, seconds: 300 },
    'unknown-sessions': { count: 60, seconds: 60 },
    register: { count: 10, seconds: 3600 },
    posts: { count: 30, seconds: 60 },
    boosts: { count: 240, seconds: 60 },
    sockets: { count: 120, seconds: 60 },
  },
};

/** Reads `COUNT/SECONDS`. */
export const parseLimit = (text: string): Limit => {
  const [count = '', seconds = ''] = text.split('/');
  return { count: Number(count), seconds: Number(seconds) };
};
