import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitUntil } from '../servers/processes.ts';

const folders: string[] = [];

export const temporaryFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'hearsay-local-'));
  folders.push(folder);
  return folder;
};

export const removeTemporaryFolders = (): void => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
};

const limitMs = 60_000;

/** @throws after a minute, with the condition's name */
export const eventually = async (what: string, condition: () => boolean | Promise<boolean>): Promise<void> => {
  if (!(await waitUntil(condition, limitMs))) throw new Error(`Not within ${limitMs} ms: ${what}`);
};
