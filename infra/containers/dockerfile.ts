import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../local/paths.mjs';

const dockerfile = readFileSync(join(repository, 'Dockerfile'), 'utf8');

export const stageLines = (stage: string): string =>
  new RegExp(`AS ${stage}\\n([\\s\\S]*?)(?=\\n\\nFROM|\\n# Makes|$)`).exec(dockerfile)?.[1] ?? '';

const variablesOf = (stage: string): Record<string, string> =>
  Object.fromEntries(
    [...stageLines(stage).matchAll(/(\w+)=(\S+)/g)]
      .filter(([, name]) => /^[A-Z_]+$/.test(name!))
      .map(([, name, value]) => [name!, value!]),
  );

/** The environment variables of a service's image. The gateway's image adds variables to the image of all services. */
export const imageEnvironment = (service: string): Record<string, string> => ({
  ...variablesOf('service'),
  ...(service === 'gateway' && variablesOf('gateway')),
});
