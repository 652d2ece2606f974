import * as z from 'zod/mini';

/**
 * Names a schema: the OpenAPI component that describes it. Marked as pure, so that a bundler leaves out what nobody uses.
 */
// @__NO_SIDE_EFFECTS__
export function named<S extends z.core.$ZodType>(id: string, schema: S): S {
  z.globalRegistry.add(schema, { id });
  return schema;
}

interface DescribedFacts {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly description?: string;
}

/** Adds to what the API's description says of a schema, what its checks do not tell of themselves. Marked as pure like `named`. */
// @__NO_SIDE_EFFECTS__
export function described<S extends z.core.$ZodType>(schema: S, facts: DescribedFacts): S {
  z.globalRegistry.add(schema, { ...facts });
  return schema;
}
