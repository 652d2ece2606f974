const startedAt = Date.now();

/**
 * One line of progress with the seconds since the start of the program.
 * @param {string} line
 */
export const say = (line) => console.log(`[${((Date.now() - startedAt) / 1000).toFixed(1).padStart(6)} s] ${line}`);

/**
 * Seconds since `from` (ms) as "1.2 s".
 * @param {number} from
 */
export const secondsSince = (from) => `${((Date.now() - from) / 1000).toFixed(1)} s`;
