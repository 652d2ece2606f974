import { errorRules } from '@hearsay/contracts';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { aGateway } from './gateway-under-test.suite.js';

interface Schema {
  readonly type?: string;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly enum?: readonly string[];
  readonly const?: string;
  readonly pattern?: string;
  readonly description?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
}
interface Described {
  readonly description?: string;
  readonly content?: Record<
    string,
    { schema: { $ref?: string; allOf?: { properties?: { code?: { enum: string[] } } }[] } }
  >;
  readonly headers?: Record<string, { $ref: string }>;
}
interface Operation {
  readonly operationId?: string;
  readonly tags: string[];
  readonly summary: string;
  readonly parameters?: { name: string; in: string; required: boolean; schema: Schema }[];
  readonly requestBody?: Described & { required: boolean };
  readonly responses: Record<string, Described>;
  readonly security: Record<string, string[]>[];
  readonly 'x-websocket'?: object;
}
interface Document {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: {
    schemas: Record<string, object>;
    headers: Record<string, object>;
    securitySchemes: Record<string, object>;
  };
}

/** Answered by the tus protocol, the store and the socket, not by a controller. */
const isOtherDoor = (call: string) => /\/api\/(uploads|media)|\/ws$/.test(call);
const isRead = (call: string) => call.startsWith('GET ');

