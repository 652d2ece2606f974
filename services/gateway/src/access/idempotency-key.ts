import { createHash } from 'node:crypto';
import { type CallContext, limits, Refusal } from '@hearsay/contracts';

const visibleAscii = /^[\x21-\x7e]+$/;

/** The header's key, or undefined without the header. @throws Refusal `invalid_key`. */
export const idempotencyKeyOf = (header: string | string[] | undefined): string | undefined => {
  if (header === undefined) return undefined;
  if (typeof header !== 'string' || header.length > limits.idempotencyKey || !visibleAscii.test(header))
    throw new Refusal('invalid_key');
  return header;
};

/** 128 bits in hexadecimal digits, as browsers make a UUID of them: nobody comes upon somebody else's. */
const isUnguessable = (key: string): boolean => /^[0-9a-f]{32}$/i.test(key.replaceAll('-', ''));

/**
 * The same call without a key that somebody else could have chosen: for a call whose repeat is asked for a password, past the door where wrong ones are counted.
 */
export const withSecretKeyOnly = ({ idempotencyKey, ...context }: CallContext): CallContext =>
  idempotencyKey !== undefined && isUnguessable(idempotencyKey) ? { ...context, idempotencyKey } : context;

/**
 * The same call with a key that is this visitor's: a service tells keys apart by account, and visitors have none. So nobody is answered with what
 * another visitor has done under the same key, nor refused because of it: a key that two could have chosen counts together with what tells them
 * apart, the address or what they write. One that nobody else has stays as it is, so that a telephone that changes its network on the way may repeat its call.
 */
export const withGuestsKey = (context: CallContext, apart: string): CallContext =>
  context.idempotencyKey === undefined || isUnguessable(context.idempotencyKey)
    ? context
    : {
        ...context,
        idempotencyKey: createHash('sha256')
          .update(JSON.stringify([apart, context.idempotencyKey]))
          .digest('base64url'),
      };
