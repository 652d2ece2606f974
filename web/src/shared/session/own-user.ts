import type { OwnUser } from '@hearsay/contracts';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { isUnauthorized, newIdempotencyKey, type Schema, send } from '../api/api-client.ts';
import { queryKeys } from '../api/cache.ts';
import { markFeedsStale } from '../lists/list-cache.ts';
import { frameTexts } from '../texts/frame.ts';
import { settingsTexts } from '../texts/settings.ts';
import { toast } from '../toast/toast.ts';
import { sessionQueries } from './session.ts';
import { showFailure } from './show-failure.ts';
import { storeUser } from './stored-user.ts';

interface Change<Body> {
  /** Last part of the call's path: `PATCH /api/users/{id}/{part}`. */
  readonly part: string;
  /** Parses the changed fields of the user. */
  readonly answer: Schema<Partial<OwnUser>>;
  readonly done?: string;
  readonly failed: string;
  readonly failedTitle?: string;
  /** @returns fields to show at once, which are reverted on refusal */
  readonly shows?: (body: Body, user: OwnUser) => Partial<OwnUser>;
}

/** Changes the session's user and the stored user, unless another user has signed in since. */
function takeChange(client: QueryClient, userId: string, change: (user: OwnUser) => Partial<OwnUser>): void {
  const known = client.getQueryData<OwnUser | null>(queryKeys.session);
  if (known?.id !== userId) return;
  const changed = { ...known, ...change(known) };
  client.setQueryData<OwnUser | null>(queryKeys.session, changed);
  storeUser(changed);
}

/** Shows why a change in the settings failed. */
export const showUpdateFailure = (
  client: QueryClient,
  error: unknown,
  text: string,
  title = settingsTexts.updateFailed,
): void => showFailure(client, error, frameTexts.prompts.settings.text, { title, text });

/** Sends own changes one after the other, each under one key. Reads the user again after the last one. */
export function useOwnChange<Body extends object = Partial<OwnUser>>(userId: string, change: Change<Body>) {
  const { part, answer, done = settingsTexts.updated, failed, failedTitle: title, shows } = change;
  const client = useQueryClient();
  const { mutate, mutateAsync, isPending } = useMutation({
    mutationKey: queryKeys.ownChange,
    scope: { id: 'own-change' },
    mutationFn: ({ body, idempotencyKey }: { body: Body; idempotencyKey: string }) =>
      send(answer, `/api/users/${userId}/${part}`, { method: 'PATCH', body, idempotencyKey }),
    onMutate: async ({ body }) => {
      await client.cancelQueries({ queryKey: queryKeys.session });
      const before = client.getQueryData<OwnUser | null>(queryKeys.session);
      if (shows) takeChange(client, userId, (user) => shows(body, user));
      return { before };
    },
    onSuccess: (answered) => {
      takeChange(client, userId, () => answered);
      void markFeedsStale(client);
      toast.good(done);
    },
    onError: (error, _act, context) => {
      const before = context?.before;
      if (shows && before && !isUnauthorized(error)) takeChange(client, userId, () => before);
      showUpdateFailure(client, error, failed, title);
    },
    // Refetches only after the last pending change, because an earlier read would lack later changes.
    onSettled: () => {
      if (client.isMutating({ mutationKey: queryKeys.ownChange }) === 1)
        void client.invalidateQueries(sessionQueries.current());
    },
  });
  const act = (body: Body) => ({ body, idempotencyKey: newIdempotencyKey() });
  return {
    isPending,
    mutate: (body: Body, options?: { readonly onSuccess: (answer: Partial<OwnUser>) => void }) =>
      mutate(act(body), options),
    mutateAsync: (body: Body) => mutateAsync(act(body)),
  };
}

/** Reads the session's user again whenever earnings have made `xp.own` stale. */
export function useOwnUser() {
  const client = useQueryClient();
  const { data: user } = useQuery(sessionQueries.current());
  const { isError, refetch } = useQuery({
    queryKey: queryKeys.xp.own,
    queryFn: () => client.fetchQuery({ ...sessionQueries.current(), staleTime: 0 }),
    staleTime: 0,
  });
  return { user, isError, refetch };
}
