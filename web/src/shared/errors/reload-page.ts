/** A module of its own, because tests cannot replace `location`. */
export const reloadPage = (): void => window.location.reload();
