import type { ErrorCode } from '@hearsay/contracts';
import { z } from 'zod';
import { answer, limitHeaderNames, type Operation, parameter, refusals } from './described-answers.js';
import { jsonSchemaOf, type Schema } from './described-schemas.js';
import { type Route, tagOf } from './route.js';

const refusalsOf = (path: string, { refusals: own = [], isWrite, query, hasBody }: Route): ErrorCode[] => [
  ...own,
  // A person named as the actor must be the session's own: `userId` means that in every call.
  'unauthenticated',
  'forbidden',
  // A path with an invalid percent escape is invalid input.
  ...(path.includes(':') ? (['not_found', 'invalid_input'] as const) : []),
  ...(hasBody || query ? (['invalid_input'] as const) : []),
  ...(hasBody ? (['unsupported_media', 'invalid_key'] as const) : []),
  ...(isWrite ? (['key_reused'] as const) : []),
];

/** An id, one of some words, or (null) any text. */
const pathParameter = (words: readonly string[] | null | undefined): Schema => {
  if (words === undefined) return { type: 'string', format: 'uuid' };
  return { type: 'string', ...(words && { enum: [...words] }) };
};

/** The schema of an input. The fields that name the actor are described: they take the session's own account only. */
const inputSchema = (input: z.core.$ZodType, actors: readonly string[]): Schema => {
  const schema = jsonSchemaOf(input, 'input');
  for (const { properties = {} } of [schema, ...(schema.anyOf ?? [])]) {
    for (const name of actors)
      if (properties[name]) properties[name].description = 'The id of the session’s own account, or nothing';
  }
  return schema;
};

const queryParameters = (query: z.core.$ZodType, actors: readonly string[]) => {
  const { properties = {}, required = [] } = inputSchema(query, actors);
  return Object.entries(properties).map(([name, schema]) =>
    parameter(name, 'query', schema, { isRequired: required.includes(name) }),
  );
};

const ifNoneMatch = parameter('If-None-Match', 'header', undefined, {
  description: 'The ETag of the answer that one has',
});
const idempotencyKey = parameter(
  'Idempotency-Key',
  'header',
  { type: 'string', minLength: 1, maxLength: 200, pattern: '^[\\x21-\\x7e]+$' },
  {
    description:
      'Of the caller’s making, one for each act: a repeat with the same key is answered with the first result',
  },
);

/** A route of the API as OpenAPI says it, made from the same schemas that check it. */
export const operationOf = (path: string, route: Route): Operation => {
  const { summary, handler, needsSession, guests, words, actor, query, body, isPolled, isWrite, limit } = route;
  const [controller, name] = handler;
  return {
    operationId: `${(controller as { name: string }).name.replace(/Controller$/, '')}_${name}`,
    summary,
    tags: [tagOf(route)],
    // Visitors see what is everyone's, signed-in people also what is their own.
    security: [{ session: [] }, ...(needsSession && !guests ? [] : [{}])],
    parameters: [
      ...[...path.matchAll(/:(\w+)/g)].map(([, id = '']) => parameter(id, 'path', pathParameter(words[id]))),
      ...(query ? queryParameters(query, actor) : []),
      ...(isPolled ? [ifNoneMatch] : []),
      ...(isWrite ? [idempotencyKey] : []),
    ],
    ...(body && {
      requestBody: {
        // A call without a body is one with an empty one.
        required: !z.safeParse(body, {}).success,
        content: { 'application/json': { schema: inputSchema(body, actor) } },
      },
    }),
    responses: {
      [route.status ?? 200]: answer(
        'Success',
        [...(route.answerHeaders ?? []), ...(isPolled ? (['ETag'] as const) : []), ...(limit ? limitHeaderNames : [])],
        { 'application/json': jsonSchemaOf(route.answer, 'output') },
      ),
      ...(isPolled && { 304: answer('Nothing has changed', ['ETag']) }),
      ...refusals(refusalsOf(path, route)),
    },
  };
};
