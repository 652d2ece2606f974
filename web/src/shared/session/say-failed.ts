import type { QueryClient } from '@tanstack/react-query';
import { isSignedOut } from '../api/api-error.ts';
import { frameTexts } from '../texts/frame.ts';
import { toast } from '../toast/toast.ts';
import { sessionQueries } from './session.queries.ts';
import { loseSession } from './use-session.ts';

export interface Failure {
  readonly title: string;
  readonly text?: string;
}

/** Without a session, it shows `mustSignIn` instead and signs the page out. */
export function sayFailed(client: QueryClient, error: unknown, mustSignIn: string, { title, text }: Failure): void {
  if (!isSignedOut(error)) {
    toast.bad(title, text);
    return;
  }
  toast.bad(frameTexts.loginRequired, mustSignIn);
  if (client.getQueryData(sessionQueries.current().queryKey)) loseSession(client);
}
