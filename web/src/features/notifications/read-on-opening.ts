import { Success } from '@hearsay/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useMatch } from 'react-router';
import { newIdempotencyKey, send } from '../../shared/api/api-client.ts';
import { queryKeys } from '../../shared/api/query-keys.ts';

/** Opening a question reads all that one was notified of it. `unread` undefined: not known yet. */
export function useReadOnOpening(unread: number | undefined): void {
  const client = useQueryClient();
  const questionId = useMatch('/questions/:id')?.params.id ?? null;
  const opened = useRef<string | null>(null);
  const { mutate } = useMutation({
    mutationFn: (read: { questionId: string; idempotencyKey: string }) =>
      send(Success, '/api/notifications/read', { body: { questionId: read.questionId }, idempotencyKey: read.idempotencyKey }),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.notifications.all }),
  });
  useEffect(() => {
    if (questionId === null) opened.current = null;
    if (questionId === null || unread === undefined || opened.current === questionId) return;
    opened.current = questionId;
    if (unread > 0) mutate({ questionId, idempotencyKey: newIdempotencyKey() });
  }, [questionId, unread, mutate]);
}
