import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv, type AnySchemaObject } from 'ajv';
import { parse } from 'yaml';
import type { Manifest } from './manifests.ts';

/** The Go module of the operator contains the schemas of its Kubernetes kinds. */
const operator = 'github.com/cloudnative-pg/cloudnative-pg@v1.28.0';

interface Definition {
  readonly spec: {
    readonly versions: { readonly name: string; readonly schema: { openAPIV3Schema: AnySchemaObject } }[];
  };
}

/** Makes a schema refuse unknown fields, as Kubernetes does for a strict client. */
const closed = (schema: AnySchemaObject, isTop = true): AnySchemaObject => {
  const { properties, items, additionalProperties, ...rest } = schema;
  const inside = (part: AnySchemaObject) => closed(part, false);
  const isOpen = isTop || schema['x-kubernetes-preserve-unknown-fields'] === true;
  return {
    ...rest,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties as Record<string, AnySchemaObject>).map(([name, part]) => [name, inside(part)]),
      ),
      additionalProperties: isOpen,
    }),
    ...(items && { items: inside(items) }),
    ...(additionalProperties && { additionalProperties: inside(additionalProperties) }),
  };
};

/**
 * Checks a `Cluster` against the schema of CloudNativePG. The rules in the schema's expression language (CEL) and the
 * operator's own checks are left out. @throws if Go cannot download the operator's module
 */
export const clusterProblems = (cluster: Manifest): string[] => {
  const options = { cwd: tmpdir(), encoding: 'utf8', stdio: 'pipe' } as const;
  const { Dir } = JSON.parse(execFileSync('go', ['mod', 'download', '-json', operator], options)) as { Dir: string };
  const file = join(Dir, 'config/crd/bases/postgresql.cnpg.io_clusters.yaml');
  const { versions } = (parse(readFileSync(file, 'utf8')) as Definition).spec;
  const version = versions.find(({ name }) => cluster.apiVersion === `postgresql.cnpg.io/${name}`);
  if (!version) return [`CloudNativePG has no ${cluster.apiVersion}`];
  const validate = new Ajv({ strict: false, validateFormats: false, allErrors: true }).compile(
    closed(version.schema.openAPIV3Schema),
  );
  validate(cluster);
  return (validate.errors ?? []).map(({ instancePath, message, params }) => {
    const field = 'additionalProperty' in params ? ` (${params.additionalProperty})` : '';
    return `${instancePath} ${message}${field}`;
  });
};
