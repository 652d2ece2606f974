import type { ReactElement } from 'react';

/**
 * Siblings must be elements, not bare text. Page translation moves text nodes into its own elements, and React could
 * then neither remove them nor insert before them.
 */
export type Elements = ReactElement | false | null | undefined | '' | readonly Elements[];
