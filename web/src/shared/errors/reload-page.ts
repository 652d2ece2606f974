/** A separate module, because tests can replace it but not `location`. */
export const reloadPage = (): void => window.location.reload();
