import type { ContentRef } from '@hearsay/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { isNotFound, isUnauthorized } from '../api/api-client.ts';
import { removeDeletedContent } from '../lists/remove-deleted-content.ts';
import { contentTexts } from '../texts/content.ts';
import { frameTexts } from '../texts/frame.ts';
import { toast } from '../toast/toast.ts';
import { handleLostSession, sessionQueries } from './session.ts';

/** Without a session, shows `mustSignIn` and signs the page out. Removes a deleted `item` from all lists. */
export function showFailure(
  client: QueryClient,
  error: unknown,
  mustSignIn: string,
  { title, text }: { title: string; text?: string },
  item?: ContentRef,
): void {
  if (isUnauthorized(error)) {
    toast.bad(frameTexts.loginRequired, mustSignIn);
    if (client.getQueryData(sessionQueries.current().queryKey)) handleLostSession(client);
    return;
  }
  const isGone = item !== undefined && isNotFound(error);
  if (isGone) void removeDeletedContent(client, item.contentId);
  toast.bad(title, isGone ? contentTexts.gone : text);
}
