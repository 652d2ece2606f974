import { Refusal } from '@hearsay/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type EncodedJson, gzipFast } from '../present/encoded-json.js';

/** Bytes. Compressing a smaller answer saves less than a network packet. */
const smallestPacked = 1024;

const codings = ['br', 'gzip', 'identity'] as const;
type Coding = (typeof codings)[number];
/** Weight of `identity` if the header does not name it. Small, so that `identity` is then the last choice. */
const unnamedIdentity = 0.001;

/** The weight of a coding by its name, else by `*` (RFC 9110, section 12.5.3). 0 means refused. */
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
 * Compresses personal answers only for requests of own pages. Another site could infer secrets from the compressed
 * length (BREACH, https://breachattack.com). `@fastify/compress` would compress a shared answer again for each reader.
 */
const isSafe = ({ headers }: FastifyRequest): boolean =>
  headers.cookie === undefined || headers['sec-fetch-site'] === 'same-origin';

const encodedAnswer = Symbol('encoded answer');
type Reply = FastifyReply & { [encodedAnswer]?: EncodedJson };

/** Sets the ETag. `compressJson` then sends the compressed form that all readers share. */
export const sendEncoded = (reply: FastifyReply, encoded: EncodedJson): string => {
  (reply as Reply)[encodedAnswer] = encoded;
  void reply.header('etag', encoded.etag).type('application/json; charset=utf-8');
  return encoded.text;
};

export const compressJson = (
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
  done(null, (reply as Reply)[encodedAnswer]?.gzip() ?? gzipFast(payload));
};
