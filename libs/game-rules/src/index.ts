export * from './auras.js';
export * from './gradients.js';
export * from './levels.js';
export * from './ranking.js';
export * from './thresholds.js';
export * from './xp.js';
