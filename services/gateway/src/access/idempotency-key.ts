import { createHash } from 'node:crypto';
import { type CallContext, limits, Refusal } from '@hearsay/contracts';

const visibleAscii = /^[\x21-\x7e]+$/;

/** @throws Refusal `invalid_key` */
export const idempotencyKeyOf = (header: string | string[] | undefined): string | undefined => {
  if (header === undefined) return undefined;
  if (typeof header !== 'string' || header.length > limits.idempotencyKey || !visibleAscii.test(header))
    throw new Refusal('invalid_key');
  return header;
};

/** 128 bits in hexadecimal digits, as in a UUID. */
const isUnguessable = (key: string): boolean => /^[0-9a-f]{32}$/i.test(key.replaceAll('-', ''));

/** Drops a guessable key. A stranger who guesses it could repeat the call to find out its password. */
export const dropGuessableKey = ({ idempotencyKey, ...context }: CallContext): CallContext =>
  idempotencyKey !== undefined && isUnguessable(idempotencyKey) ? { ...context, idempotencyKey } : context;

/**
 * Services tell keys of different accounts apart, but visitors have no account. To tell visitors apart, a guessable key
 * is hashed together with `apart`, such as an address. An unguessable key stays, so that a repeat from another network
 * gets the first result.
 */
export const scopeGuestKey = (context: CallContext, apart: string): CallContext =>
  context.idempotencyKey === undefined || isUnguessable(context.idempotencyKey)
    ? context
    : {
        ...context,
        idempotencyKey: createHash('sha256')
          .update(JSON.stringify([apart, context.idempotencyKey]))
          .digest('base64url'),
      };
