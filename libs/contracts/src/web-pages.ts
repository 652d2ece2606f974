/** The web app's routes. A segment with a colon matches any text. The first match counts, so `:handle` is last. */
export const webPagePaths = [
  'discover',
  'create',
  'my-content',
  'podcast-feed',
  'notifications',
  'login',
  'register',
  'questions/:id',
  'question/:id',
  'podcasts/:id',
  'podcast/:id',
  'reply/:id',
  'content/:id',
  'profile',
  'profile/:user',
  'settings',
  'aura-settings',
  'admin',
  'reset/:token',
  'receipt',
  'xp-stats',
  'search',
  ':handle',
] as const;
export type WebPagePath = (typeof webPagePaths)[number];

/**
 * Removes punctuation after an id in a link, because it belongs to the sentence around the link. Usernames keep
 * punctuation.
 */
export const pageParameter = (segment: string): string =>
  segment.replace(/^([\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12})[.,)]+$/i, '$1');
