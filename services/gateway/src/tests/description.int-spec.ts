import { errorRules } from '@hearsay/contracts';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { gatewayForBlock } from './gateway-under-test.suite.js';

interface Schema {
  readonly type?: string;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly enum?: readonly string[];
  readonly const?: string;
  readonly pattern?: string;
  readonly description?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
}
interface Described {
  readonly description?: string;
  readonly required?: boolean;
  readonly content?: Record<string, { schema: Schema }>;
  readonly headers?: Record<string, { $ref: string }>;
}
interface Operation {
  readonly operationId?: string;
  readonly tags: string[];
  readonly summary: string;
  readonly parameters?: { name: string; in: string; required: boolean; schema: Schema }[];
  readonly requestBody?: Described;
  readonly responses: Record<string, Described>;
  readonly security: Record<string, string[]>[];
  readonly 'x-websocket'?: object;
}
interface Document {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: Record<'schemas' | 'headers' | 'securitySchemes', Record<string, object>>;
}

/** True for calls to uploads, media and the socket, which no controller answers. */
const hasNoController = (call: string) => /\/api\/(uploads|media)|\/ws$/.test(call);
const isRead = (call: string) => call.startsWith('GET ');
const jsonOf = (described: Described | undefined) => described?.content?.['application/json']?.schema;
const codesIn = (response: Described) =>
  (jsonOf(response)?.allOf ?? []).flatMap(({ properties }) => properties?.code?.enum ?? []);
const headersIn = (response: Described | undefined) => Object.keys(response?.headers ?? {});

