import type { Browser } from '@playwright/test';
import { say } from '../../local/progress.mjs';
import type { Benchmark, Table } from '../benchmark.ts';
import { type Spread, spreadOf } from '../statistics.ts';
import { answer, ask, type Member, registerMember } from './member.ts';
import { Phone, rest } from './phone-page.ts';
import { withBrowser } from './with-browser.ts';

/** Nothing larger is painted after so long a time of rest. */
const restMs = 2000;
const taps = 5;
/** Longer than a boost plays, while which other taps are ignored. */
const betweenTapsMs = 1500;
const firstMessages = 30;

const shown = ({ median, lowest, highest }: Spread, digits = 0) =>
  `${median.toFixed(digits)} (${lowest.toFixed(digits)}–${highest.toFixed(digits)})`;

const shownTaps = (told: readonly number[]): string =>
  told.length === 0 ? '< 16 ms' : `${shown(spreadOf(told))} ms (${told.length} of ${taps} took 16 ms or more)`;

interface ArrivalPage {
  readonly name: string;
  readonly path: string;
  readonly goal: number;
  readonly member?: Member;
}

/** A cold load of one page, until its own content is there and nothing larger follows. */
const load = async (browser: Browser, base: string, { path, member }: ArrivalPage) => {
  const phone = await Phone.open(browser, base, member);
  try {
    await phone.slowNetwork();
    await phone.slowCpu();
    await phone.page.goto(path, { waitUntil: 'commit' });
    await phone.page.locator('article').first().waitFor();
    await rest(restMs);
    return { ...(await phone.seen()), ...(await phone.sizes()) };
  } finally {
    await phone.close();
  }
};

const loadsTable = async (
  browser: Browser,
  base: string,
  pages: readonly ArrivalPage[],
  rounds: number,
): Promise<Table> => {
  const loads = new Map(pages.map(({ name }) => [name, [] as Awaited<ReturnType<typeof load>>[]]));
  for (let round = 1; round <= rounds; round += 1) {
    for (const page of pages) {
      const seen = await load(browser, base, page);
      loads.get(page.name)?.push(seen);
      say(
        `${round}/${rounds} ${page.name}: largest paint after ${seen.lcp.toFixed(0)} ms, first after ${seen.fcp.toFixed(0)} ms`,
      );
    }
  }
  return {
    title: 'Cold loads at a quarter of the CPU on slow 4G',
    head: ['page', 'LCP ms', 'goal', 'first paint ms', 'layout shift', 'JavaScript kB', 'fonts before text kB'],
    rows: pages.map(({ name, goal }) => {
      const all = loads.get(name) ?? [];
      const column = (key: 'lcp' | 'fcp' | 'shift' | 'scripts' | 'fontsBeforeText', digits?: number) =>
        shown(spreadOf(all.map((one) => one[key])), digits);
      return [
        name,
        column('lcp'),
        String(goal),
        column('fcp'),
        column('shift', 3),
        column('scripts'),
        column('fontsBeforeText'),
      ];
    }),
  };
};

/** From a tap on boost to the next paint, by the browser's own event timing. */
const tapBoosts = async (browser: Browser, base: string, member: Member): Promise<string> => {
  const phone = await Phone.open(browser, base, member);
  try {
    await phone.page.goto('/');
    const boosts = phone.page.getByRole('button', { name: /^Boost/ });
    await boosts.first().waitFor();
    await rest(restMs);
    await phone.slowCpu();
    return shownTaps(
      await phone.tapsOf(async () => {
        for (let tap = 0; tap < taps; tap += 1) {
          await boosts.nth(tap).click();
          await rest(betweenTapsMs);
        }
      }),
    );
  } finally {
    await phone.close();
  }
};

/** A phone of 390 × 844 with a quarter of this machine's speed. HEARSAY_BENCH_WEB names another built web app, to be measured on the same servers. */
export const onAPhone: Benchmark = {
  name: 'phone',
  what: 'The web app on a slow phone: cold loads and the answer to a tap',

  run: ({ pairs }) =>
    withBrowser(async (browser, { url: base }) => {
      const member = await registerMember(base, 'phone');
      const asked = await Promise.all(Array.from({ length: 20 }, (_, number) => ask(member, number)));
      const questionId = asked[0]!.id;
      for (let number = 0; number < firstMessages; number += 1) await answer(member, questionId, number);

      const loads = await loadsTable(
        browser,
        base,
        [
          { name: 'landing', path: '/', goal: 2500 },
          { name: 'feed', path: '/', goal: 3000, member },
          { name: 'question', path: `/questions/${questionId}`, goal: 3500 },
        ],
        pairs,
      );
      say('Taps on boost …');
      const boost = await tapBoosts(browser, base, member);
      return {
        findings: [],
        sides: {},
        tables: [
          loads,
          {
            title: 'At a quarter of the CPU',
            head: ['', 'measured', 'goal'],
            rows: [['from a tap on boost to the next paint', boost, '100 ms']],
          },
        ],
        checks: [],
      };
    }),
};
