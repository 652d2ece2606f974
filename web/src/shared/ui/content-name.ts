import { createContext } from 'react';

/** Ids of elements that name the surrounding content. They describe its buttons, which every card has. */
export const ContentNameContext = createContext<string | undefined>(undefined);
