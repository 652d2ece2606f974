import { createContext } from 'react';

/** Ids of elements that name the surrounding content. Buttons refer to them, because they are alike on every card. */
export const ContentName = createContext<string | undefined>(undefined);
