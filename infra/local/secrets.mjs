import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { databaseServices } from './service-list.mjs';
import { writeAtomically } from './supervisor.mjs';

/**
 * The secrets of a local system: keys are base64 of 32 bytes, passwords by database role.
 * @typedef {{ idempotency: string, sealedAuthorKeys: string[], sealedAuthorTagKey: string, passwords: Record<string, string> }} Secrets
 */

/** Generates what is missing, once: what is sealed with a key can only be opened with the same one. @returns {Secrets} */
export const loadSecrets = (file) => {
  const known = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const key = () => randomBytes(32).toString('base64');
  const roles = databaseServices.flatMap((service) => [`hearsay_${service}_owner`, `hearsay_${service}`]);
  const secrets = {
    idempotency: known.idempotency ?? key(),
    // The newest first. Systems of before had one key under another name.
    sealedAuthorKeys: known.sealedAuthorKeys ?? [known.sealedAuthor ?? key()],
    sealedAuthorTagKey: known.sealedAuthorTagKey ?? key(),
    passwords: Object.fromEntries(roles.map((role) => [role, known.passwords?.[role] ?? randomBytes(18).toString('base64url')])),
  };
  writeAtomically(file, `${JSON.stringify(secrets, null, 2)}\n`, 0o600);
  return secrets;
};
