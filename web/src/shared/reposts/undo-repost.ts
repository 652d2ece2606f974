import { type ContentRef, type RepostStatus, Success } from '@hearsay/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { act } from '../api/act.ts';
import { send } from '../api/api-client.ts';
import { isSignedOut } from '../api/api-error.ts';
import { queryKeys } from '../api/query-keys.ts';
import { feedsChanged, takeRepostOut } from '../lists/list-cache.ts';
import { sayFailed } from '../session/say-failed.ts';
import { actTexts } from '../texts/acts.ts';
import { toast } from '../toast/toast.ts';

/** Shown at once, reverted on refusal. */
export async function undoRepost(client: QueryClient, item: ContentRef, userId: string): Promise<void> {
  const key = queryKeys.repost.status(item);
  const before = client.getQueryData<RepostStatus>(key);
  const after = { hasReposted: false, repostCount: Math.max(0, (before?.repostCount ?? 1) - 1) };
  client.setQueryData<RepostStatus>(key, after);
  try {
    await act(client, (idempotencyKey) =>
      send(Success, `/api/reposts/${userId}/${item.contentId}`, {
        method: 'DELETE',
        body: { requestingUserId: userId },
        idempotencyKey,
      }),
    );
    // A list that was requested since may have been answered before the removal.
    client.setQueryData<RepostStatus>(key, after);
    takeRepostOut(client, item.contentId, userId);
    void feedsChanged(client);
    toast.good(actTexts.repostUndone);
  } catch (error) {
    // After a sign-out, the previous state is gone with its session.
    if (!isSignedOut(error)) client.setQueryData(key, before);
    sayFailed(client, error, actTexts.mustSignIn.undoRepost, actTexts.undoFailed);
  }
}
