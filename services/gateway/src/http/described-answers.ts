import { ErrorBody, type ErrorCode, errorRules } from '@hearsay/contracts';
import type { ApiBody, OpenAPIObject } from '@nestjs/swagger';
import { z } from 'zod';

export type Schema = Extract<Parameters<typeof ApiBody>[0], { schema: unknown }>['schema'] & {
  properties?: Record<string, Schema>;
  required?: string[];
  anyOf?: Schema[];
  description?: string;
};

const named = new Map<string, Schema>();

/** The components by name that earlier calls of `jsonSchemaOf` have collected. */
export const namedSchemas = (): Record<string, Schema> => Object.fromEntries(named);

const asComponents = (schema: object): Schema =>
  JSON.parse(JSON.stringify(schema).replaceAll('#/$defs/', '#/components/schemas/')) as Schema;

/** Also collects the named schemas inside for `namedSchemas`. */
export const jsonSchemaOf = (schema: z.core.$ZodType, io: 'input' | 'output'): Schema => {
  // Wraps the schema in an object, because only inner schemas become references.
  const whole = z.toJSONSchema(z.object({ schema }), { io, unrepresentable: 'any' });
  for (const [name, shape] of Object.entries(whole.$defs ?? {})) {
    const { id: _, ...rest } = shape as Record<string, unknown>;
    named.set(name, asComponents(rest));
  }
  return asComponents(whole.properties?.schema as object);
};

export type PathItem = OpenAPIObject['paths'][string];
export type Operation = NonNullable<PathItem['get']>;
type Answer = NonNullable<Operation['responses'][string]>;

const text: Schema = { type: 'string' };
const header = (description: string, schema = text) => ({ description, schema });

export const answerHeaders = {
  'X-Request-Id': header('By which an answer is found in the logs', { type: 'string', format: 'uuid' }),
  ETag: header('For If-None-Match: while nothing has changed the answer is 304'),
  'X-Feed-Anchor': header(
    'For `anchor` in the query: the page after this one, in the order of this one. The last page has none',
  ),
  'Set-Cookie': header(
    'The session, `hearsay_session` (`__Host-hearsay_session` under TLS), that there is one, for scripts of the page, and what the browser is known by',
  ),
  'Retry-After': header('After how many seconds the call may be made again', { type: 'integer', minimum: 1 }),
  'RateLimit-Policy': header(
    'A quota `q` in a window of `w` seconds, `"posts";q=30;w=60` (draft-ietf-httpapi-ratelimit-headers-10)',
  ),
  RateLimit: header('What is left of it for `t` more seconds, `"posts";r=29;t=60`'),
  'Content-Disposition': header('The name under which a browser keeps the file'),
  'Accept-Ranges': header('Parts may be asked for by Range', { type: 'string', enum: ['bytes'] }),
  'Content-Range': header('Which part this is, `bytes 0-1023/4096`'),
  Location: header('The upload, `/api/uploads/{id}`'),
  'Tus-Resumable': header('The version of the tus protocol', { type: 'string', enum: ['1.0.0'] }),
  'Upload-Offset': header('How many bytes have come', { type: 'integer', minimum: 0 }),
  'Upload-Length': header('How many bytes will come', { type: 'integer', minimum: 1 }),
  'Upload-Metadata': header('filename, filetype and purpose, as they were sent'),
  'Upload-Expires': header('When the upload ends unless it is used (RFC 9110 5.6.7)'),
} as const;

export type AnswerHeader = keyof typeof answerHeaders;

export const limitHeaderNames = ['RateLimit-Policy', 'RateLimit'] as const;

export const answer = (
  description: string,
  headers: readonly AnswerHeader[] = [],
  content?: Readonly<Record<string, Schema>>,
): Answer => ({
  description,
  headers: Object.fromEntries(
    ['X-Request-Id', ...headers].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  ),
  ...(content && {
    content: Object.fromEntries(Object.entries(content).map(([type, schema]) => [type, { schema }])),
  }),
});

const headersOfRefusal = (status: number): readonly AnswerHeader[] => {
  if (status === errorRules.rate_limited.status) return ['Retry-After', ...limitHeaderNames];
  return status === errorRules.unavailable.status ? ['Retry-After'] : [];
};

/** Refusals that every call may get. Without a body, `too_large` refers to the call's address or headers. */
const alwaysPossible: readonly ErrorCode[] = ['too_large', 'rate_limited', 'unavailable', 'internal'];

/** Describes one answer per status. Its body has one of the codes with that status. */
export const refusals = (
  codes: readonly ErrorCode[],
  otherContent: Readonly<Record<string, Schema>> = {},
): Operation['responses'] => {
  const all = [...new Set([...codes, ...alwaysPossible])];
  const statuses = new Set(all.map((code) => errorRules[code].status));
  const refused = (status: number): Answer => {
    const ofStatus = all.filter((code) => errorRules[code].status === status);
    const description = ofStatus.map((code) => `\`${code}\`: ${errorRules[code].text}`).join('; ');
    const schema: Schema = {
      allOf: [
        jsonSchemaOf(ErrorBody, 'output'),
        { type: 'object', required: ['code'], properties: { code: { type: 'string', enum: ofStatus } } },
      ],
    };
    return answer(description, headersOfRefusal(status), { 'application/json': schema, ...otherContent });
  };
  return Object.fromEntries([...statuses].map((status) => [status, refused(status)]));
};

export const parameter = (
  name: string,
  location: 'header' | 'path' | 'query',
  schema: Schema = text,
  { isRequired = location === 'path', description }: { isRequired?: boolean; description?: string | undefined } = {},
): NonNullable<Operation['parameters']>[number] => ({
  name,
  in: location,
  required: isRequired,
  schema,
  ...(description !== undefined && { description }),
});
