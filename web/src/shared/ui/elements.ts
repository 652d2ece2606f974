import type { ReactElement } from 'react';

/** Children without bare text, because page translation moves text nodes and React then fails to remove or insert. */
export type Elements = ReactElement | false | null | undefined | '' | readonly Elements[];
