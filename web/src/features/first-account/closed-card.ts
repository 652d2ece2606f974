import { keep, stored } from '../../shared/store/storage.ts';

const keyOf = (userId: string): string => `first-steps-closed:${userId}`;

export const isCardClosed = (userId: string): boolean => Boolean(stored(keyOf(userId)));

export const keepCardClosed = (userId: string): boolean => keep(keyOf(userId), 'closed');
