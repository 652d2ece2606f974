/** Tests replace this module, because they cannot replace `location`. */
export const reloadPage = (): void => window.location.reload();
