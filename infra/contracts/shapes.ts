import * as contracts from '@hearsay/contracts';
import { z } from 'zod';

/** The keywords of JSON Schema that decide whether two releases understand each other. */
export interface Shape {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Shape;
  readonly items?: Shape;
  readonly prefixItems?: readonly Shape[];
  readonly anyOf?: readonly Shape[];
  readonly enum?: readonly unknown[];
  readonly $ref?: string;
  /** A reader fills in a default when the value is missing or unknown. */
  readonly hasDefault?: true;
}

/** The shapes that a release sends and reads. `shared` holds the shapes to which `$ref` points, by name. */
export interface Release {
  readonly release: string;
  /** The newest version of each event that the release can read. */
  readonly eventVersions: Readonly<Record<string, number>>;
  /** Calls, events, frames, live messages, bodies and answers by name. */
  readonly messages: Readonly<Record<string, Shape>>;
  readonly shared: Readonly<Record<string, Shape>>;
}

type JsonSchema = z.core.JSONSchema.BaseSchema;

const shapeOf = (schema: JsonSchema): Shape => {
  const types: readonly unknown[] | undefined = Array.isArray(schema.type) ? schema.type : undefined;
  const variants = types?.map((type) => ({ ...schema, type })) ?? schema.anyOf ?? schema.oneOf;
  const values = schema.const === undefined ? schema.enum : [schema.const];
  const { additionalProperties, items } = schema;
  return {
    ...(schema.type && !types && { type: schema.type }),
    ...(schema.properties && { properties: shapesIn(schema.properties), required: schema.required ?? [] }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: shapeOf(additionalProperties) }),
    ...(items && !Array.isArray(items) && { items: shapeOf(items as JsonSchema) }),
    ...(schema.prefixItems && { prefixItems: schema.prefixItems.map((item) => shapeOf(item as JsonSchema)) }),
    ...(variants && { anyOf: variants.map((variant) => shapeOf(variant as JsonSchema)) }),
    ...(values && { enum: values }),
    ...(schema.$ref && { $ref: schema.$ref.replace('#/$defs/', '') }),
    ...('default' in schema && { hasDefault: true as const }),
  };
};

const shapesIn = (schemas: Readonly<Record<string, unknown>>): Record<string, Shape> =>
  Object.fromEntries(
    Object.entries(schemas)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, schema]) => [name, shapeOf(schema as JsonSchema)]),
  );

const isSchema = (value: unknown): value is z.core.$ZodType => value instanceof z.core.$ZodType;

/** Describes the messages that this working tree accepts. A field with a default is optional. */
export const describeRelease = (release: string): Release => {
  const { eventDefinitions, rpcContractsOf, serviceNames } = contracts;
  const calls = serviceNames.flatMap(rpcContractsOf).flatMap(({ service, name, input, output }) => [
    [`call ${service}.${name}`, input],
    [`answer ${service}.${name}`, output],
  ]);
  const events = [...eventDefinitions.values()].map(({ type, data }) => [`event ${type}`, data]);
  const exported = Object.entries<unknown>(contracts).filter(([, value]) => isSchema(value));
  const all = Object.fromEntries([...calls, ...events, ...exported]) as Record<string, z.core.$ZodType>;
  const { properties = {}, $defs = {} } = z.toJSONSchema(z.object(all), {
    io: 'input',
    unrepresentable: 'any',
    reused: 'ref',
  });
  return {
    release,
    eventVersions: Object.fromEntries(
      [...eventDefinitions.values()].map(({ type, schemaVersion }) => [type, schemaVersion]),
    ),
    messages: shapesIn(properties),
    shared: shapesIn($defs),
  };
};
