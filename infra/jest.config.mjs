import { preset, projects } from '../jest.preset.mjs';

const config = projects();

/** Besides the two usual kinds, the journeys: user stories through the whole system, started by the tests themselves. */
export default {
  ...config,
  projects: [...config.projects, { ...preset, displayName: 'journey', testMatch: ['**/*.journey-spec.ts'] }],
};
