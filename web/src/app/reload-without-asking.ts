/** Loads the page anew, whatever would be lost by it: the browser does not ask. Apart, because a test can replace a module but not the browser's own location. */
export const reloadWithoutAsking = (): void => {
  window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), true);
  window.location.reload();
};
