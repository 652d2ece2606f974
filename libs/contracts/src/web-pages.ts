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

/** A parameter of a page's path. Marks that close a sentence around an address are taken from an id. They stay on names, which may end so. */
export const pageParameter = (segment: string): string =>
  segment.replace(/^([\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12})[.,)]+$/i, '$1');
