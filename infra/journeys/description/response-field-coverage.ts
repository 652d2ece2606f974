import { type Call, callsOf, type Document, type Schema } from './document.ts';

const matcherOf = (path: string) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
const isNothing = (value: unknown) =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0);

/** Finds described fields that had no value in any of the noted answers. */
export class ResponseFieldCoverage {
  readonly #fields = new Map<string, boolean>();
  readonly #calls: readonly (Call & { readonly matcher: RegExp; readonly schema: Schema })[];
  readonly #document: Document;

  constructor(document: Document) {
    this.#document = document;
    this.#calls = callsOf(document).flatMap((call) => {
      const schema = call.operation.responses[200]?.content?.['application/json']?.schema;
      return schema && call.method === 'GET' ? [{ ...call, matcher: matcherOf(call.path), schema }] : [];
    });
    for (const { name } of this.#calls) this.#fields.set(name, false);
  }

  note(path: string, body: unknown): void {
    const [bare = ''] = path.split('?');
    // A fixed path comes before a path with a parameter.
    const [call] = this.#calls
      .filter(({ matcher }) => matcher.test(bare))
      .sort((a, b) => Number(a.path.includes('{')) - Number(b.path.includes('{')));
    if (!call) throw new Error(`${path} is not described`);
    this.#noteField(call.name, body);
    this.#walk(call.name, call.schema, body);
  }

  /** Calls and fields that were always null, missing or an empty list, sorted by name. */
  get empty(): string[] {
    return [...this.#fields].flatMap(([field, isFilled]) => (isFilled ? [] : [field])).sort();
  }

  #noteField(field: string, value: unknown): void {
    this.#fields.set(field, !isNothing(value) || this.#fields.get(field) === true);
  }

  #walk(place: string, schema: Schema, value: unknown): void {
    if (isNothing(value)) return;
    const { $ref, items, properties = {}, anyOf = [], oneOf = [] } = schema;
    if ($ref !== undefined) this.#walk($ref.split('/').at(-1)!, this.#resolve(schema), value);
    for (const branch of [...anyOf, ...oneOf]) if (this.#fits(branch, value)) this.#walk(place, branch, value);
    if (items && Array.isArray(value)) for (const item of value) this.#walk(place, items, item);
    for (const [name, inner] of Object.entries(properties)) {
      const held = (value as Record<string, unknown>)[name];
      this.#noteField(`${place}.${name}`, held);
      this.#walk(`${place}.${name}`, inner, held);
    }
  }

  /** True if the value has the constant fields of this branch of `anyOf` or `oneOf`. */
  #fits(branch: Schema, value: unknown): boolean {
    const { type, properties = {} } = this.#resolve(branch);
    if (type === 'array' || Array.isArray(value)) return type === 'array' && Array.isArray(value);
    return Object.entries(properties).every(
      ([name, { const: only }]) => only === undefined || (value as Record<string, unknown>)[name] === only,
    );
  }

  #resolve({ $ref, ...schema }: Schema): Schema {
    if ($ref === undefined) return schema;
    return this.#document.components.schemas[$ref.split('/').at(-1)!]!;
  }
}
