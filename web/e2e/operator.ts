import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

interface Environment {
  readonly natsUrl: string;
  readonly services: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Carries out an operator's command on the system that is tested, such as a grant of XP. @returns what it printed */
export const operate = async (service: 'identity' | 'gamification', ...args: string[]): Promise<string> => {
  const file = process.env.SYSTEM_ENVIRONMENT_FILE;
  assert.ok(file, 'SYSTEM_ENVIRONMENT_FILE says how operators reach the system; it is not set');
  const { natsUrl, services } = JSON.parse(readFileSync(file, 'utf8')) as Environment;
  const { NATS_USER: _, NATS_PASSWORD: __, ...own } = services[service] ?? {};
  const program = fileURLToPath(new URL(`../../services/${service}/dist/operator.js`, import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], {
    env: { ...process.env, ...own, NATS_URL: natsUrl },
  });
  return stdout;
};
