/**
 * The paths of the web app's pages, a segment that takes anything with a colon; the first that takes an address is its page, so the one that takes any
 * segment stands last. The server answers every other address with a 404; a test of the web app holds the list to its pages and their order.
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
