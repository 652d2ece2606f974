import { Refusal } from '@hearsay/contracts';
import { z } from 'zod';

// Words for mistakes that a schema has none of its own for: the schemas of zod/mini bring no language with them.
z.config(z.locales.en());

/** A body or query after its schema. A malformed id is reported before anything else is checked, other mistakes after permission. */
export type Checked<T> =
  | { readonly value: T; readonly mistakes: null }
  | { readonly mistakes: Refusal; readonly hasMalformedId: boolean };

const isMalformedId = (issue: z.core.$ZodIssue): boolean => issue.code === 'invalid_format' && issue.format === 'uuid';

export const check = <S extends z.core.$ZodType>(schema: S, input: unknown): Checked<z.output<S>> => {
  const parsed = z.safeParse(schema, input);
  if (parsed.success) return { value: parsed.data, mistakes: null };
  const fields: Record<string, string> = {};
  for (const issue of parsed.error.issues) fields[issue.path.join('.') || 'body'] ??= issue.message;
  const first = Object.values(fields)[0];
  return {
    mistakes: new Refusal('invalid_input', first, { fields }),
    hasMalformedId: parsed.error.issues.some(isMalformedId),
  };
};
