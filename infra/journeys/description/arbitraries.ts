import fc from 'fast-check';
import type { Call, Schema } from './document.ts';

/** Plain texts, and difficult ones such as control characters, lone surrogates, right-to-left marks and code. */
const text = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom('', ' ', '\0', '\ud800', '\u202e', "'; drop table events; --", '%00', '../../etc/passwd'),
  fc.constantFrom('__proto__', '-1', 'NaN'),
  fc.integer({ min: 1, max: 6000 }).map((length) => 'ß'.repeat(length)),
);

const numberBetween = ({ minimum = -2, maximum = 2_000_000 }: Schema) =>
  fc.oneof(
    fc.integer({ min: minimum, max: Math.max(minimum, maximum) }),
    fc.constantFrom(minimum, maximum, minimum - 1, maximum + 1, 0.5, -0, 2 ** 53, 1e308),
  );

const around = (schema: Schema, ids: readonly string[]): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 9, arbitrary: of(schema, ids) },
    { weight: 1, arbitrary: fc.oneof(fc.jsonValue({ maxDepth: 2 }), text) },
  );

const of = (schema: Schema, ids: readonly string[]): fc.Arbitrary<unknown> => {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => of(choice, ids)));
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.format === 'uuid') return fc.oneof(fc.constantFrom(...ids), fc.uuid());
  if (schema.format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  switch (schema.type) {
    case 'integer':
    case 'number':
      return numberBetween(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(around(schema.items ?? {}, ids), { maxLength: 5 });
    case 'object': {
      const properties = Object.entries(schema.properties ?? {}).map(
        ([name, property]) => [name, around(property, ids)] as const,
      );
      return fc.record(Object.fromEntries(properties), { requiredKeys: [] });
    }
    default:
      return text;
  }
};

export interface Attempt {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly who: number;
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed();
/** Removes all characters that HTTP clients refuse in a header. */
const asHeader = (value: string): string => value.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '');
const headerText = fc.string({ maxLength: 30 }).map(asHeader);

const parametersOf = (call: Call, place: 'path' | 'query' | 'header', ids: readonly string[]) => {
  const parameters = (call.operation.parameters ?? []).filter((parameter) => parameter.in === place);
  return fc.record(Object.fromEntries(parameters.map(({ name, schema }) => [name, around(schema, ids).map(asText)])), {
    requiredKeys: place === 'path' ? parameters.map(({ name }) => name) : [],
  });
};

const brokenBodies = [
  '{',
  'null',
  '[]',
  '{"__proto__":{}}',
  '{"constructor":1}',
  `"${'x'.repeat(20_000)}"`,
  '\ufeff{}',
];
const contentTypes = ['application/json; charset=utf-8', 'application/json', 'text/plain', 'multipart/form-data', ''];

/** False if a parameter is empty, `.` or `..`. Clients would remove this part of the path and make another call. */
const staysWhereItIs = (params: Readonly<Record<string, string>>): boolean =>
  Object.values(params).every((value) => !/^\.{0,2}$/.test(value));

export const attemptsAt = (call: Call, ids: readonly string[], people: number): fc.Arbitrary<Attempt> => {
  const json = call.operation.requestBody?.content['application/json']?.schema;
  const written = (json ? around(json, ids) : fc.jsonValue({ maxDepth: 2 })).map((value) => JSON.stringify(value));
  const body = fc.oneof(
    { weight: 12, arbitrary: written },
    { weight: 1, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.string({ maxLength: 20 }) },
    { weight: 1, arbitrary: fc.constantFrom(...brokenBodies) },
  );
  return fc.record({
    params: parametersOf(call, 'path', ids).filter(staysWhereItIs),
    query: fc.oneof(
      parametersOf(call, 'query', ids),
      fc.dictionary(fc.string({ maxLength: 6 }), fc.string({ maxLength: 6 }), { maxKeys: 3 }),
    ),
    headers: fc
      .tuple(
        parametersOf(call, 'header', ids),
        fc.record(
          {
            'content-type': fc.constantFrom(...contentTypes),
            'if-none-match': headerText,
            range: fc.constantFrom('bytes=0-', 'bytes=9-1', 'bytes=-0', 'bytes=0-0,2-3', 'lines=1'),
            'accept-encoding': fc.constantFrom('gzip', 'br', '*;q=0', 'x'),
            'accept-language': headerText,
            origin: headerText,
            'x-forwarded-for': headerText,
            'user-agent': headerText,
          },
          { requiredKeys: [] },
        ),
      )
      .map(([described, others]) => {
        const all = Object.entries({ ...others, ...described });
        return Object.fromEntries(all.map(([name, value]) => [name.toLowerCase(), asHeader(value)]));
      }),
    body:
      call.method === 'GET' || call.method === 'HEAD'
        ? fc.constant(undefined)
        : body.map((sent) => sent?.toWellFormed()),
    who: fc.nat({ max: people - 1 }),
  });
};
