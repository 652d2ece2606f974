import type { OwnUser } from '@hearsay/contracts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { newIdempotencyKey, type Schema, send } from '../../shared/api/api-client.ts';
import { isSignedOut } from '../../shared/api/api-error.ts';
import { queryKeys } from '../../shared/api/query-keys.ts';
import { feedsChanged } from '../../shared/lists/list-cache.ts';
import { ownChanges, refetchOwnUser } from '../../shared/session/own-user.ts';
import { sayFailed } from '../../shared/session/say-failed.ts';
import { storeUser } from '../../shared/session/stored-user.ts';
import { frameTexts } from '../../shared/texts/frame.ts';
import { settingsTexts } from '../../shared/texts/settings.ts';
import { toast } from '../../shared/toast/toast.ts';

interface Change<Body> {
  /** Last part of the call's path: `PATCH /api/users/{id}/{part}`. */
  readonly part: string;
  /** Parses the changed fields of the user. */
  readonly answer: Schema<Partial<OwnUser>>;
  readonly done?: string;
  readonly failed: string;
  /** Fields that are shown at once, and reverted on refusal. */
  readonly shows?: (body: Body, user: OwnUser) => Partial<OwnUser>;
}

/** Applies a change to the session and the stored user. If another user is signed in now, nothing changes. */
function takeChange(client: QueryClient, userId: string, change: (user: OwnUser) => Partial<OwnUser>): void {
  const known = client.getQueryData<OwnUser | null>(queryKeys.session);
  if (known?.id !== userId) return;
  const changed = { ...known, ...change(known) };
  client.setQueryData<OwnUser | null>(queryKeys.session, changed);
  storeUser(changed);
}

/** Each change has one key, the same on a retry. The user is read again afterwards. */
export function useChange<Body extends object = Partial<OwnUser>>(
  userId: string,
  { part, answer, done = settingsTexts.updated, failed, shows }: Change<Body>,
) {
  const client = useQueryClient();
  const { mutate, mutateAsync, isPending } = useMutation({
    mutationKey: queryKeys.ownChange,
    scope: ownChanges,
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
      void feedsChanged(client);
      toast.good(done);
    },
    onError: (error, _act, context) => {
      const before = context?.before;
      if (shows && before && !isSignedOut(error)) takeChange(client, userId, () => before);
      sayFailed(client, error, frameTexts.prompts.settings.text, { title: settingsTexts.updateFailed, text: failed });
    },
    onSettled: () => refetchOwnUser(client),
  });
  const act = (body: Body) => ({ body, idempotencyKey: newIdempotencyKey() });
  return {
    isPending,
    mutate: (body: Body, options?: { readonly onSuccess: (answer: Partial<OwnUser>) => void }) =>
      mutate(act(body), options),
    mutateAsync: (body: Body) => mutateAsync(act(body)),
  };
}

const TO_PROFILE_AFTER_MS = 1000;

export function useToOwnProfile(username: string): () => void {
  const navigate = useNavigate();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return () => {
    timer.current = setTimeout(() => navigate(`/@${encodeURIComponent(username)}`), TO_PROFILE_AFTER_MS);
  };
}
