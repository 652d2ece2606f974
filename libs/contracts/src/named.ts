import * as z from 'zod/mini';

/**
 * Names a schema: the OpenAPI component that describes it. Marked as pure, so that a bundler leaves out what nobody uses.
 */
// @__NO_SIDE_EFFECTS__
export function named<S extends z.core.$ZodType>(id: string, schema: S): S {
  z.globalRegistry.add(schema, { id });
  return schema;
}

/** Adds keywords of JSON Schema to the API's description, where checks do not tell of themselves. Marked as pure like `named`. */
// @__NO_SIDE_EFFECTS__
export function described<S extends z.core.$ZodType>(schema: S, facts: Readonly<Record<string, unknown>>): S {
  z.globalRegistry.add(schema, { ...facts });
  return schema;
}
