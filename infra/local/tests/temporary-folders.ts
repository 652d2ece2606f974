import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folders: string[] = [];

export const temporaryFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'hearsay-local-'));
  folders.push(folder);
  return folder;
};

export const removeTemporaryFolders = (): void => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
};
