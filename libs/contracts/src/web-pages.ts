/**
 * The paths of the web app's pages. A segment with a colon takes anything. The gateway takes the first path that fits, so `:handle` stands last.
 * It answers every other address with a 404. The web app makes a route from each.
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
