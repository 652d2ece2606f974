import { type ContentRef, RepostAnswer, type RepostBody, type RepostStatus, Success } from '@hearsay/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { ApiError, isUnauthorized, sendAct } from '../api/api-client.ts';
import { queryKeys } from '../api/cache.ts';
import { markFeedsStale, removeRepostFromLists } from '../lists/list-cache.ts';
import { showFailure } from '../session/show-failure.ts';
import { actTexts } from '../texts/acts.ts';
import { toast } from '../toast/toast.ts';

const { mustSignIn, repostFailed } = actTexts;

/** @throws {ApiError} after a toast has reported the failure */
export async function repost(
  client: QueryClient,
  item: ContentRef,
  userId: string,
  text: string,
  idempotencyKey?: string,
): Promise<void> {
  const key = queryKeys.repost.status(item);
  const path = `/api/${item.contentType}s/${item.contentId}/repost`;
  const body: RepostBody = { userId, repostText: text.trim() || null, mediaUrl: null, mediaType: 'text' };
  try {
    const { hasReposted, repostCount } = await sendAct(client, RepostAnswer, path, { body }, idempotencyKey);
    client.setQueryData<RepostStatus>(key, { hasReposted, repostCount });
    void markFeedsStale(client);
    toast.good(actTexts.reposted);
  } catch (error) {
    // The user has reposted it in another browser, so the button shows a repost.
    if (error instanceof ApiError && error.code === 'already_reposted')
      client.setQueryData<RepostStatus>(key, (known) => ({ hasReposted: true, repostCount: known?.repostCount ?? 1 }));
    showFailure(
      client,
      error,
      mustSignIn.repost,
      { title: repostFailed.title, text: repostFailed[item.contentType] },
      item,
    );
    throw error;
  }
}

/** Shows the change at once and reverts it on refusal. */
export async function undoRepost(client: QueryClient, item: ContentRef, userId: string): Promise<void> {
  const key = queryKeys.repost.status(item);
  const before = client.getQueryData<RepostStatus>(key);
  const after = { hasReposted: false, repostCount: Math.max(0, (before?.repostCount ?? 1) - 1) };
  client.setQueryData<RepostStatus>(key, after);
  const path = `/api/reposts/${userId}/${item.contentId}`;
  const body = { requestingUserId: userId };
  try {
    await sendAct(client, Success, path, { method: 'DELETE', body });
    // Writes the status again, because an earlier read may have replaced it in the meantime.
    client.setQueryData<RepostStatus>(key, after);
    removeRepostFromLists(client, item.contentId, userId);
    void markFeedsStale(client);
    toast.good(actTexts.repostUndone);
  } catch (error) {
    // Does not restore the status after a sign-out, because the previous status belonged to that session.
    if (!isUnauthorized(error)) client.setQueryData(key, before);
    showFailure(client, error, mustSignIn.undoRepost, actTexts.undoFailed);
  }
}
