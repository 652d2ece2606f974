import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { natsOperator } from './credentials.ts';
import { writeAtomically } from './servers/processes.ts';
import { databaseServices, services } from './service-list.ts';

/** Keys are 32 bytes in base64. */
export interface Secrets {
  readonly idempotency: string;
  /** The newest key first. It seals, and the others only open older seals. */
  readonly sealedAuthorKeys: readonly string[];
  readonly sealedAuthorTagKey: string;
  readonly knownBrowser: string;
  readonly natsPasswords: Readonly<Record<string, string>>;
  readonly passwords: Readonly<Record<string, string>>;
}

/** Reads the secrets of the file and generates missing ones. Existing keys are kept, because they open sealed data. */
export const loadSecrets = (file: string): Secrets => {
  const known = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>) : {};
  const key = () => randomBytes(32).toString('base64');
  const passwords = (names: readonly string[], knownOnes: Readonly<Record<string, string>> | undefined) =>
    Object.fromEntries(names.map((name) => [name, knownOnes?.[name] ?? randomBytes(18).toString('base64url')]));
  const roles = databaseServices.flatMap((service) => [`hearsay_${service}_owner`, `hearsay_${service}`]);
  const secrets: Secrets = {
    idempotency: known.idempotency ?? key(),
    sealedAuthorKeys: known.sealedAuthorKeys ?? [key()],
    sealedAuthorTagKey: known.sealedAuthorTagKey ?? key(),
    knownBrowser: known.knownBrowser ?? key(),
    natsPasswords: passwords([...services, natsOperator], known.natsPasswords),
    passwords: passwords(roles, known.passwords),
  };
  writeAtomically(file, `${JSON.stringify(secrets, null, 2)}\n`, 0o600);
  return secrets;
};
