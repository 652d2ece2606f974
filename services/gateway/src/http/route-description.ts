import { ErrorBody, type ErrorCode, errorRules } from '@hearsay/contracts';
import { ApiBody, ApiHeader, ApiOperation, ApiParam, ApiQuery, ApiResponse, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';

export interface Description {
  readonly summary: string;
  readonly tag: string;
  readonly status?: 200 | 201;
  readonly answer: z.core.$ZodType;
  readonly body?: z.core.$ZodType;
  readonly query?: z.core.$ZodType;
  readonly needsSession?: boolean;
  readonly words?: Readonly<Record<string, readonly string[] | null>>;
  /** Whether the route is a write, which takes an Idempotency-Key. */
  readonly isWrite?: boolean;
  /** The codes with which this route may refuse, beside those that its other properties imply. */
  readonly refusals?: readonly ErrorCode[];
}

type Schema = Extract<Parameters<typeof ApiBody>[0], { schema: unknown }>['schema'] & {
  properties?: Record<string, Schema>;
  required?: string[];
};

const named = new Map<string, Schema>();

/** The shapes that answers refer to by name, for the document's components. */
export const namedShapes = (): Record<string, Schema> => Object.fromEntries(named);

const asComponents = (schema: object): Schema =>
  JSON.parse(JSON.stringify(schema).replaceAll('#/$defs/', '#/components/schemas/')) as Schema;

/** A schema as JSON Schema; the shapes in it that have an id are referred to. */
const jsonSchemaOf = (schema: z.core.$ZodType, io: 'input' | 'output') => {
  // Inside of an object every shape with an id becomes a reference, the outermost one too.
  const whole = z.toJSONSchema(z.object({ schema }), { io, unrepresentable: 'any' });
  for (const [name, shape] of Object.entries(whole.$defs ?? {})) {
    const { id: _, ...rest } = shape as Record<string, unknown>;
    named.set(name, asComponents(rest));
  }
  return asComponents(whole.properties?.schema as object);
};

const refusalsOf = (path: string, description: Description): ErrorCode[] => {
  const codes = new Set<ErrorCode>(description.refusals);
  if (path.includes(':')) codes.add('not_found');
  if (description.body || description.query) codes.add('invalid_input');
  if (description.body) codes.add('too_large').add('unsupported_media');
  if (description.needsSession) codes.add('unauthenticated');
  if (description.isWrite) codes.add('invalid_key').add('key_reused').add('forbidden');
  return [...codes.add('rate_limited').add('unavailable')];
};

/** An id, one of some words, or (null) any text. */
const pathParameter = (words: readonly string[] | null | undefined): Schema => {
  if (words === undefined) return { type: 'string', format: 'uuid' };
  return { type: 'string', ...(words && { enum: [...words] }) };
};

/** OpenAPI decorators of a route, made from the same schemas that check it. */
export const describeRoute = (path: string, description: Description): MethodDecorator[] => {
  const decorators: MethodDecorator[] = [
    ApiOperation({ summary: description.summary }),
    ApiTags(description.tag),
    ApiResponse({ status: description.status ?? 200, schema: jsonSchemaOf(description.answer, 'output'), description: 'Success' }),
  ];
  for (const [, name = ''] of path.matchAll(/:(\w+)/g)) {
    decorators.push(ApiParam({ name, schema: pathParameter(description.words?.[name]) }));
  }
  if (description.body) decorators.push(ApiBody({ schema: jsonSchemaOf(description.body, 'input') }));
  if (description.query) {
    const { properties = {}, required = [] } = jsonSchemaOf(description.query, 'input');
    for (const [name, schema] of Object.entries(properties)) {
      decorators.push(ApiQuery({ name, required: required.includes(name), schema }));
    }
  }
  if (description.isWrite)
    decorators.push(ApiHeader({ name: 'Idempotency-Key', required: false, description: '1 to 200 visible ASCII characters' }));
  const byStatus = new Map<number, string[]>();
  for (const code of refusalsOf(path, description)) {
    const { status } = errorRules[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  for (const [status, codes] of byStatus) {
    decorators.push(ApiResponse({ status, schema: jsonSchemaOf(ErrorBody, 'output'), description: codes.join(', ') }));
  }
  return decorators;
};
