import * as z from 'zod/mini';

/** Sets the name of a schema's OpenAPI component. Marked as pure, so that a bundler can drop unused schemas. */
// @__NO_SIDE_EFFECTS__
export function named<S extends z.core.$ZodType>(id: string, schema: S): S {
  z.globalRegistry.add(schema, { id });
  return schema;
}

/**
 * Adds keywords to a schema in the API's description, for rules that Zod cannot express. Marked as pure like `named`.
 */
// @__NO_SIDE_EFFECTS__
export function described<S extends z.core.$ZodType>(schema: S, facts: Readonly<Record<string, unknown>>): S {
  z.globalRegistry.add(schema, { ...facts });
  return schema;
}

/** Any UUID, normalized to lower case. Our own ids have version 7. */
export const Id = /* @__PURE__ */ z.uuid().check(z.toLowerCase());
export type Id = z.infer<typeof Id>;

/** An ISO 8601 time in UTC with milliseconds. Excludes the year 0, which PostgreSQL rejects. */
export const Instant = /* @__PURE__ */ z.iso
  .datetime({ precision: 3 })
  .check(z.refine((text) => !text.startsWith('0000'), { error: 'Invalid ISO datetime' }));

/** A whole number between `min` and `max`, both included. Marked as pure like `named`. */
// @__NO_SIDE_EFFECTS__
export function integer(min?: number, max?: number) {
  const checks = [...(min === undefined ? [] : [z.minimum(min)]), ...(max === undefined ? [] : [z.maximum(max)])];
  return z.int().check(...checks);
}

export const ContentType = z.enum(['question', 'discussion', 'podcast']);
export type ContentType = z.infer<typeof ContentType>;

/** A report can be about content, or about a `user`: a person with name, picture and invitation. */
export const ReportedType = z.enum([...ContentType.options, 'user']);
export type ReportedType = z.infer<typeof ReportedType>;

export const MediaType = z.enum(['text', 'audio', 'video', 'image']);
export type MediaType = z.infer<typeof MediaType>;

export const Success = named('Success', z.object({ success: z.literal(true) }));
