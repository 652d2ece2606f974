/** Paths and queries that the server answers itself: the service worker leaves them to it, instead of answering with the app. */
export const SERVER_PATHS: readonly RegExp[] = [
  /^\/(api|ws|docs|previews|embed|feeds|health|\.well-known)(?=[/?]|$)/,
  /^\/(?!@)[^?]*\.(xml|txt|json|webmanifest)(?=\?|$)/,
];
