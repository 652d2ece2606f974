import { ContentType, type Report, Success } from '@hearsay/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { act } from '../../shared/api/act.ts';
import { send } from '../../shared/api/api-client.ts';
import { isNotFound } from '../../shared/api/api-error.ts';
import { queryKeys } from '../../shared/api/query-keys.ts';
import { resetFeeds } from '../../shared/lists/list-cache.ts';

export const isDeletable = ({ isRemoved, contentType }: Report): boolean =>
  !isRemoved && ContentType.options.some((known) => known === contentType);

export interface Deletion {
  readonly done: number;
  readonly of: number;
  readonly failed: readonly Report[];
  readonly isRunning: boolean;
}

/** One call and key per post, so that nothing links them. Some may be one person's anonymous ones. */
export function useDeleteReported(userId: string) {
  const client = useQueryClient();
  const [deletion, setDeletion] = useState<Deletion | null>(null);

  /** `reports` holds one per content. @returns those whose content could not be deleted */
  const deleteAll = async (reports: readonly Report[]): Promise<readonly Report[]> => {
    const failed: Report[] = [];
    const tell = (done: number, isRunning: boolean) =>
      setDeletion({ done, of: reports.length, failed: [...failed], isRunning });
    for (const [index, report] of reports.entries()) {
      tell(index, true);
      const path = `/api/${report.contentType}s/${report.contentId}`;
      const isGone = await act(client, (idempotencyKey) =>
        send(Success, path, { method: 'DELETE', body: { userId }, idempotencyKey }),
      ).then(() => true, isNotFound);
      if (!isGone) failed.push(report);
    }
    tell(reports.length, false);
    void client.invalidateQueries({ queryKey: queryKeys.notifications.all });
    void resetFeeds(client);
    return failed;
  };
  return { deletion, deleteAll };
}
