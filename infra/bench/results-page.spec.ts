import { describe, expect, it } from '@jest/globals';
import type { Report } from './benchmark.ts';
import { ownWordsMarker, resultsPage } from './results-page.ts';

const names = ['stack', 'append', 'overload'];
const spread = { median: 4.5, lowest: 4, highest: 5 };
const side = {
  perSecond: spread,
  cpuPerOperation: spread,
  pathCpuPerOperation: spread,
  p50: spread,
  p99: spread,
  cpuByRole: { nats: 0.2, engagement: 7 },
};
const reportOf = (name: string, number: string): Report => ({
  name,
  what: `What ${name} compares`,
  measuredAt: '2026-01-02T03:04:05.678Z',
  commit: 'abc1234',
  machine: { processor: 'Some CPU', cores: 2, memoryGiB: 8, system: 'Linux 6', node: 'v24.0.0', loadBefore: 0.1 },
  plan: { seconds: 3, pairs: 5, warmUpSeconds: 3, isDetailed: false },
  findings: [{ number, what: `Ratio ${number}`, floor: 3, goal: 5, ratio: spread, byThroughput: spread }],
  sides: { [`side of ${name}`]: side },
  checks: ['Counts: 7'],
});

describe('the page of results', () => {
  it('shows ratios in their order with spread, date and commit, and every check', () => {
    const page = resultsPage([reportOf('overload', '10'), reportOf('append', '4'), reportOf('stack', '1')], '', names);
    expect(page.indexOf('Ratio 4')).toBeLessThan(page.indexOf('Ratio 10'));
    expect(page.indexOf('Ratio 1')).toBeLessThan(page.indexOf('Ratio 4'));
    expect(page).toContain('| 4 | Ratio 4 | 4.50 (4.00–5.00) | 4.50 (4.00–5.00) | 3 | 5 | 2026-01-02 03:04, abc1234 |');
    expect(page).toContain('- Counts: 7');
    expect(page).toContain('| engagement 7 |');
  });

  it('leaves out what a ratio has not: one of throughput alone has no CPU', () => {
    const { ratio: _byCpu, ...finding } = reportOf('overload', '9').findings[0]!;
    const page = resultsPage([{ ...reportOf('overload', '9'), findings: [finding] }], '', names);
    expect(page).toContain('| 9 | Ratio 9 |  | 4.50 (4.00–5.00) | 3 | 5 |');
  });

  it('keeps what was measured elsewhere, and puts a newer result in the place of an older one', () => {
    const first = resultsPage([reportOf('stack', '1'), reportOf('overload', '9')], '', names);
    const newer: Report = { ...reportOf('stack', '1'), commit: 'def5678' };
    const second = resultsPage([newer, reportOf('append', '4')], first, names);
    const all = resultsPage([newer, reportOf('append', '4'), reportOf('overload', '9')], '', names);
    expect(second).toBe(all);
    expect(second).toContain('def5678');
    expect(second.match(/Ratio 1 /g)).toHaveLength(1);
  });

  it('shows tables of what is no ratio, without rounds of sides that there are none of', () => {
    const tables = [{ title: 'Loads', head: ['page', 'ms'], rows: [['feed', '7']] }];
    const page = resultsPage([{ ...reportOf('phone', '15'), sides: {}, checks: [], tables }], '', ['phone']);
    expect(page).toContain('Loads:\n\n| page | ms |\n|---|---|\n| feed | 7 |\n');
    expect(page).toContain('What phone compares; 2026-01-02 03:04, abc1234.');
    expect(page).not.toContain('rounds of 3 s');
    expect(page).not.toContain('Checked');
    expect(resultsPage([], page, ['phone'])).toBe(page);
  });

  it('keeps what was written by hand', () => {
    const first = resultsPage([reportOf('stack', '1')], '', names);
    const explained = first.replace(ownWordsMarker, `${ownWordsMarker}\n\nWhy it is so.`);
    expect(resultsPage([reportOf('stack', '1')], explained, names)).toBe(explained);
  });
});
