/** The service worker passes these paths to the server instead of answering with the app. */
export const SERVER_PATHS: readonly RegExp[] = [
  /^\/(api|ws|docs|previews|embed|feeds|health|\.well-known)(?=[/?]|$)/,
  /^\/(?!@)[^?]*\.(xml|txt|json|webmanifest)(?=\?|$)/,
];
