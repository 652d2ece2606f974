import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly format?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly schema: Schema;
}

type Content = Readonly<Record<string, { readonly schema: Schema & { readonly allOf?: readonly Schema[] } }>>;

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content; readonly headers?: object }>>;
}

export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

export interface Call {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

export const callsOf = ({ paths }: Document): Call[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([lower, operation]) => {
      const method = lower.toUpperCase();
      return { name: `${method} ${path}`, method, path, operation };
    }),
  );

export interface InputField extends Call {
  readonly field: string;
  readonly schema: Schema;
  readonly place: 'query' | 'body';
}

/** All fields of JSON bodies and all query parameters. */
export const inputsOf = (document: Document): InputField[] =>
  callsOf(document).flatMap((call): InputField[] => {
    if (!call.path.startsWith('/api/')) return [];
    const { parameters = [], requestBody } = call.operation;
    const body: Schema = requestBody?.content['application/json']?.schema ?? {};
    const fields = Object.entries({ ...body.properties, ...body.anyOf?.[0]?.properties });
    const queries = parameters.filter((parameter) => parameter.in === 'query');
    return [
      ...queries.map(({ name: field, schema }) => ({ ...call, field, schema, place: 'query' as const })),
      ...fields.map(([field, schema]) => ({ ...call, field, schema, place: 'body' as const })),
    ];
  });

const boundsOf = ({ anyOf, ...own }: Schema): Schema => ({ ...anyOf?.[0], ...own });

/**
 * The shortest and the longest allowed value. If the field has a pattern, the longest text has three bytes a character.
 */
export const valuesAtBounds = (input: Schema): (string | number)[] => {
  const { type, minimum, maximum, minLength = 0, maxLength, pattern } = boundsOf(input);
  if (type === 'integer') return [minimum!, maximum!];
  return maxLength === undefined ? [] : ['x'.repeat(minLength), (pattern ? '字' : 'x').repeat(maxLength)];
};

/** Values that the API must refuse. Empty for a field without bounds. */
export const valuesBeyond = (input: Schema): unknown[] => {
  const { type, minimum, maximum, minLength, maxLength, ...schema } = boundsOf(input);
  if (schema.enum ?? schema.const) return ['no such word'];
  if (type === 'integer') return [minimum! - 1, maximum! + 1];
  return [...(minLength ? [''] : []), ...(maxLength === undefined ? [] : ['x'.repeat(maxLength + 1)])];
};

interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

const pointer = (part: string) => part.replaceAll('~', '~0').replaceAll('/', '~1');

export class DescribedResponses {
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true });

  constructor(document: Document) {
    addFormats.default(this.#ajv);
    this.#ajv.addSchema(document, 'api');
  }

  /** @returns the first way in which the answer differs from its description, or undefined */
  deviationOf({ method, path, operation }: Call, { status, headers, text }: Answered): string | undefined {
    if (status === 500) return 'The server has failed';
    const described = operation.responses[status];
    if (!described) return `${status} is not described`;
    for (const name of Object.keys(described.headers ?? {}))
      if (['X-Request-Id', 'Retry-After', 'ETag'].includes(name) && !headers.has(name))
        return `The header ${name} is missing`;
    const type = headers.get('content-type')?.split(';')[0] ?? '';
    if (text === '' || path.startsWith('/api/media')) return undefined;
    if (!described.content?.[type]) return `A body of ${type} is not described`;
    if (type !== 'application/json') return undefined;
    const place = ['paths', path, method.toLowerCase(), 'responses', String(status), 'content', type, 'schema'];
    const isPromised = this.#ajv.getSchema(`api#/${place.map(pointer).map(encodeURIComponent).join('/')}`);
    if (!isPromised) throw new Error(`${method} ${path} has no schema for ${status}`);
    return isPromised(JSON.parse(text)) ? undefined : this.#ajv.errorsText(isPromised.errors);
  }
}
