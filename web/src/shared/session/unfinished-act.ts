import type { ContentRef } from '@hearsay/contracts';
import * as z from 'zod/mini';
import { readStoredJson, writeStored } from '../store/storage.ts';

const UnfinishedAct = z.object({ act: z.enum(['boost', 'repost', 'reply']), contentId: z.string(), at: z.number() });
type Act = z.infer<typeof UnfinishedAct>['act'];

const KEY = 'act-after-sign-in';
const KEPT_MS = 15 * 60_000;

/** Keeps a visitor's act in this tab, until they are signed in and see the content again. */
export function saveUnfinishedAct(act: Act, { contentId }: Pick<ContentRef, 'contentId'>): void {
  writeStored(
    KEY,
    JSON.stringify({ act, contentId, at: Date.now() } satisfies z.infer<typeof UnfinishedAct>),
    'sessionStorage',
  );
}

/** True once, if this tab keeps the act and it is not too old. */
export function takeUnfinishedAct(act: Act, contentId: string): boolean {
  const kept = readStoredJson(KEY, UnfinishedAct, 'sessionStorage');
  if (kept?.act !== act || kept.contentId !== contentId) return false;
  writeStored(KEY, null, 'sessionStorage');
  return Date.now() - kept.at < KEPT_MS;
}
