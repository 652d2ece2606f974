import type { ContentRef } from '@hearsay/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { isNotFound } from '../api/api-error.ts';
import { leaveLists } from '../lists/leave-lists.ts';
import { contentTexts } from '../texts/content.ts';
import { type Failure, sayFailed } from './say-failed.ts';

export function sayActFailed(
  client: QueryClient,
  error: unknown,
  { contentId }: ContentRef,
  mustSignIn: string,
  failure: Failure,
): void {
  const isGone = isNotFound(error);
  if (isGone) void leaveLists(client, contentId);
  sayFailed(client, error, mustSignIn, isGone ? { title: failure.title, text: contentTexts.gone } : failure);
}
