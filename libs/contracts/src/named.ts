import * as z from 'zod/mini';

/**
 * Names a schema: the OpenAPI component that describes it. Marked as pure, so that a bundler leaves out what nobody uses.
 */
// @__NO_SIDE_EFFECTS__
export function named<S extends z.core.$ZodType>(id: string, schema: S): S {
  z.globalRegistry.add(schema, { id });
  return schema;
}
