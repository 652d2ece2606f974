import { type ContentRef, IgnoredQuestions, type Question, Report, type ReportBody, Success } from '@hearsay/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { act } from '../api/act.ts';
import { send } from '../api/api-client.ts';
import { ApiError, isNotFound, isSignedOut } from '../api/api-error.ts';
import { queryKeys } from '../api/query-keys.ts';
import {
  feedsChanged,
  resetFeeds,
  takeOutEverywhere,
  takeOutOfFeeds,
  takeOutOfPending,
  takeRepostOut,
} from '../lists/list-cache.ts';
import { sayActFailed } from '../session/say-act-failed.ts';
import { sayFailed } from '../session/say-failed.ts';
import { actTexts } from '../texts/acts.ts';
import { sayIfItWaits } from '../toast/say-waiting.ts';
import { toast } from '../toast/toast.ts';

/*
 * What the menus of cards do. None of it is needed before somebody chooses it, so its code comes then.
 */

/** What is deleted, as the person sees it: a reply is a message where it stands in its chat. */
export type Removable = 'question' | 'podcast' | 'discussion' | 'message';

const { mustSignIn } = actTexts;

interface Actor {
  readonly client: QueryClient;
  readonly userId: string | null;
}

/** Deletes content. It leaves the lists at once and comes back when that is refused. @returns whether it is gone */
export async function removeContent({ client, userId }: Actor, item: ContentRef, kind: Removable): Promise<boolean> {
  const putBack = takeOutOfFeeds(client, item.contentId);
  sayIfItWaits();
  try {
    await act(client, (idempotencyKey) =>
      send(Success, `/api/${item.contentType}s/${item.contentId}`, {
        method: 'DELETE',
        body: { userId },
        idempotencyKey,
      }),
    );
    takeOutOfFeeds(client, item.contentId);
    void feedsChanged(client);
    // Whoever comes back to an episode's page finds that it is gone; a question's is read with every visit.
    if (item.contentType === 'podcast')
      void client.invalidateQueries({ queryKey: queryKeys.podcast(item.contentId), refetchType: 'none' });
    toast.good(actTexts.deleted[kind]);
    return true;
  } catch (error) {
    // What somebody saw who is signed out by now is gone with their session.
    if (isNotFound(error)) takeOutEverywhere(client, item.contentId);
    else if (!isSignedOut(error)) putBack();
    sayFailed(client, error, mustSignIn.delete, {
      title: actTexts.deleteFailed.title,
      text: actTexts.deleteFailed[kind],
    });
    return false;
  }
}

/** Deletes a repost of one's own, or as an ambassador anybody's. After a failure the feed begins again: it may show what is not so. */
export async function removeRepost({ client, userId }: Actor, contentId: string, reposterId: string): Promise<void> {
  sayIfItWaits();
  try {
    await act(client, (idempotencyKey) =>
      send(Success, `/api/reposts/${reposterId}/${contentId}`, {
        method: 'DELETE',
        body: { requestingUserId: userId },
        idempotencyKey,
      }),
    );
    takeRepostOut(client, contentId, reposterId);
    void client.invalidateQueries({ queryKey: queryKeys.repost.all });
    void feedsChanged(client);
    toast.good(actTexts.repostDeleted);
  } catch (error) {
    sayFailed(client, error, mustSignIn.deleteRepost, {
      title: actTexts.deleteFailed.title,
      text: actTexts.deleteFailed.repost,
    });
    void resetFeeds(client);
  }
}

/** Tells the ambassadors that something should not be here. @throws {ApiError} after it has been said */
export async function reportContent(
  { client, userId }: Actor,
  item: ContentRef,
  reason: string,
  idempotencyKey?: string,
): Promise<void> {
  sayIfItWaits();
  try {
    const body: ReportBody = { ...item, reporterId: userId, reason };
    await act(client, (key) => send(Report, '/api/reports', { body, idempotencyKey: key }), idempotencyKey);
    toast.good(actTexts.reported.title, actTexts.reported.text);
  } catch (error) {
    const isRepeated = error instanceof ApiError && error.code === 'already_reported';
    const { title, text, again } = actTexts.reportFailed;
    sayActFailed(client, error, item, mustSignIn.report, { title, text: isRepeated ? again : text });
    throw error;
  }
}

/** Puts a question that one was asked aside. `from` is where: it is told in other words. @returns whether it is ignored */
export async function ignoreQuestion(
  { client, userId }: Actor,
  { id }: Pick<Question, 'id'>,
  from: 'pending' | 'card',
): Promise<boolean> {
  const putBack = takeOutOfFeeds(client, id);
  sayIfItWaits();
  try {
    await act(client, (idempotencyKey) =>
      send(Success, `/api/questions/${id}/ignore`, { body: { userId }, idempotencyKey }),
    );
    if (userId !== null) takeOutOfPending(client, userId, (question) => question.id === id);
    void resetFeeds(client);
    toast.good(actTexts.ignored[from]);
    return true;
  } catch (error) {
    // What somebody saw who is signed out by now is gone with their session.
    if (!isSignedOut(error)) putBack();
    sayFailed(client, error, mustSignIn.ignore, actTexts.ignoreFailed);
    return false;
  }
}

/** Puts all aside that one person has asked under their name. */
export async function ignoreQuestionsOf({ client, userId }: Actor, askerId: string): Promise<void> {
  sayIfItWaits();
  try {
    const { ignored } = await act(client, (idempotencyKey) =>
      send(IgnoredQuestions, `/api/users/${userId}/pending-questions/ignore`, {
        body: { userId: askerId },
        idempotencyKey,
      }),
    );
    if (userId !== null) takeOutOfPending(client, userId, ({ creatorId }) => creatorId === askerId);
    toast.good(actTexts.ignoredTogether(ignored));
  } catch (error) {
    sayFailed(client, error, mustSignIn.ignore, actTexts.ignoreFailed);
  }
}
