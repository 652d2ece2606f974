/**
 * The part of zod that the contracts use, in about 1 kB: what the built app reads its answers with (see vite.config.ts).
 * zod itself would be a fifth of the feed's JavaScript. Types come from zod, and small-zod.spec.ts loads the contracts with both
 * and holds every verdict and value against each other. No messages, no coercion: a wrong answer is wrong, and that is enough.
 */
type Verdict = { ok: true; value: unknown } | { ok: false };
type Check = (value: unknown) => Verdict;

const wrong: Verdict = { ok: false };
const right = (value: unknown): Verdict => ({ ok: true, value });
const passIf =
  (isRight: (value: unknown) => boolean): Check =>
  (value) =>
    isRight(value) ? right(value) : wrong;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

class Schema {
  readonly check: Check;

  constructor(check: Check) {
    this.check = check;
  }

  parse(value: unknown): unknown {
    const verdict = this.check(value);
    if (!verdict.ok) throw new Error('An answer does not match its contract');
    return verdict.value;
  }

  safeParse(value: unknown): { success: boolean; data?: unknown } {
    const verdict = this.check(value);
    return verdict.ok ? { success: true, data: verdict.value } : { success: false };
  }

  private also(isRight: (value: unknown) => boolean): Schema {
    return new Schema((value) => {
      const verdict = this.check(value);
      return verdict.ok && isRight(verdict.value) ? verdict : wrong;
    });
  }

  private change(to: (value: unknown) => unknown): Schema {
    return new Schema((value) => {
      const verdict = this.check(value);
      return verdict.ok ? right(to(verdict.value)) : wrong;
    });
  }

  meta(): Schema {
    return this;
  }
  nullable(): Schema {
    return new Schema((value) => (value === null ? right(null) : this.check(value)));
  }
  optional(): Schema {
    return new Schema((value) => (value === undefined ? right(undefined) : this.check(value)));
  }
  nullish(): Schema {
    return this.nullable().optional();
  }
  default(fallback: unknown): Schema {
    return new Schema((value) => (value === undefined ? right(fallback) : this.check(value)));
  }
  array(): Schema {
    return array(this);
  }
  int(): Schema {
    return this.also(Number.isSafeInteger);
  }
  min(least: number): Schema {
    return this.also((value) => sizeOf(value) >= least);
  }
  max(most: number): Schema {
    return this.also((value) => sizeOf(value) <= most);
  }
  regex(pattern: RegExp): Schema {
    return this.also((value) => pattern.test(String(value)));
  }
  refine(isRight: (value: unknown) => boolean): Schema {
    return this.also(isRight);
  }
  trim(): Schema {
    return this.change((value) => String(value).trim());
  }
  transform(to: (value: unknown) => unknown): Schema {
    return this.change(to);
  }
  pipe(next: Schema): Schema {
    return new Schema((value) => {
      const verdict = this.check(value);
      return verdict.ok ? next.check(verdict.value) : wrong;
    });
  }
}

/** Numbers by value, texts and lists by length. */
const sizeOf = (value: unknown): number => (typeof value === 'number' ? value : (value as { length: number }).length);

type Shape = Readonly<Record<string, Schema>>;

class ObjectSchema extends Schema {
  readonly shape: Shape;

  constructor(shape: Shape) {
    super((value) => {
      if (!isRecord(value)) return wrong;
      const read: Record<string, unknown> = {};
      for (const [key, schema] of Object.entries(shape)) {
        const verdict = schema.check(value[key]);
        if (!verdict.ok) return wrong;
        if (verdict.value !== undefined || key in value) read[key] = verdict.value;
      }
      return right(read);
    });
    this.shape = shape;
  }

  override meta(): ObjectSchema {
    return this;
  }
  extend(more: Shape): ObjectSchema {
    return new ObjectSchema({ ...this.shape, ...more });
  }
  omit(keys: Readonly<Record<string, true>>): ObjectSchema {
    return new ObjectSchema(Object.fromEntries(Object.entries(this.shape).filter(([key]) => !(key in keys))));
  }
}

function array(item: Schema): Schema {
  return new Schema((value) => {
    if (!Array.isArray(value)) return wrong;
    const read: unknown[] = [];
    for (const each of value) {
      const verdict = item.check(each);
      if (!verdict.ok) return wrong;
      read.push(verdict.value);
    }
    return right(read);
  });
}

function record(key: Schema, item: Schema): Schema {
  return new Schema((value) => {
    if (!isRecord(value)) return wrong;
    const read: Record<string, unknown> = {};
    for (const [name, each] of Object.entries(value)) {
      const verdict = item.check(each);
      if (!verdict.ok || !key.check(name).ok) return wrong;
      read[name] = verdict.value;
    }
    return right(read);
  });
}

function discriminatedUnion(key: string, options: readonly ObjectSchema[]): Schema {
  return new Schema((value) => {
    if (!isRecord(value)) return wrong;
    return options.find(({ shape }) => shape[key]?.check(value[key]).ok)?.check(value) ?? wrong;
  });
}

const uuid = /^([0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}|0{8}-(0{4}-){3}0{12}|f{8}-(f{4}-){3}f{12})$/i;
const instant = /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;
const isDay = (text: string): boolean => new Date(`${text.slice(0, 10)}T00:00:00Z`).toJSON()?.slice(0, 10) === text.slice(0, 10);

const string = () => new Schema(passIf((value) => typeof value === 'string'));

export const z = {
  array,
  boolean: () => new Schema(passIf((value) => typeof value === 'boolean')),
  discriminatedUnion,
  enum: (values: readonly string[]) => new Schema(passIf((value) => values.includes(value as string))),
  iso: {
    date: () => new Schema(passIf((value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && isDay(value))),
    datetime: () => new Schema(passIf((value) => typeof value === 'string' && instant.test(value) && isDay(value))),
  },
  literal: (expected: unknown) => new Schema(passIf((value) => value === expected)),
  null: () => new Schema(passIf((value) => value === null)),
  number: () => new Schema(passIf(Number.isFinite)),
  object: (shape: Shape) => new ObjectSchema(shape),
  record,
  string,
  uuid: () => string().regex(uuid),
};
