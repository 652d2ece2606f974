/**
 * The paths of the web app's pages, as React Router writes them. The server answers every other one with a 404; a test of the web app
 * holds the list to its pages.
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
  ':handle',
  'admin',
  'reset/:token',
  'xp-stats',
] as const;
export type WebPagePath = (typeof webPagePaths)[number];
