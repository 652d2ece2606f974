/** Texts for browsers that cannot run the app. The build writes them into the document. */
export const startTexts = {
  late: (browsers: readonly string[]) =>
    `This takes long. Hearsay needs ${browsers.slice(0, -1).join(', ')} or ${browsers.at(-1)}.`,
  noScript: 'Hearsay needs JavaScript. Please turn it on and load this page again.',
};
