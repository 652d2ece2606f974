import { readStored, writeStored } from '../../shared/store/storage.ts';

const keyOf = (userId: string): string => `first-steps-closed:${userId}`;

/** True if this user has closed the card of the first steps in this browser. */
export const isCardClosed = (userId: string): boolean => Boolean(readStored(keyOf(userId)));

export const saveCardClosed = (userId: string): boolean => writeStored(keyOf(userId), 'closed');
