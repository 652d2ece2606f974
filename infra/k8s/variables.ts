import { parseEnv } from 'node:util';
import { schemas, settings } from '../configuration/configuration.ts';
import { imageEnvironment } from '../containers/dockerfile.ts';
import {
  configMapNames,
  isMigration,
  type Manifest,
  secretNames,
  secretText,
  serviceOf,
  type Workload,
} from './manifests.ts';

const migrations = 'migrations and operators';

export type Environment = Readonly<Record<string, string>>;

/** The environment variables that the manifests and their secrets set. The image sets further ones. */
const givenTo = ({ pod }: Workload, manifests: readonly Manifest[]): Environment => {
  const named = (names: string[]) => manifests.filter(({ metadata }) => names.includes(metadata.name));
  const [container] = pod.containers;
  const files = named(secretNames(pod)).map((secret) => parseEnv(secretText(secret, 'secrets.env')));
  const settled = named(configMapNames(pod)).map(({ data }) => data);
  const own = Object.fromEntries((container!.env ?? []).map(({ name, value = '' }) => [name, value]));
  return Object.assign({}, ...files, ...settled, own);
};

/** All environment variables of a service's process, or of its migration. */
export const environmentOf = (workload: Workload, manifests: readonly Manifest[]): Environment => ({
  ...imageEnvironment(serviceOf(workload)),
  ...givenTo(workload, manifests),
});

/** Compares the variables of a service or a migration with their schema. */
export const variableProblems = (workload: Workload, manifests: readonly Manifest[]): string[] => {
  const service = serviceOf(workload);
  const readers = [service, ...(isMigration(workload) ? [migrations] : [])];
  const schema = schemas[isMigration(workload) ? migrations : service];
  if (!schema) return [`${workload.name} is no service`];
  const known = settings.filter((setting) => readers.some((reader) => setting.readers.includes(reader)));
  const unknown = Object.keys(givenTo(workload, manifests)).filter((name) => !known.some((one) => one.name === name));
  const { error } = schema.safeParse(environmentOf(workload, manifests));
  return [
    ...unknown.map((name) => `${workload.name} gets ${name}, which no schema of it knows`),
    ...(error?.issues ?? []).map(({ path, message }) => `${workload.name} lacks ${path.join('.')}: ${message}`),
  ];
};
