import * as z from 'zod/mini';
import { readStoredJson, writeStored } from '../store/storage.ts';
import { createStore } from '../store/store.ts';

const Kept = z.array(z.object({ receipt: z.string(), targetUserId: z.string() }));
type KeptReceipt = z.infer<typeof Kept>[number];

const KEY = 'receipts';
const MOST_KEPT = 50;

const keptReceipts = (): readonly KeptReceipt[] => readStoredJson(KEY, Kept) ?? [];

/** The last ask that was sent since this page was opened. */
const sent = createStore<KeptReceipt | null>(null);
export const lastSentAsk = { subscribe: sent.subscribe, get: sent.get };

/** Keeps a guest's receipt in this browser. Without storage it stays until the page is closed. */
export function saveReceipt(asked: KeptReceipt): void {
  sent.set(asked);
  writeStored(KEY, JSON.stringify([asked, ...keptReceipts()].slice(0, MOST_KEPT)));
}

/** The newest receipt of an ask to this person that this browser keeps. */
export const receiptFor = (targetUserId: string): string | null =>
  keptReceipts().find((kept) => kept.targetUserId === targetUserId)?.receipt ?? null;

export function deleteReceipt(receipt: string): void {
  const left = keptReceipts().filter((kept) => kept.receipt !== receipt);
  writeStored(KEY, left.length === 0 ? null : JSON.stringify(left));
  if (sent.get()?.receipt === receipt) sent.set(null);
}

export const receiptPath = (receipt: string): string => `/receipt#${receipt}`;
