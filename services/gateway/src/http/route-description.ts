import { ErrorBody, type ErrorCode, errorRules } from '@hearsay/contracts';
import { ApiBody, ApiHeader, ApiOperation, ApiParam, ApiQuery, ApiResponse, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';

export interface Description {
  readonly summary: string;
  readonly tag: string;
  readonly status?: 200 | 201;
  readonly answer: z.ZodType;
  readonly body?: z.ZodType;
  readonly query?: z.ZodType;
  readonly needsSession?: boolean;
  readonly words?: Readonly<Record<string, readonly string[]>>;
  /** A write: takes an Idempotency-Key. */
  readonly isWrite?: boolean;
  /** Codes this route may refuse with, beside those that its other properties imply. */
  readonly refusals?: readonly ErrorCode[];
}

type Schema = Exclude<Parameters<typeof ApiBody>[0], { type?: unknown }>['schema'];

const jsonSchemaOf = (schema: z.ZodType) => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return rest;
};

const refusalsOf = (path: string, description: Description): ErrorCode[] => {
  const codes = new Set<ErrorCode>(description.refusals);
  if (path.includes(':')) codes.add('not_found');
  if (description.body || description.query) codes.add('invalid_input');
  if (description.body) codes.add('too_large').add('unsupported_media');
  if (description.needsSession) codes.add('unauthenticated');
  if (description.isWrite) codes.add('invalid_key').add('key_reused').add('forbidden').add('rate_limited');
  return [...codes.add('unavailable')];
};

/** OpenAPI decorators of a route, made from the same schemas that check it. */
export const describeRoute = (path: string, description: Description): MethodDecorator[] => {
  const decorators: MethodDecorator[] = [
    ApiOperation({ summary: description.summary }),
    ApiTags(description.tag),
    ApiResponse({ status: description.status ?? 200, standardSchema: description.answer, description: 'Success' }),
  ];
  for (const [, name = ''] of path.matchAll(/:(\w+)/g)) {
    const words = description.words?.[name];
    decorators.push(ApiParam({ name, schema: words ? { type: 'string', enum: [...words] } : { type: 'string', format: 'uuid' } }));
  }
  if (description.body) decorators.push(ApiBody({ schema: jsonSchemaOf(description.body) as Schema }));
  if (description.query) {
    const { properties = {}, required = [] } = jsonSchemaOf(description.query);
    for (const [name, schema] of Object.entries(properties)) {
      decorators.push(ApiQuery({ name, required: required.includes(name), schema: schema as Schema }));
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
    decorators.push(ApiResponse({ status, standardSchema: ErrorBody, description: codes.join(', ') }));
  }
  return decorators;
};