describe('the description of the API', () => {
  const gateway = gatewayForBlock();
  let document: Document;
  let text: string;
  let operations: (readonly [call: string, operation: Operation])[];
  let own: typeof operations;

  beforeAll(async () => {
    const answer = await gateway.get('/api/docs-json');
    document = answer.body as Document;
    text = answer.text;
    operations = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
    );
    own = operations.filter(([call]) => !hasNoController(call));
  });

  const no = (isWrong: (operation: Operation, call: string) => boolean, among = operations) =>
    expect(among.filter(([call, operation]) => isWrong(operation, call)).map(([call]) => call)).toEqual([]);
  const noOwn = (isWrong: (operation: Operation, call: string) => boolean) => no(isWrong, own);

  it('the API description is valid OpenAPI 3.1, and has an HTML page', async () => {
    expect(document.openapi).toBe('3.1.0');
    expect(await new Validator().validate(JSON.parse(text))).toMatchObject({ valid: true });
    for (const [, kind = '', name = ''] of text.matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g))
      expect(document.components).toHaveProperty([kind, name]);
    expect(text).not.toContain('$defs');
    // Paths that differ only in parameter names are the same path (OpenAPI 3.1, Paths Object).
    const paths = Object.keys(document.paths).map((path) => path.replaceAll(/\{\w+\}/g, '{}'));
    expect(new Set(paths).size).toBe(paths.length);
    const page = { status: 200, text: expect.stringContaining('swagger-ui') };
    expect(await gateway.get('/api/docs')).toMatchObject(page);
  });

  it('the API description contains every call that the gateway answers, and no other', () => {
    const answered = new Set(gateway.gateway.calls);
    const isOwnAnswer = (call: string) => {
      const [method = '', path = ''] = call.split(' ');
      if (method === 'OPTIONS' || path.startsWith('/api/docs') || !path.startsWith('/api')) return false;
      return method !== 'HEAD' || !answered.has(`GET ${path}`);
    };
    const described = operations.map(([call]) => call.replaceAll(/\{(\w+)\}/g, ':$1'));
    const isHeadOfGet = (call: string) => call.startsWith('HEAD ') && described.includes(call.replace('HEAD', 'GET'));
    const calls = described.filter((call) => call !== 'GET /ws' && !isHeadOfGet(call));
    expect(calls.sort()).toEqual([...answered].filter(isOwnAnswer).sort());
  });

  it('the API description names the input, the responses and the callers of every call', () => {
    no(({ tags, summary, security }) => tags.length !== 1 || summary === '' || security.length === 0);
    const contentOf = ({ responses }: Operation) => Object.keys((responses['200'] ?? responses['201'])?.content ?? {});
    noOwn((operation) => contentOf(operation).length !== 1);
    expect(own.filter(([, operation]) => contentOf(operation)[0] !== 'application/json').map(([call]) => call)).toEqual(
      ['GET /api/podcasts/{id}/transcript'],
    );
    const ids = own.map(([, { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    no(({ parameters = [] }, call) => {
      const required = parameters.filter((parameter) => parameter.in === 'path' && parameter.required);
      const inPath = [...call.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      return inPath.join() !== required.map(({ name }) => name).join();
    });
    const session = { type: 'apiKey', in: 'cookie', name: 'hearsay_session' };
    expect(document.components.securitySchemes).toEqual({ session });
    const { '/api/reports': reports, '/api/feed': feed, '/api/questions': questions } = document.paths;
    expect(reports?.post?.security).toEqual([{ session: [] }]);
    for (const open of [feed?.get, questions?.post])
      expect(open?.security).toEqual(expect.arrayContaining([{ session: [] }, {}]));
    expect(questions?.post?.requestBody?.required).toBe(true);
    expect(document.paths['/api/questions/{id}']?.delete?.requestBody?.required).toBe(false);
  });

  it('in the API description, every text or number of an input has a limit or a text', () => {
    const inputs = own.flatMap(([call, { parameters = [], requestBody }]) => {
      const body = jsonOf(requestBody);
      const fields = Object.entries({ ...body?.properties, ...body?.anyOf?.[0]?.properties });
      return [
        ...parameters.filter((one) => one.in === 'query').map((one) => ({ call, ...one })),
        ...fields.map(([name, schema]) => ({ call, name, schema })),
      ];
    });
    const vague = inputs.filter(({ schema: { anyOf, ...schema } }) => {
      const facts: Schema = { ...anyOf?.[0], ...schema };
      if (facts.type === 'integer') return facts.minimum === undefined || facts.maximum === undefined;
      const says = facts.maxLength ?? facts.enum ?? facts.const ?? facts.pattern ?? facts.description;
      return facts.type === 'string' && says === undefined;
    });
    expect(vague.map(({ call, name }) => `${call}: ${name}`)).toEqual([]);
  });

  it('the API description names every error of a call, with its code', () => {
    const lacks = ({ responses }: Operation, ...codes: string[]) => {
      const named = Object.values(responses).flatMap(codesIn);
      return codes.some((code) => !named.includes(code));
    };
    no((operation) => lacks(operation, 'rate_limited', 'unavailable', 'internal', 'unauthenticated'));
    no((operation, call) => call.includes('{') && lacks(operation, 'not_found'));
    const ofActs = ['invalid_input', 'too_large', 'unsupported_media', 'forbidden'];
    noOwn((operation, call) => !isRead(call) && lacks(operation, ...ofActs));
    noOwn((operation) => {
      const takesKey = operation.parameters?.some(({ name }) => name === 'Idempotency-Key') === true;
      return takesKey === lacks(operation, 'key_reused');
    });
    for (const [call, { responses }] of own)
      for (const [status, response] of Object.entries(responses)) {
        if (!response.description?.startsWith('`')) continue;
        expect([call, jsonOf(response)?.allOf?.[0]]).toEqual([call, { $ref: '#/components/schemas/Error' }]);
        for (const code of codesIn(response))
          expect([call, errorRules[code as keyof typeof errorRules].status]).toEqual([call, Number(status)]);
      }
  });

  it('the API description names the headers for paging, polling and limits', () => {
    const headersOf = (path: string, method: string, status: number) =>
      headersIn(document.paths[path]?.[method]?.responses[status]);
    expect(headersOf('/api/feed', 'get', 200)).toEqual(['X-Request-Id', 'X-Feed-Anchor', 'ETag']);
    expect(headersOf('/api/feed', 'get', 304)).toEqual(['X-Request-Id', 'ETag']);
    expect(headersOf('/api/questions', 'post', 201)).toEqual(['X-Request-Id', 'RateLimit-Policy', 'RateLimit']);
    expect(headersOf('/api/auth/login', 'post', 200)).toContain('Set-Cookie');
    expect(headersOf('/api/uploads', 'post', 201)).toContain('Location');
    expect(headersOf('/api/media/{key}', 'get', 206)).toContain('Content-Range');
    for (const status of [429, 503]) no(({ responses }) => !headersIn(responses[status]).includes('Retry-After'));
    noOwn(({ parameters, responses }) => {
      const hasETag = parameters?.some(({ name }) => name === 'If-None-Match') === true;
      return hasETag !== '304' in responses;
    });
  });

  it('the API description describes the frames of the socket beside the calls', () => {
    const clientFrame = { $ref: '#/components/schemas/ClientFrame' };
    const serverFrame = { $ref: '#/components/schemas/ServerFrame' };
    expect(document.paths['/ws']?.get?.['x-websocket']).toMatchObject({ clientFrame, serverFrame });
    expect(JSON.stringify(document.components.schemas.ServerFrame)).toContain('report_resolved');
  });

  it('every call that changes something has a limit', () => {
    // The batch calls only read, and the limit of the sign-in counts wrong passwords.
    const others = ['POST /api/batch/boost-status', 'POST /api/batch/repost-status', 'POST /api/auth/login'];
    noOwn(({ responses }, call) => {
      const isLimited = headersIn(responses[200] ?? responses[201]).includes('RateLimit');
      return !isRead(call) && !isLimited && !others.includes(call);
    });
  });
});
