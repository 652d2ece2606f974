import { createContext } from 'react';

/**
 * Ids of elements that name the surrounding content. Buttons refer to them, because every card has buttons of the same
 * name.
 */
export const ContentNameContext = createContext<string | undefined>(undefined);
