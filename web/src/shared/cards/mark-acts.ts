import { Bookmarked, type ContentRef, type MarkBody, type QuestionDetail, Watching } from '@hearsay/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { sendAct } from '../api/api-client.ts';
import { queryKeys } from '../api/cache.ts';
import { showFailure } from '../session/show-failure.ts';
import { actTexts } from '../texts/acts.ts';
import { toast, toastIfOffline } from '../toast/toast.ts';

/* Private marks. They load when the user chooses one. */

interface Actor {
  readonly client: QueryClient;
  readonly userId: string | null;
}

const callOf = ({ userId }: Actor, on: boolean) =>
  ({ method: 'PUT', body: { on, userId } satisfies MarkBody }) as const;

export async function setWatch(actor: Actor, questionId: string, on: boolean): Promise<void> {
  const { client } = actor;
  toastIfOffline();
  try {
    const { isWatching } = await sendAct(client, Watching, `/api/questions/${questionId}/watch`, callOf(actor, on));
    client.setQueryData<QuestionDetail>(
      queryKeys.question.detail(questionId),
      (known) => known && { ...known, isWatching },
    );
    if (isWatching) toast.good(actTexts.watching.title, actTexts.watching.text);
    else toast.good(actTexts.notWatching);
  } catch (error) {
    showFailure(client, error, actTexts.mustSignIn.mark, actTexts.markFailed);
  }
}

/** @returns true if the server has accepted the change */
export async function setBookmark(actor: Actor, { contentType, contentId }: ContentRef, on: boolean): Promise<boolean> {
  const { client, userId } = actor;
  toastIfOffline();
  try {
    await sendAct(client, Bookmarked, `/api/bookmarks/${contentType}/${contentId}`, callOf(actor, on));
    void client.invalidateQueries({ queryKey: queryKeys.bookmarks(userId ?? '') });
    if (on)
      toast.good(actTexts.bookmarked.title, actTexts.bookmarked.text, [
        { label: actTexts.seeIt, to: '/my-content?tab=bookmarks' },
      ]);
    else toast.good(actTexts.bookmarkRemoved);
    return true;
  } catch (error) {
    showFailure(client, error, actTexts.mustSignIn.mark, actTexts.markFailed);
    return false;
  }
}
