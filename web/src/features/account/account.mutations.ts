import { type LoginBody, OwnUser, type RegisterBody, type ResetPasswordBody } from '@hearsay/contracts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { send } from '../../shared/api/api-client.ts';
import { beginSession } from '../../shared/session/begin-session.ts';
import { expectSession } from './cookies-blocked.ts';

const begin = async (client: QueryClient, user: OwnUser): Promise<void> => {
  await expectSession(user);
  beginSession(client, user);
};

interface Keyed {
  readonly idempotencyKey: string;
}

export function useLogin() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: LoginBody) => send(OwnUser, '/api/auth/login', { body }),
    retry: false,
    onSuccess: (user) => begin(client, user),
  });
}

export function useRegister() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ idempotencyKey, ...body }: RegisterBody & Keyed) =>
      send(OwnUser, '/api/auth/register', { body, idempotencyKey }),
    onSuccess: (user) => begin(client, user),
  });
}

/** The link works once. A retry under the same key still signs in. */
export function useReset() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ idempotencyKey, ...body }: ResetPasswordBody & Keyed) =>
      send(OwnUser, '/api/auth/reset', { body, idempotencyKey }),
    onSuccess: (user) => begin(client, user),
  });
}
