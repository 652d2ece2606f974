import { type ContentRef, contentKey } from '@hearsay/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { isSignedOut } from '../api/api-error.ts';
import { queryKeys } from '../api/query-keys.ts';
import { keepDraft, loadDraft } from '../drafts/drafts.ts';
import { sayActFailed } from '../session/say-act-failed.ts';
import { soundTexts } from '../texts/sound.ts';
import { sayIfItWaits } from '../toast/say-waiting.ts';
import { boostSender } from './boost.queries.ts';
import { hearBoostCount } from './heard-counts.ts';

interface WaitingBoost extends ContentRef {
  readonly isBoosted: boolean;
  readonly idempotencyKey: string;
}

const DRAFT = 'boosts';

/** Keys of acts that this page load sends. */
const onTheirWay = new Set<string>();

function load(): readonly WaitingBoost[] {
  try {
    const kept: unknown = JSON.parse(loadDraft(DRAFT) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isWaitingBoost) : [];
  } catch {
    return [];
  }
}

const isWaitingBoost = (value: unknown): value is WaitingBoost => {
  const { contentType, contentId, isBoosted, idempotencyKey } = (value ?? {}) as Partial<
    Record<keyof WaitingBoost, unknown>
  >;
  return (
    [contentType, contentId, idempotencyKey].every((each) => typeof each === 'string') && typeof isBoosted === 'boolean'
  );
};

const save = (all: readonly WaitingBoost[]): boolean => keepDraft(DRAFT, all.length > 0 ? JSON.stringify(all) : null);

/** Stored until the answer, because an offline reload would lose it. */
export function keepWaitingBoost(boost: WaitingBoost): void {
  onTheirWay.add(boost.idempotencyKey);
  save([...load().filter((each) => contentKey(each) !== contentKey(boost)), boost]);
}

export function forgetWaitingBoost(idempotencyKey: string): void {
  onTheirWay.delete(idempotencyKey);
  save(load().filter((each) => each.idempotencyKey !== idempotencyKey));
}

export function sendWaitingBoosts(client: QueryClient, userId: string): void {
  const left = load().filter(({ idempotencyKey }) => !onTheirWay.has(idempotencyKey));
  if (left.length > 0) sayIfItWaits();
  for (const boost of left) void sendAgain(client, userId, boost);
}

async function sendAgain(client: QueryClient, userId: string, boost: WaitingBoost): Promise<void> {
  onTheirWay.add(boost.idempotencyKey);
  const mutation = client.getMutationCache().build(client, boostSender(boost, userId));
  try {
    const status = await mutation.execute(boost);
    client.setQueryData(queryKeys.boost.status(boost), status);
    hearBoostCount(client, boost, status.boostCount);
  } catch (error) {
    if (!isSignedOut(error)) sayActFailed(client, error, boost, soundTexts.mustSignIn, soundTexts.boostFailed);
  } finally {
    forgetWaitingBoost(boost.idempotencyKey);
  }
}
