import { renameSync, writeFileSync } from 'node:fs';

/** Writes a file so that no reader ever sees half of it. */
export const writeAtomically = (file: string, text: string, mode = 0o644): void => {
  const draft = `${file}.${process.pid}.new`;
  writeFileSync(draft, text, { mode });
  renameSync(draft, file);
};
