import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { errorRules } from '@hearsay/contracts';

interface Environment {
  readonly natsUrl: string;
  readonly services: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const unavailable = errorRules.unavailable.text;
const attempts = 5;

/** Runs a command of identity's operator program. Retries while identity is unavailable. @returns the output */
export const runOperatorCommand = async (...args: string[]): Promise<string> => {
  const file = process.env.SYSTEM_ENVIRONMENT_FILE;
  assert.ok(file, 'SYSTEM_ENVIRONMENT_FILE says how operators reach the system; it is not set');
  const { natsUrl, services } = JSON.parse(readFileSync(file, 'utf8')) as Environment;
  const { NATS_USER: _, NATS_PASSWORD: __, ...own } = services.identity ?? {};
  const program = fileURLToPath(new URL('../../services/identity/dist/operator.js', import.meta.url));
  const env = { ...process.env, ...own, NATS_URL: natsUrl };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return (await promisify(execFile)(process.execPath, [program, ...args], { env })).stdout;
    } catch (error) {
      if (attempt === attempts || !(error as { stdout?: string }).stdout?.includes(unavailable)) throw error;
    }
  }
};
