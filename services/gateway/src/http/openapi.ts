import type { ErrorCode } from '@hearsay/contracts';
import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { z } from 'zod';
import { callsWithoutController } from './calls-without-controller.js';
import {
  answer,
  answerHeaders,
  jsonSchemaOf,
  limitHeaderNames,
  namedSchemas,
  type Operation,
  type PathItem,
  parameter,
  refusals,
  type Schema,
} from './described-answers.js';
import type { ServedRoutes } from './other-methods.js';
import { type Route, tagOf } from './route.js';

const refusalsOf = (path: string, { refusals: own = [], takesKey, query, hasBody }: Route): ErrorCode[] => [
  ...own,
  // Every call may name an actor, who must be the session's own user.
  'unauthenticated',
  'forbidden',
  // A path with an invalid percent escape is invalid input.
  ...(path.includes(':') ? (['not_found', 'invalid_input'] as const) : []),
  ...(hasBody || query ? (['invalid_input'] as const) : []),
  ...(hasBody ? (['unsupported_media', 'invalid_key'] as const) : []),
  ...(takesKey ? (['key_reused'] as const) : []),
];

const pathParameter = (words: readonly string[] | null | undefined): Schema => {
  if (words === undefined) return { type: 'string', format: 'uuid' };
  return { type: 'string', ...(words && { enum: [...words] }) };
};

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

const operationOf = (path: string, route: Route): Operation => {
  const { summary, handler, needsSession, guests, words, actor, query, body, hasETag, takesKey, limit } = route;
  const [controller, name] = handler;
  return {
    operationId: `${(controller as { name: string }).name.replace(/Controller$/, '')}_${name}`,
    summary,
    tags: [tagOf(route)],
    security: [{ session: [] }, ...(needsSession && !guests ? [] : [{}])],
    parameters: [
      ...[...path.matchAll(/:(\w+)/g)].map(([, id = '']) => parameter(id, 'path', pathParameter(words[id]))),
      ...(query ? queryParameters(query, actor) : []),
      ...(hasETag ? [ifNoneMatch] : []),
      ...(takesKey ? [idempotencyKey] : []),
    ],
    ...(body && {
      requestBody: {
        required: !z.safeParse(body, {}).success,
        content: Object.fromEntries(
          (route.textBody ?? ['application/json']).map((type) => [type, { schema: inputSchema(body, actor) }]),
        ),
      },
    }),
    responses: {
      [route.status ?? 200]: answer(
        'Success',
        [...(route.answerHeaders ?? []), ...(hasETag ? (['ETag'] as const) : []), ...(limit ? limitHeaderNames : [])],
        { [route.textAnswer ?? 'application/json']: jsonSchemaOf(route.answer, 'output') },
      ),
      ...(hasETag && { 304: answer('Nothing has changed', ['ETag']) }),
      ...refusals(refusalsOf(path, route)),
    },
  };
};

const words = `Hear the episodes, say the questions.

- **Signing in** sets the cookie \`hearsay_session\` (\`__Host-hearsay_session\` under TLS), which is the only authority. Where a body or query names who acts
  (\`userId\`, \`creatorId\` and the like), it is the signed-in person or absent.
- **Refusals** have one shape, \`Error\`: a text fit to be shown, a code, and for input the fields that are wrong.
- **Writes** take an \`Idempotency-Key\`: a repeat with the same key is answered with the first result, another body with the same key with 422.
- **Polling** is cheap: answers with an \`ETag\` are asked for again with \`If-None-Match\`.
- **Limits** answer 429 with \`Retry-After\`; limited acts say in \`RateLimit\` what is left.
- **Sockets** at \`/ws\` make everything sooner; their frames are \`ClientFrame\` and \`ServerFrame\` of the schemas.`;

const describeApi = (routes: ServedRoutes): OpenAPIObject => {
  const header = new DocumentBuilder()
    .setTitle('Hearsay')
    .setDescription(words)
    .setVersion('1')
    .setOpenAPIVersion('3.1.0')
    .addCookieAuth('hearsay_session', undefined, 'session')
    .build();
  const paths: Record<string, PathItem> = {};
  for (const [url, methods] of routes)
    for (const [method, { declared }] of methods) {
      const path = url.replaceAll(/:(\w+)/g, '{$1}');
      if (declared && method !== 'HEAD')
        paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(url, declared) };
    }
  const others = callsWithoutController();
  return {
    ...header,
    paths: { ...paths, ...others.paths },
    components: {
      ...header.components,
      headers: { ...answerHeaders },
      schemas: { ...namedSchemas(), ...others.schemas },
    },
  };
};

export const serveDocs = (app: INestApplication, routes: ServedRoutes): void => {
  SwaggerModule.setup('api/docs', app, () => describeApi(routes), { jsonDocumentUrl: 'api/docs-json', raw: ['json'] });
};
