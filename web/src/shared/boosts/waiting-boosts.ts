import { ContentRef, contentKey } from '@hearsay/contracts';
import type { QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { isUnauthorized } from '../api/api-client.ts';
import { loadJsonDraft, saveDraft } from '../drafts/drafts.ts';
import { showFailure } from '../session/show-failure.ts';
import { soundTexts } from '../texts/content.ts';
import { toastIfOffline } from '../toast/toast.ts';
import { applyBoostAnswer, boostMutation } from './boost.queries.ts';

const WaitingBoost = z.extend(ContentRef, { isBoosted: z.boolean(), idempotencyKey: z.string() });
type WaitingBoost = z.infer<typeof WaitingBoost>;

const DRAFT = 'boosts';

/** Idempotency keys of boosts that this page load is sending. */
const onTheirWay = new Set<string>();

const load = (): readonly WaitingBoost[] =>
  (loadJsonDraft(DRAFT, z.array(z.unknown())) ?? []).flatMap((each) => WaitingBoost.safeParse(each).data ?? []);

const save = (all: readonly WaitingBoost[]): boolean => saveDraft(DRAFT, all.length > 0 ? JSON.stringify(all) : null);

/** Stores the boost until its response, because a reload would lose it while it waits for the network. */
export function saveWaitingBoost(boost: WaitingBoost): void {
  onTheirWay.add(boost.idempotencyKey);
  save([...load().filter((each) => contentKey(each) !== contentKey(boost)), boost]);
}

export function deleteWaitingBoost(idempotencyKey: string): void {
  onTheirWay.delete(idempotencyKey);
  save(load().filter((each) => each.idempotencyKey !== idempotencyKey));
}

/** Sends the stored boosts that this page load has not sent yet, under their old idempotency keys. */
export function sendWaitingBoosts(client: QueryClient, userId: string): void {
  const left = load().filter(({ idempotencyKey }) => !onTheirWay.has(idempotencyKey));
  if (left.length > 0) toastIfOffline();
  for (const boost of left) void sendAgain(client, userId, boost);
}

async function sendAgain(client: QueryClient, userId: string, boost: WaitingBoost): Promise<void> {
  onTheirWay.add(boost.idempotencyKey);
  const mutation = client.getMutationCache().build(client, boostMutation(boost, userId));
  try {
    applyBoostAnswer(client, boost, await mutation.execute(boost));
  } catch (error) {
    if (!isUnauthorized(error)) showFailure(client, error, soundTexts.mustSignIn, soundTexts.boostFailed, boost);
  } finally {
    deleteWaitingBoost(boost.idempotencyKey);
  }
}
