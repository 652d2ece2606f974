import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { createGatewayMetrics } from './metrics.js';

describe('metrics of the gateway', () => {
  it('docs/metrics.md describes every metric of the gateway', async () => {
    const page = readFileSync(new URL('../../../docs/metrics.md', import.meta.url), 'utf8');
    const { registry, ...own } = createGatewayMetrics();
    const names = (await registry.getMetricsAsJSON()).map(({ name }) => name);
    const ownNames = names.slice(-Object.keys(own).length);
    expect(ownNames.every((name) => name.startsWith('hearsay_'))).toBe(true);
    expect(ownNames.filter((name) => !page.includes(`| \`${name}\` |`))).toEqual([]);
  });
});
