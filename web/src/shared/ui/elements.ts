import type { ReactElement } from 'react';

/**
 * What stands beside other elements: elements, no bare text. Page translation moves text nodes into elements of its own, and React could
 * then neither take such a node away nor put anything before it.
 */
export type Elements = ReactElement | false | null | undefined | '' | readonly Elements[];
