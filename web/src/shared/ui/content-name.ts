import { createContext } from 'react';

/** Ids of elements that name the surrounding content. They describe its buttons, which are alike on every card. */
export const ContentName = createContext<string | undefined>(undefined);
