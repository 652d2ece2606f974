import type { ErrorCode } from '@hearsay/contracts';
import {
  ApiBody,
  ApiHeader,
  ApiOperation,
  ApiParam,
  ApiQuery,
  ApiResponse,
  ApiSecurity,
  ApiTags,
} from '@nestjs/swagger';
import { z } from 'zod';
import {
  type AnswerHeader,
  alwaysPossible,
  headerReferences,
  limitHeaderNames,
  refusedAnswers,
} from './described-answers.js';
import { jsonSchemaOf, type Schema } from './described-schemas.js';

export interface Description {
  readonly summary: string;
  readonly tag: string;
  readonly status?: 200 | 201;
  readonly answer: z.core.$ZodType;
  /** What the answer's headers tell, beside those that other properties imply. */
  readonly answerHeaders?: readonly AnswerHeader[];
  readonly body?: z.core.$ZodType;
  readonly query?: z.core.$ZodType;
  readonly needsSession?: boolean;
  /** Inputs that name who acts. */
  readonly actor?: readonly string[];
  readonly words?: Readonly<Record<string, readonly string[] | null>>;
  /** Whether the route is a write, which takes an Idempotency-Key. */
  readonly isWrite?: boolean;
  /** The codes with which this route may refuse, beside those that its other properties imply. */
  readonly refusals?: readonly ErrorCode[];
}

interface DescribedRoute extends Description {
  readonly hasBody: boolean;
  readonly isPolled: boolean;
  /** Whether its answers say what is left of a limit. */
  readonly isLimited: boolean;
  /** Whether visitors may call it although it needs a session, with some bodies. */
  readonly takesGuests: boolean;
}

const refusalsOf = (path: string, { refusals = [], isWrite, query, hasBody }: DescribedRoute): ErrorCode[] => {
  // Whoever is named as the actor must be the session's own: `userId` means that in every call.
  const codes = new Set<ErrorCode>([...refusals, 'unauthenticated', 'forbidden', ...alwaysPossible]);
  // Percent signs that mean nothing are input as well.
  if (path.includes(':')) codes.add('not_found').add('invalid_input');
  if (hasBody || query) codes.add('invalid_input');
  if (hasBody) codes.add('unsupported_media').add('invalid_key');
  if (isWrite) codes.add('key_reused');
  return [...codes];
};

/** An id, one of some words, or (null) any text. */
const pathParameter = (words: readonly string[] | null | undefined): Schema => {
  if (words === undefined) return { type: 'string', format: 'uuid' };
  return { type: 'string', ...(words && { enum: [...words] }) };
};

/** Says of the inputs that name who acts that they name nobody else. */
const withActors = (schema: Schema, actors: readonly string[] = ['userId']): Schema => {
  for (const { properties = {} } of [schema, ...(schema.anyOf ?? [])]) {
    for (const name of actors)
      if (properties[name]) properties[name].description = 'The id of the session’s own account, or nothing';
  }
  return schema;
};

const inputs = (path: string, { words, actor, body, query, isPolled, isWrite }: DescribedRoute): MethodDecorator[] => {
  const decorators: MethodDecorator[] = [];
  for (const [, name = ''] of path.matchAll(/:(\w+)/g)) {
    decorators.push(ApiParam({ name, schema: pathParameter(words?.[name]) }));
  }
  // A call without a body is one with an empty one.
  if (body)
    decorators.push(
      ApiBody({ schema: withActors(jsonSchemaOf(body, 'input'), actor), required: !z.safeParse(body, {}).success }),
    );
  if (query) {
    const { properties = {}, required = [] } = withActors(jsonSchemaOf(query, 'input'), actor);
    for (const [name, schema] of Object.entries(properties)) {
      decorators.push(ApiQuery({ name, required: required.includes(name), schema }));
    }
  }
  if (isPolled) {
    const schema: Schema = { type: 'string' };
    decorators.push(
      ApiHeader({ name: 'If-None-Match', required: false, description: 'The ETag of the answer that one has', schema }),
    );
  }
  if (isWrite) {
    const schema: Schema = { type: 'string', minLength: 1, maxLength: 200, pattern: '^[\\x21-\\x7e]+$' };
    const description =
      'Of the caller’s making, one for each act: a repeat with the same key is answered with the first result';
    decorators.push(ApiHeader({ name: 'Idempotency-Key', required: false, description, schema }));
  }
  return decorators;
};

const answers = (path: string, route: DescribedRoute): MethodDecorator[] => {
  const headers = headerReferences([
    ...(route.answerHeaders ?? []),
    ...(route.isPolled ? (['ETag'] as const) : []),
    ...(route.isLimited ? limitHeaderNames : []),
  ]);
  const schema = jsonSchemaOf(route.answer, 'output');
  return [
    ApiResponse({ status: route.status ?? 200, schema, headers, description: 'Success' }),
    ...(route.isPolled
      ? [ApiResponse({ status: 304, headers: headerReferences(['ETag']), description: 'Nothing has changed' })]
      : []),
    ...refusedAnswers(refusalsOf(path, route)).map((refused) => ApiResponse(refused)),
  ];
};

/** OpenAPI decorators of a route, made from the same schemas that check it. */
export const describeRoute = (path: string, route: DescribedRoute): MethodDecorator[] => [
  ApiOperation({ summary: route.summary }),
  // Visitors see what is everyone's, whoever is signed in also what is their own.
  ...(route.needsSession && !route.takesGuests ? [] : [ApiSecurity({})]),
  ApiSecurity('session'),
  ApiTags(route.tag),
  ...inputs(path, route),
  ...answers(path, route),
];
