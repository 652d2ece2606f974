import { createHash } from 'node:crypto';
import { type CallContext, limits, Refusal } from '@hearsay/contracts';

const visibleAscii = /^[\x21-\x7e]+$/;

/** The header's key, or undefined without the header. @throws Refusal `invalid_key`. */
export const idempotencyKeyOf = (header: string | string[] | undefined): string | undefined => {
  if (header === undefined) return undefined;
  if (typeof header !== 'string' || header.length > limits.idempotencyKey || !visibleAscii.test(header)) throw new Refusal('invalid_key');
  return header;
};

/**
 * The same call with a key of this address: a service tells keys apart by account, and visitors have none. So nobody is answered with what a visitor
 * from elsewhere has done under the same key, nor refused because of it.
 */
export const withGuestsKey = (context: CallContext, address: string): CallContext =>
  context.idempotencyKey === undefined
    ? context
    : {
        ...context,
        idempotencyKey: createHash('sha256')
          .update(JSON.stringify([address, context.idempotencyKey]))
          .digest('base64url'),
      };
