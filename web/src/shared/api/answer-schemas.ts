/**
 * What the browser needs of `zod/mini`, and under its names: the build puts this file in its place, so that the contracts' schemas read
 * answers at a tenth of the size. Kinds, shapes, known words and what stands in for unknown ones are as zod reads them (a test holds the
 * two side by side); limits of what people write are no matter of answers and are not checked. Everything here is free of side effects,
 * so that the build leaves out what no page reads.
 */

/** Stands for a value that breaks its contract. */
const BROKEN = Symbol('broken');

type Read = (value: unknown) => unknown;
type Shape = Record<string, Schema>;

interface Schema {
  readonly read: Read;
  parse(value: unknown): unknown;
  safeParse(value: unknown): { success: true; data: unknown } | { success: false; error: Error };
  check(...checks: readonly Read[]): Schema;
  /** Of objects. */
  readonly shape: Shape;
  /** Of lists of words. */
  readonly options: readonly unknown[];
}

// @__NO_SIDE_EFFECTS__
function schema(read: Read, shape: Shape = {}, options: readonly unknown[] = []): Schema {
  return {
    read,
    shape,
    options,
    parse(value) {
      const result = read(value);
      if (result === BROKEN) throw new TypeError('An answer breaks its contract');
      return result;
    },
    safeParse(value) {
      const data = read(value);
      return data === BROKEN ? { success: false, error: new TypeError('It breaks its contract') } : { success: true, data };
    },
    check: (...checks) =>
      schema((value) => checks.reduce((checked, check) => (checked === BROKEN ? BROKEN : check(checked)), read(value)), shape, options),
  };
}

// @__NO_SIDE_EFFECTS__
const of = (accepts: (value: unknown) => boolean): Schema => schema((value) => (accepts(value) ? value : BROKEN));

// @__NO_SIDE_EFFECTS__
export function string(): Schema {
  return of((value) => typeof value === 'string');
}
// @__NO_SIDE_EFFECTS__
export function boolean(): Schema {
  return of((value) => typeof value === 'boolean');
}
// @__NO_SIDE_EFFECTS__
export function number(): Schema {
  return of(Number.isFinite);
}
// @__NO_SIDE_EFFECTS__
export function int(): Schema {
  return of(Number.isSafeInteger);
}
// @__NO_SIDE_EFFECTS__
export function literal(word: unknown): Schema {
  return schema((value) => (value === word ? value : BROKEN), {}, [word]);
}
const words = (list: readonly unknown[]): Schema => schema((value) => (list.includes(value) ? value : BROKEN), {}, list);
// @__NO_SIDE_EFFECTS__
const nothing = (): Schema => of((value) => value === null);

export { nothing as null, words as enum };

const UUID = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;
// @__NO_SIDE_EFFECTS__
export function uuid(): Schema {
  return of((value) => typeof value === 'string' && UUID.test(value));
}
/** Instants of answers are texts that the server has written. */
export const iso = { datetime: string, date: string };

// @__NO_SIDE_EFFECTS__
export function nullable({ read }: Schema): Schema {
  return schema((value) => (value === null ? null : read(value)));
}
// @__NO_SIDE_EFFECTS__
export function optional({ read }: Schema): Schema {
  return schema((value) => (value === undefined ? undefined : read(value)));
}
// @__NO_SIDE_EFFECTS__
export function nullish(inner: Schema): Schema {
  return optional(nullable(inner));
}
// @__NO_SIDE_EFFECTS__
export function _default({ read }: Schema, otherwise: unknown): Schema {
  return schema((value) => (value === undefined ? otherwise : read(value)));
}
// @__NO_SIDE_EFFECTS__
const caught = ({ read }: Schema, otherwise: unknown): Schema =>
  schema((value) => {
    const result = read(value);
    return result === BROKEN ? otherwise : result;
  });

export { caught as catch };

/** What an answer has beside these fields is left out. */
// @__NO_SIDE_EFFECTS__
export function object(shape: Shape): Schema {
  const fields = Object.entries(shape);
  return schema((value) => {
    if (typeof value !== 'object' || value === null) return BROKEN;
    const result: Record<string, unknown> = {};
    for (const [name, field] of fields) {
      const read = field.read((value as Record<string, unknown>)[name]);
      if (read === BROKEN) return BROKEN;
      if (read !== undefined) result[name] = read;
    }
    return result;
  }, shape);
}
// @__NO_SIDE_EFFECTS__
export function extend(base: Schema, more: Shape): Schema {
  return object({ ...base.shape, ...more });
}
// @__NO_SIDE_EFFECTS__
export function partial({ shape }: Schema): Schema {
  return object(Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, optional(field)])));
}
// @__NO_SIDE_EFFECTS__
export function pick({ shape }: Schema, names: Record<string, true>): Schema {
  return object(Object.fromEntries(Object.entries(shape).filter(([name]) => name in names)));
}
// @__NO_SIDE_EFFECTS__
export function omit({ shape }: Schema, names: Record<string, true>): Schema {
  return object(Object.fromEntries(Object.entries(shape).filter(([name]) => !(name in names))));
}
// @__NO_SIDE_EFFECTS__
export function array({ read }: Schema): Schema {
  return schema((value) => {
    if (!Array.isArray(value)) return BROKEN;
    const result = value.map(read);
    return result.includes(BROKEN) ? BROKEN : result;
  });
}
// @__NO_SIDE_EFFECTS__
export function record(_name: Schema, { read }: Schema): Schema {
  return schema((value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return BROKEN;
    const result = Object.entries(value).map(([name, each]) => [name, read(each)] as const);
    return result.some(([, each]) => each === BROKEN) ? BROKEN : Object.fromEntries(result);
  });
}
/** The first that reads it. */
// @__NO_SIDE_EFFECTS__
export function union(schemas: readonly Schema[]): Schema {
  return schema((value) => {
    for (const { read } of schemas) {
      const result = read(value);
      if (result !== BROKEN) return result;
    }
    return BROKEN;
  });
}
// @__NO_SIDE_EFFECTS__
export function discriminatedUnion(name: string, schemas: readonly Schema[]): Schema {
  const byWord = new Map(schemas.map((each) => [each.shape[name]?.options[0], each]));
  return schema((value) => {
    if (typeof value !== 'object' || value === null) return BROKEN;
    return byWord.get((value as Record<string, unknown>)[name])?.read(value) ?? BROKEN;
  });
}
// @__NO_SIDE_EFFECTS__
export function transform(change: Read): Schema {
  return schema(change);
}
// @__NO_SIDE_EFFECTS__
export function pipe(first: Schema, second: Schema): Schema {
  return schema((value) => {
    const result = first.read(value);
    return result === BROKEN ? BROKEN : second.read(result);
  });
}

// @__NO_SIDE_EFFECTS__
export function toLowerCase(): Read {
  return (value) => String(value).toLowerCase();
}
/** Checks of what people write: the server's. */
// @__NO_SIDE_EFFECTS__
const unchecked = (): Read => (value) => value;

export {
  unchecked as length,
  unchecked as maximum,
  unchecked as maxLength,
  unchecked as minimum,
  unchecked as minLength,
  unchecked as normalize,
  unchecked as refine,
  unchecked as regex,
  unchecked as trim,
};

/** Names of schemas are for the API's documentation. */
export const globalRegistry = { add: () => undefined };
