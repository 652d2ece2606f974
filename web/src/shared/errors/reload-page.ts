/** Loads the page anew. Apart, because a test can replace a module but not the browser's own location. */
export const reloadPage = (): void => window.location.reload();
