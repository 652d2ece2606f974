export * from './auras.js';
export * from './badges.js';
export * from './gradients.js';
export * from './levels.js';
export * from './ranking.js';
export * from './rings.js';
export * from './thresholds.js';
export * from './xp.js';
