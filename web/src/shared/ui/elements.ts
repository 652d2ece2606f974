import type { ReactElement } from 'react';

/** Children without bare text. Page translation moves text nodes, and React then fails to remove or insert them. */
export type Elements = ReactElement | false | null | undefined | '' | readonly Elements[];
