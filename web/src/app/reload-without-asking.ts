/** Skips the browser's question about unsaved changes. A separate module, because tests cannot replace `location`. */
export const reloadWithoutAsking = (): void => {
  window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), true);
  window.location.reload();
};
