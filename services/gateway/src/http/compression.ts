import { Refusal } from '@hearsay/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type EncodedJson, pack } from '../present/encoded-json.js';

/** Bytes. Packing a smaller answer saves less than a network packet. */
const smallestPacked = 1024;

const codings = ['br', 'gzip', 'identity'] as const;
type Coding = (typeof codings)[number];
/** An unnamed `identity` is acceptable and the last choice. */
const unnamedIdentity = 0.001;

/** By name or by `*` (RFC 9110 12.5.3). 0 is a refusal. */
const weightOf = (header: string | undefined, coding: Coding): number => {
  const weights = new Map(
    (header ?? '').split(',').map((part) => {
      const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return [name, weight === undefined ? 1 : Number(weight)];
    }),
  );
  return weights.get(coding) ?? weights.get('*') ?? (coding === 'identity' ? unnamedIdentity : 0);
};

/** @throws Refusal `not_acceptable` if the header refuses all codings */
export const codingFor = (header: string | undefined): Coding => {
  const taken = codings
    .map((coding) => ({ coding, weight: weightOf(header, coding) }))
    .filter(({ weight }) => weight > 0);
  const [best] = taken.sort((one, other) => other.weight - one.weight);
  if (!best) throw new Refusal('not_acceptable');
  return best.coding;
};

/**
 * Personal answers are packed only for our own pages, because another site could read secrets off the packed length
 * (BREACH, https://breachattack.com). `@fastify/compress` would pack a shared answer once per reader.
 */
const isSafe = ({ headers }: FastifyRequest): boolean =>
  headers.cookie === undefined || headers['sec-fetch-site'] === 'same-origin';

const made = Symbol('made for many');
type Reply = FastifyReply & { [made]?: EncodedJson };

export const sendEncoded = (reply: FastifyReply, encoded: EncodedJson): string => {
  (reply as Reply)[made] = encoded;
  void reply.header('etag', encoded.etag).type('application/json; charset=utf-8');
  return encoded.text;
};

export const packJson = (
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (error: Error | null, payload?: unknown) => void,
): void => {
  const isLong =
    typeof payload === 'string' && payload.length >= smallestPacked && !reply.hasHeader('content-encoding');
  if (!isLong || !(weightOf(request.headers['accept-encoding'], 'gzip') > 0) || !isSafe(request)) {
    done(null, payload);
    return;
  }
  void reply.header('content-encoding', 'gzip').removeHeader('content-length');
  done(null, (reply as Reply)[made]?.gzip() ?? pack(payload));
};
