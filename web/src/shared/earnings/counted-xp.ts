import { XpActivities, type XpRule } from '@hearsay/contracts';
import { read } from '../api/api-client.ts';

export interface PaidAct {
  readonly userId: string;
  readonly rule: XpRule;
  /** The post that the act made or boosted. The ledger names no anonymous post. */
  readonly contentId: string;
}

/** Milliseconds before each read. Events reach the ledger shortly after the act was answered. */
const READ_PAUSES_MS = [250, 1000, 2500];

/** Number of entries in a read. Boosts that the person received in the last seconds also have entries. */
const ENTRIES_READ = 10;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** @returns XP that the ledger has counted for an own act within a few seconds; 0 if it pays nothing or a cap is reached */
export async function readCountedXp({ userId, rule, contentId }: PaidAct): Promise<number> {
  for (const ms of READ_PAUSES_MS) {
    await pause(ms);
    const entries = await read(XpActivities, `/api/users/${userId}/xp-activities?limit=${ENTRIES_READ}`);
    const paid = entries.find((entry) => entry.rule === rule && entry.contentId === contentId && !entry.isReversed);
    if (paid) return paid.counted;
  }
  return 0;
}
