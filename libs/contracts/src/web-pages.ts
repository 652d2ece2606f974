/**
 * Paths of the web app's pages; a segment with a colon matches anything. The gateway takes the first match, so
 * `:handle` is last, and answers other addresses with 404. The web app makes a route from each.
 */
export const webPagePaths = [
  'discover',
  'create',
  'my-content',
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
  'xp-stats',
  ':handle',
] as const;
export type WebPagePath = (typeof webPagePaths)[number];

/**
 * Removes punctuation after an id, which closes a sentence around an address. Names keep it, since they may end with
 * it.
 */
export const pageParameter = (segment: string): string =>
  segment.replace(/^([\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12})[.,)]+$/i, '$1');
