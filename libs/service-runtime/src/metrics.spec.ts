import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { createMetrics } from './metrics.js';

const page = readFileSync(new URL('../../../docs/metrics.md', import.meta.url), 'utf8');
const alerts = readFileSync(new URL('../../../docs/alerts.yml', import.meta.url), 'utf8');

describe('metrics of a service', () => {
  it('all metrics are documented, and alerts use no unknown metric', async () => {
    const metrics = createMetrics('example');
    metrics.watchQueue(() => 0);
    metrics.watchRelay(async () => 0);
    metrics.watchHorizon({ query: async () => ({ rows: [] }) } as unknown as pg.Pool);
    const names = (await metrics.registry.getMetricsAsJSON())
      .map(({ name }) => name)
      .filter((name) => name.startsWith('hearsay_'));
    expect(names.length).toBeGreaterThan(9);
    expect(names.filter((name) => !page.includes(`| \`${name}\` |`))).toEqual([]);
    const alerting = alerts.match(/hearsay_\w+/g) ?? [];
    expect(alerting).toContain('hearsay_due_jobs');
    expect(alerting.filter((name) => !names.includes(name))).toEqual([]);
  });

  it('metrics count due rows, and keep the last count while rows cannot be read', async () => {
    const { registry, watchDueJobs } = createMetrics('example');
    const hour = 3_600_000;
    let rows = [-hour, hour, 2 * hour].map((dueInMs) => ({ dueInMs }));
    let isAway = false;
    watchDueJobs('wipes', async () => {
      if (isAway) throw new Error('PostgreSQL is away');
      return rows;
    });
    const figures = async () => {
      const { values } = await registry.getSingleMetric('hearsay_due_jobs')!.get();
      return Object.fromEntries(values.map(({ labels, value }) => [labels.state, value]));
    };
    expect(await figures()).toEqual({ overdue: 1, waiting: 2 });
    rows = rows.slice(1);
    expect(await figures()).toEqual({ overdue: 0, waiting: 2 });
    isAway = true;
    rows = [];
    expect(await figures()).toEqual({ overdue: 0, waiting: 2 });
  });
});
