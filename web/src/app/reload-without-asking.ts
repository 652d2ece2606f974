/** The browser asks nothing about unsaved changes. A module of its own, because tests cannot replace `location`. */
export const reloadWithoutAsking = (): void => {
  window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), true);
  window.location.reload();
};
