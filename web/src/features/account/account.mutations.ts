import { type LoginBody, OwnUser, type RegisterBody, type ResetPasswordBody } from '@hearsay/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { send } from '../../shared/api/api-client.ts';
import { beginSession } from '../../shared/session/begin-session.ts';

interface Keyed {
  readonly idempotencyKey: string;
}

export function useLogin() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: LoginBody) => send(OwnUser, '/api/auth/login', { body }),
    retry: false,
    onSuccess: (user) => beginSession(client, user),
  });
}

export function useRegister() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ idempotencyKey, ...body }: RegisterBody & Keyed) => send(OwnUser, '/api/auth/register', { body, idempotencyKey }),
    onSuccess: (user) => beginSession(client, user),
  });
}

/** A new password by a link that works once: under one key it is tried again, and then signs in. */
export function useReset() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ idempotencyKey, ...body }: ResetPasswordBody & Keyed) => send(OwnUser, '/api/auth/reset', { body, idempotencyKey }),
    onSuccess: (user) => beginSession(client, user),
  });
}
