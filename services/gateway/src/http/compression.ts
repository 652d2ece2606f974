import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EncodedJson } from '../present/encoded-json.js';
import { pack } from '../present/packing.js';

/** The smallest answer that is compressed, in bytes: below it the packed answer saves less than a network packet. */
const smallestPacked = 1024;

/** Whether an Accept-Encoding header takes this coding (RFC 9110 12.5.3): named or by `*`, and not with a weight of 0. */
export const accepts = (header: string | undefined, coding: 'br' | 'gzip'): boolean => {
  const weights = new Map(
    (header ?? '').split(',').map((part) => {
      const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return [name, weight === undefined ? 1 : Number(weight)];
    }),
  );
  return (weights.get(coding) ?? weights.get('*') ?? 0) > 0;
};

/**
 * What is personal is packed only for our own pages: another site could make a browser ask for an answer with words of its choice
 * in it, and read off the packed length what else is there (the BREACH attack, https://breachattack.com). Without a cookie an answer
 * holds nothing that is not everyone's.
 */
const isSafe = ({ headers }: FastifyRequest): boolean => headers.cookie === undefined || headers['sec-fetch-site'] === 'same-origin';

/** An answer that was made for many, see `sendEncoded`. */
const made = Symbol('made for many');
type Reply = FastifyReply & { [made]?: EncodedJson };

/** Answers what was written, named and packed before. */
export const sendEncoded = (reply: FastifyReply, encoded: EncodedJson): string => {
  (reply as Reply)[made] = encoded;
  void reply.header('etag', encoded.etag).type('application/json; charset=utf-8');
  return encoded.text;
};

/** A Fastify onSend hook: packs JSON of some length with gzip for those who take it. */
export const packJson = async (request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> => {
  if (typeof payload !== 'string' || payload.length < smallestPacked || reply.hasHeader('content-encoding')) return payload;
  void reply.header('vary', 'accept-encoding');
  if (!accepts(request.headers['accept-encoding'], 'gzip') || !isSafe(request)) return payload;
  const packed = await ((reply as Reply)[made]?.gzip() ?? pack(payload));
  void reply.header('content-encoding', 'gzip').removeHeader('content-length');
  return packed;
};
