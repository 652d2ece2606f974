const startedAt = Date.now();

/**
 * Prints a line with the seconds since the program's start as its prefix.
 * @param {string} line
 */
export const say = (line) => console.log(`[${((Date.now() - startedAt) / 1000).toFixed(1).padStart(6)} s] ${line}`);

/** @param {number} from in milliseconds */
export const secondsSince = (from) => `${((Date.now() - from) / 1000).toFixed(1)} s`;
