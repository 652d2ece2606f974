import { createContext } from 'react';

/** Ids of the elements that name the content around a control. Its buttons, alike on every card, are described by them. */
export const ContentName = createContext<string | undefined>(undefined);
