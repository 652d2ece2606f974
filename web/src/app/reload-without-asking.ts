/**
 * Skips the browser's question about unsaved changes. Tests replace this module, because they cannot replace
 * `location`.
 */
export const reloadWithoutAsking = (): void => {
  window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), true);
  window.location.reload();
};
