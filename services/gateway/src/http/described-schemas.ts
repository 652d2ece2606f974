import type { ApiBody } from '@nestjs/swagger';
import { z } from 'zod';

export type Schema = Extract<Parameters<typeof ApiBody>[0], { schema: unknown }>['schema'] & {
  properties?: Record<string, Schema>;
  required?: string[];
  anyOf?: Schema[];
  description?: string;
};

const named = new Map<string, Schema>();

/** The shapes that answers refer to by name, for the document's components. */
export const namedShapes = (): Record<string, Schema> => Object.fromEntries(named);

const asComponents = (schema: object): Schema =>
  JSON.parse(JSON.stringify(schema).replaceAll('#/$defs/', '#/components/schemas/')) as Schema;

/** A schema as JSON Schema; the shapes in it that have an id are referred to. */
export const jsonSchemaOf = (schema: z.core.$ZodType, io: 'input' | 'output'): Schema => {
  // Inside of an object every shape with an id becomes a reference, the outermost one too.
  const whole = z.toJSONSchema(z.object({ schema }), { io, unrepresentable: 'any' });
  for (const [name, shape] of Object.entries(whole.$defs ?? {})) {
    const { id: _, ...rest } = shape as Record<string, unknown>;
    named.set(name, asComponents(rest));
  }
  return asComponents(whole.properties?.schema as object);
};
