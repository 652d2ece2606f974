import { limits, Refusal } from '@hearsay/contracts';

const visibleAscii = /^[\x21-\x7e]+$/;

/** The header's key, or undefined without the header. @throws Refusal `invalid_key`. */
export const idempotencyKeyOf = (header: string | string[] | undefined): string | undefined => {
  if (header === undefined) return undefined;
  if (typeof header !== 'string' || header.length > limits.idempotencyKey || !visibleAscii.test(header)) throw new Refusal('invalid_key');
  return header;
};
