import { repository } from './paths.mjs';

/** Vite takes # and ? for parts of an address, Workbox writes ' into its worker's text, and : ends a folder in PATH. */
const refused = /['#?:\n]/;

/**
 * Refuses a checkout whose folder the build cannot work in, before anything is installed.
 * @param {string} [folder]
 */
export const checkFolderName = (folder = repository) => {
  const [character] = refused.exec(process.platform === 'win32' ? folder.slice(2) : folder) ?? [];
  if (!character) return;
  throw new Error(
    `Hearsay cannot be built in ${folder}: a folder of this path has ${JSON.stringify(character)} in its name. Rename it, and start again.`,
  );
};