describe('the description of the API', () => {
  const gateway = aGateway();
  let document: Document;
  let text: string;
  let operations: (readonly [call: string, operation: Operation])[];

  beforeAll(async () => {
    const answer = await gateway.ask('GET', '/api/docs-json');
    document = answer.body as Document;
    text = answer.text;
    operations = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
    );
  });

  const callsWhere = (isWrong: (operation: Operation, call: string) => boolean) =>
    operations.filter(([call, operation]) => isWrong(operation, call)).map(([call]) => call);
  const own = () => operations.filter(([call]) => !isOtherDoor(call));
  const ownCallsWhere = (isWrong: (operation: Operation, call: string) => boolean) =>
    own()
      .filter(([call, operation]) => isWrong(operation, call))
      .map(([call]) => call);
  const codesOf = ({ responses }: Operation): string[] =>
    Object.values(responses).flatMap(({ content }) =>
      (content?.['application/json']?.schema.allOf ?? []).flatMap((part) => part.properties?.code?.enum ?? []),
    );

  it('is valid OpenAPI 3.1, and a page for people', async () => {
    expect(document.openapi).toBe('3.1.0');
    const verdict = await new Validator().validate(JSON.parse(text));
    expect(verdict).toMatchObject({ valid: true });
    for (const [, kind = '', name = ''] of text.matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)) {
      expect(document.components).toHaveProperty([kind, name]);
    }
    expect(text).not.toContain('$defs');
    // Names of parameters do not distinguish paths (OpenAPI 3.1, Paths Object).
    const paths = Object.keys(document.paths).map((path) => path.replaceAll(/\{\w+\}/g, '{}'));
    expect(new Set(paths).size).toBe(paths.length);
    const page = await gateway.ask('GET', '/api/docs');
    expect(page).toMatchObject({ status: 200, text: expect.stringContaining('swagger-ui') });
  });

  it('has every call that is answered, and no other', () => {
    const answered = new Set(gateway.gateway.calls);
    const isOwnAnswer = (call: string) => {
      const [method = '', path = ''] = call.split(' ');
      if (method === 'OPTIONS' || path.startsWith('/api/docs') || !path.startsWith('/api')) return false;
      return method !== 'HEAD' || !answered.has(`GET ${path}`);
    };
    const described = operations.map(([call]) => call.replaceAll(/\{(\w+)\}/g, ':$1'));
    const isHeadOfGet = (call: string) => call.startsWith('HEAD ') && described.includes(call.replace('HEAD', 'GET'));
    expect(described.filter((call) => call !== 'GET /ws' && !isHeadOfGet(call)).sort()).toEqual(
      [...answered].filter(isOwnAnswer).sort(),
    );
  });

  it('names the input, the responses and the callers of every call', () => {
    expect(
      callsWhere(({ tags, summary, security }) => tags.length !== 1 || summary === '' || security.length === 0),
    ).toEqual([]);
    expect(
      ownCallsWhere(({ responses }) => !(responses['200'] ?? responses['201'])?.content?.['application/json']?.schema),
    ).toEqual([]);
    const ids = own().map(([, { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(
      callsWhere(({ parameters = [] }, call) => {
        const inPath = [...call.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
        return (
          inPath.join() !==
          parameters
            .filter((parameter) => parameter.in === 'path' && parameter.required)
            .map(({ name }) => name)
            .join()
        );
      }),
    ).toEqual([]);
    expect(document.components.securitySchemes).toEqual({
      session: { type: 'apiKey', in: 'cookie', name: 'hearsay_session' },
    });
    const securityOf = (path: string, method: string) => document.paths[path]?.[method]?.security;
    expect(securityOf('/api/reports', 'post')).toEqual([{ session: [] }]);
    expect(securityOf('/api/feed', 'get')).toEqual(expect.arrayContaining([{ session: [] }, {}]));
    expect(securityOf('/api/questions', 'post')).toEqual(expect.arrayContaining([{ session: [] }, {}]));
    expect(document.paths['/api/questions']?.post?.requestBody?.required).toBe(true);
    expect(document.paths['/api/questions/{id}']?.delete?.requestBody?.required).toBe(false);
  });

  describe('says of every input', () => {
    const inputs = () =>
      own().flatMap(([call, { parameters = [], requestBody }]) => {
        const body = requestBody?.content?.['application/json']?.schema as Schema | undefined;
        const fields = Object.entries({ ...body?.properties, ...body?.anyOf?.[0]?.properties }).map(
          ([name, schema]) => ({ name, schema }),
        );
        return [
          ...parameters.filter((one) => one.in === 'query'),
          ...fields.map((field) => ({ ...field, in: 'body' })),
        ].map((input) => ({
          call,
          ...input,
        }));
      });
    const of = ({ anyOf, ...schema }: Schema): Schema => ({ ...anyOf?.[0], ...schema });
    const beyond = (schema: Schema): unknown[] => {
      const { type, minimum, maximum, minLength, maxLength } = schema;
      if (schema.enum ?? schema.const) return ['no such word'];
      if (type === 'integer') return [minimum! - 1, maximum! + 1];
      return [...(minLength ? [''] : []), ...(maxLength === undefined ? [] : ['x'.repeat(maxLength + 1)])];
    };

    it('more than that it is a text or a number', () => {
      const vague = inputs().filter(({ schema }) => {
        const { type, minimum, maximum, maxLength, ...facts } = of(schema);
        if (type === 'integer') return minimum === undefined || maximum === undefined;
        return (
          type === 'string' &&
          maxLength === undefined &&
          !facts.enum &&
          !facts.const &&
          !facts.pattern &&
          !facts.description
        );
      });
      expect(vague.map(({ call, name }) => `${call}: ${name}`)).toEqual([]);
    });

    it('no wider bounds than it has', async () => {
      const { cookie, person } = gateway.services.signIn('judge');
      const taken: string[] = [];
      for (const { call, name, schema, in: place } of inputs()) {
        const [method = '', path = ''] = call
          .replaceAll('{contentType}', 'question')
          .replaceAll(/\{\w+\}/g, person.id)
          .split(' ');
        for (const value of beyond(of(schema))) {
          const { status, body } = await (place === 'query'
            ? gateway.ask(method, `${path}?${name}=${encodeURIComponent(String(value))}`, { cookie })
            : gateway.ask(method, path, { cookie, body: { [name]: value } }));
          const isRefused = status === 400 && name in ((body as { fields?: object }).fields ?? {});
          if (!isRefused) taken.push(`${call}: ${name} = ${String(value).slice(0, 20)} is ${status}`);
        }
      }
      expect(taken).toEqual([]);
    });
  });

  it('names every error of a call, with its code', () => {
    const lacks = (operation: Operation, ...codes: string[]) =>
      codes.some((code) => !codesOf(operation).includes(code));
    expect(callsWhere((operation) => lacks(operation, 'rate_limited', 'unavailable', 'internal'))).toEqual([]);
    expect(callsWhere((operation) => lacks(operation, 'unauthenticated'))).toEqual([]);
    expect(callsWhere((operation, call) => call.includes('{') && lacks(operation, 'not_found'))).toEqual([]);
    expect(
      ownCallsWhere(
        (operation, call) =>
          !isRead(call) && lacks(operation, 'invalid_input', 'too_large', 'unsupported_media', 'forbidden'),
      ),
    ).toEqual([]);
    expect(
      ownCallsWhere((operation) => {
        const takesKey = operation.parameters?.some(({ name }) => name === 'Idempotency-Key') === true;
        return takesKey !== codesOf(operation).includes('key_reused');
      }),
    ).toEqual([]);
    for (const [call, { responses }] of own()) {
      for (const [status, { content }] of Object.entries(responses).filter(([, { description }]) =>
        description?.startsWith('`'),
      )) {
        const schema = content?.['application/json']?.schema;
        expect([call, schema?.allOf?.[0]]).toEqual([call, { $ref: '#/components/schemas/Error' }]);
        for (const code of schema?.allOf?.[1]?.properties?.code?.enum ?? [])
          expect([call, errorRules[code as keyof typeof errorRules].status]).toEqual([call, Number(status)]);
      }
    }
  });

  it('names the headers by which clients page, poll and pace themselves', () => {
    const headersOf = (path: string, method: string, status: number) =>
      Object.keys(document.paths[path]?.[method]?.responses[status]?.headers ?? {});
    expect(headersOf('/api/feed', 'get', 200)).toEqual(['X-Request-Id', 'X-Feed-Anchor', 'ETag']);
    expect(headersOf('/api/feed', 'get', 304)).toEqual(['X-Request-Id', 'ETag']);
    expect(headersOf('/api/questions', 'post', 201)).toEqual(['X-Request-Id', 'RateLimit-Policy', 'RateLimit']);
    expect(headersOf('/api/auth/login', 'post', 200)).toContain('Set-Cookie');
    expect(headersOf('/api/uploads', 'post', 201)).toContain('Location');
    expect(headersOf('/api/media/{key}', 'get', 206)).toContain('Content-Range');
    expect(
      callsWhere(({ responses }) => !Object.keys(responses['429']?.headers ?? {}).includes('Retry-After')),
    ).toEqual([]);
    expect(
      callsWhere(({ responses }) => !Object.keys(responses['503']?.headers ?? {}).includes('Retry-After')),
    ).toEqual([]);
    expect(
      ownCallsWhere(({ parameters, responses }) => {
        const isPolled = parameters?.some(({ name }) => name === 'If-None-Match') === true;
        return isPolled !== '304' in responses;
      }),
    ).toEqual([]);
  });

  it('describes the frames of the socket beside the calls', () => {
    expect(document.paths['/ws']?.get?.['x-websocket']).toMatchObject({
      clientFrame: { $ref: '#/components/schemas/ClientFrame' },
    });
    expect(JSON.stringify(document.components.schemas.ServerFrame)).toContain('report_resolved');
  });

  it('has a limit for every call that changes something', () => {
    const readsInBodies = new Set(['POST /api/batch/boost-status', 'POST /api/batch/repost-status']);
    const isLimited = ({ responses }: Operation) => 'RateLimit' in (responses[200] ?? responses[201])!.headers!;
    expect(
      ownCallsWhere((operation, call) => !isRead(call) && !readsInBodies.has(call) && !isLimited(operation)),
    ).toEqual(['POST /api/auth/login']);
  });
});
