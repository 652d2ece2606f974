import {
  type ContentRef,
  IgnoredQuestions,
  type Question,
  Report,
  type ReportBody,
  type ReportedRef,
  Success,
} from '@hearsay/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { ApiError, isNotFound, isUnauthorized, sendAct } from '../api/api-client.ts';
import { queryKeys } from '../api/cache.ts';
import {
  markFeedsStale,
  removeFromAllLists,
  removeFromFeeds,
  removeFromPending,
  removeRepostFromLists,
  resetFeeds,
} from '../lists/list-cache.ts';
import { stopEpisode } from '../player/episode-sound.ts';
import { showFailure } from '../session/show-failure.ts';
import { actTexts } from '../texts/acts.ts';
import { toast, toastIfOffline } from '../toast/toast.ts';

/* Acts of card menus. They load when the user chooses an act. */

/** The word for the content in the interface. A reply is a `message` in a chat, else a `discussion`. */
export type RemovableKind = 'question' | 'podcast' | 'discussion' | 'message';

const { mustSignIn } = actTexts;

interface Actor {
  readonly client: QueryClient;
  readonly userId: string | null;
}

/** Removes the content from lists at once and restores it on refusal. @returns true if the content is gone */
export async function removeContent(
  { client, userId }: Actor,
  item: ContentRef,
  kind: RemovableKind,
): Promise<boolean> {
  const putBack = removeFromFeeds(client, item.contentId);
  toastIfOffline();
  try {
    await sendAct(client, Success, `/api/${item.contentType}s/${item.contentId}`, {
      method: 'DELETE',
      body: { userId },
    });
    removeFromFeeds(client, item.contentId);
    void markFeedsStale(client);
    stopEpisode(item.contentId);
    // The episode's page must read again to show the deletion. A question's page reads on every visit.
    if (item.contentType === 'podcast')
      void client.invalidateQueries({ queryKey: queryKeys.podcast(item.contentId), refetchType: 'none' });
    toast.good(actTexts.deleted[kind]);
    return true;
  } catch (error) {
    // Does not restore the content after a sign-out, because the lists belonged to that session.
    if (isNotFound(error)) removeFromAllLists(client, item.contentId);
    else if (!isUnauthorized(error)) putBack();
    showFailure(client, error, mustSignIn.delete, {
      title: actTexts.deleteFailed.title,
      text: actTexts.deleteFailed[kind],
    });
    return false;
  }
}

/**
 * Ambassadors can delete every repost. After a failure, the feed starts again, because it may show other items than the
 * server.
 */
export async function removeRepost({ client, userId }: Actor, contentId: string, reposterId: string): Promise<void> {
  toastIfOffline();
  try {
    const body = { requestingUserId: userId };
    await sendAct(client, Success, `/api/reposts/${reposterId}/${contentId}`, { method: 'DELETE', body });
    removeRepostFromLists(client, contentId, reposterId);
    void client.invalidateQueries({ queryKey: queryKeys.repost.all });
    void markFeedsStale(client);
    toast.good(actTexts.repostDeleted);
  } catch (error) {
    showFailure(client, error, mustSignIn.deleteRepost, {
      title: actTexts.deleteFailed.title,
      text: actTexts.deleteFailed.repost,
    });
    void resetFeeds(client);
  }
}

const contentOf = ({ contentType, contentId }: ReportedRef): ContentRef | undefined =>
  contentType === 'user' ? undefined : { contentType, contentId };

/** @throws {ApiError} after a toast has reported the failure */
export async function reportContent(
  { client, userId }: Actor,
  item: ReportedRef,
  reason: string,
  idempotencyKey?: string,
): Promise<void> {
  toastIfOffline();
  try {
    const body: ReportBody = { ...item, reporterId: userId, reason };
    await sendAct(client, Report, '/api/reports', { body }, idempotencyKey);
    toast.good(actTexts.reported.title, actTexts.reported.text);
  } catch (error) {
    const isRepeated = error instanceof ApiError && error.code === 'already_reported';
    const { title, text, again } = actTexts.reportFailed;
    showFailure(client, error, mustSignIn.report, { title, text: isRepeated ? again : text }, contentOf(item));
    throw error;
  }
}

/** @param from selects the toast's words. @returns true if the question is now ignored */
export async function ignoreQuestion(
  { client, userId }: Actor,
  { id }: Pick<Question, 'id'>,
  from: 'pending' | 'card',
): Promise<boolean> {
  const putBack = removeFromFeeds(client, id);
  toastIfOffline();
  try {
    await sendAct(client, Success, `/api/questions/${id}/ignore`, { body: { userId } });
    if (userId !== null) removeFromPending(client, userId, (question) => question.id === id);
    void resetFeeds(client);
    toast.good(actTexts.ignored[from]);
    return true;
  } catch (error) {
    // Does not restore the question after a sign-out, because the lists belonged to that session.
    if (!isUnauthorized(error)) putBack();
    showFailure(client, error, mustSignIn.ignore, actTexts.ignoreFailed);
    return false;
  }
}

export async function ignoreQuestionsOf({ client, userId }: Actor, askerId: string): Promise<void> {
  toastIfOffline();
  try {
    const path = `/api/users/${userId}/pending-questions/ignore`;
    const { ignored } = await sendAct(client, IgnoredQuestions, path, { body: { userId: askerId } });
    if (userId !== null) removeFromPending(client, userId, ({ creatorId }) => creatorId === askerId);
    toast.good(actTexts.ignoredTogether(ignored));
  } catch (error) {
    showFailure(client, error, mustSignIn.ignore, actTexts.ignoreFailed);
  }
}
