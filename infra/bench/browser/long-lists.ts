/// <reference lib="dom" />
import type { Browser } from '@playwright/test';
import { say } from '../../local/progress.mjs';
import { type Benchmark, type Finding, mustEqual, type Table } from '../benchmark.ts';
import { fillFeed } from '../feed-data.ts';
import { spreadOf } from '../statistics.ts';
import { settled } from '../whole-system.ts';
import { answer, ask, type Member, registerMember, wordsOf } from './member.ts';
import { Phone, rest } from './phone-page.ts';
import { withBrowser } from './with-browser.ts';

const pageSize = 10;
const shortList = 100;
const longList = 10_000;
const callers = 32;
const firstMessages = 50;
const restMs = 2000;
/** The list is scrolled to its end so often in a second at most; each time may ask for a page. */
const scrollEveryMs = 15;
const scrollsAtMostMs = 400_000;

/** Scrolls until so many items are in the list. Nothing is painted on the way, which takes most of the time without a graphics card. @returns when their pages have been drawn */
const scrollToItems = async (phone: Phone, pagesRead: () => number, items: number): Promise<void> => {
  const until = performance.now() + scrollsAtMostMs;
  const setVisibility = (visibility: string) =>
    phone.page.evaluate((value) => document.body.style.setProperty('visibility', value), visibility);
  await setVisibility('hidden');
  for (let said = 0; pagesRead() < items / pageSize; ) {
    if (performance.now() > until)
      throw new Error(`Only ${pagesRead() * pageSize} of ${items} items after ${scrollsAtMostMs / 1000} s`);
    await phone.page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await rest(scrollEveryMs);
    if (pagesRead() - said >= 100) {
      said = pagesRead();
      say(`${said * pageSize} items in the feed`);
    }
  }
  await setVisibility('visible');
  await rest(restMs);
};

/** The page's elements at the list's end, in its middle and at its top. */
const elementsAlong = async (phone: Phone): Promise<number[]> => {
  const found: number[] = [];
  for (const share of [1, 0.5, 0]) {
    await phone.page.evaluate((at) => window.scrollTo(0, document.documentElement.scrollHeight * at), share);
    await rest(restMs);
    found.push(await phone.elements());
  }
  return found;
};

const feedOf = async (browser: Browser, base: string, member: Member): Promise<{ finding: Finding; table: Table }> => {
  const phone = await Phone.open(browser, base, member);
  try {
    let read = 0;
    phone.page.on('response', (response) => {
      if (new URL(response.url()).pathname === '/api/feed' && response.ok()) read += 1;
    });
    await phone.page.goto('/');
    await phone.page.locator('article').first().waitFor();
    await scrollToItems(phone, () => read, shortList);
    const few = await elementsAlong(phone);
    await scrollToItems(phone, () => read, longList);
    const many = await elementsAlong(phone);
    return {
      finding: {
        number: '15',
        what: `Elements of the page (not CPU) with ${longList} items in the feed ÷ with ${shortList}: at the list's end, in its middle, at its top`,
        floor: 1.5,
        goal: 1.3,
        isAtMost: true,
        ratio: spreadOf(many.map((count, place) => count / (few[place] ?? 1))),
      },
      table: {
        title: 'Elements of the page with a feed open',
        head: ['items read', 'at its end', 'in its middle', 'at its top'],
        rows: [
          [String(shortList), ...few.map(String)],
          [String(longList), ...many.map(String)],
        ],
      },
    };
  } finally {
    await phone.close();
  }
};

/** Milliseconds from the tap on Send until the words stand in the chat. */
const sendByHand = async (phone: Phone, words: string): Promise<number> => {
  await phone.page.getByRole('textbox').fill(words);
  const send = phone.page.getByRole('button', { name: 'Send' });
  await send.waitFor();
  return phone.page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const from = performance.now();
        const look = () => {
          const isThere = [...document.querySelectorAll('main li')].some(({ textContent }) =>
            textContent?.includes(wanted),
          );
          if (isThere) resolve(performance.now() - from);
          else requestAnimationFrame(look);
        };
        document.querySelector<HTMLButtonElement>('button[aria-label="Send"]')?.click();
        look();
      }),
    words,
  );
};

/** What somebody finds in a room: the page's elements, how fast their own words stand there, and how it scrolls back. */
const lookAround = async (phone: Phone, name: string): Promise<string[]> => {
  const sent: number[] = [];
  for (let number = 0; number < 5; number += 1) {
    sent.push(await sendByHand(phone, `My own words ${name} ${number}`));
    await rest(restMs / 4);
  }
  const { median, lowest, highest } = spreadOf(sent);
  const tasks = await phone.longTasksOf(async () => {
    for (let turn = 0; turn < 40; turn += 1) {
      await phone.page.mouse.wheel(0, -800);
      await rest(50);
    }
    await rest(restMs);
  });
  const elements = await phone.elements();
  const longest = tasks.length > 0 ? `${tasks.length}, longest ${Math.max(...tasks).toFixed(0)} ms` : 'none';
  return [name, String(elements), `${median.toFixed(0)} (${lowest.toFixed(0)}–${highest.toFixed(0)})`, longest];
};

const chatOf = async (browser: Browser, base: string, member: Member): Promise<Table> => {
  const { id } = await ask(member, 0);
  for (let number = 0; number < firstMessages; number += 1) await answer(member, id, number);
  const visit = async (name: string, work: (phone: Phone) => Promise<void>): Promise<string[]> => {
    const phone = await Phone.open(browser, base, member);
    try {
      await work(phone);
      await rest(restMs);
      await phone.page.mouse.move(195, 400);
      await phone.slowCpu();
      return await lookAround(phone, name);
    } finally {
      await phone.close();
    }
  };
  const enter = async (phone: Phone, newest: number) => {
    await phone.page.goto(`/questions/${id}`);
    await phone.page.getByText(wordsOf(newest), { exact: true }).first().waitFor();
  };
  const rows = [await visit(`${firstMessages} messages`, (phone) => enter(phone, firstMessages - 1))];
  rows.push(
    await visit(`${longList} messages, all come while it was open`, async (phone) => {
      await phone.page.goto(`/questions/${id}`);
      await phone.page.getByRole('textbox').waitFor();
      let number = firstMessages;
      await Promise.all(
        Array.from({ length: callers }, async () => {
          while (number < longList) {
            if (number % 2000 === 0) say(`${number} messages in the chat`);
            number += 1;
            await answer(member, id, number - 1);
          }
        }),
      );
      // Whoever reads further up stays there; the way to the newest is always there.
      await phone.page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    }),
  );
  rows.push(
    await visit(`${longList} messages, entered then`, async (phone) => {
      await phone.page.goto(`/questions/${id}`);
      await phone.page.getByRole('textbox').waitFor();
    }),
  );
  return {
    title: 'A chat at a quarter of the CPU',
    head: [
      'room',
      'elements of the page',
      'own words stand there after ms',
      'tasks over 50 ms while 40 turns of the wheel scroll back',
    ],
    rows,
  };
};

/** Lists of any length are a few screens of elements: the feed with 10,000 items, a chat with 10,000 messages. */
export const longLists: Benchmark = {
  name: 'long-lists',
  what: 'The web app with 10,000 items in the feed and 10,000 messages in a chat',

  run: () =>
    withBrowser(async (browser, system) => {
      const member = await registerMember(system.url, 'reader');
      await fillFeed(system, [member.id], longList + pageSize);
      await settled(system);
      const { finding, table } = await feedOf(browser, system.url, member);
      for (const row of table.rows) say(`Elements with ${row[0]} items in the feed: ${row.slice(1).join(', ')}`);
      const chat = await chatOf(browser, system.url, member);
      return {
        findings: [finding],
        sides: {},
        tables: [table, chat],
        checks: [mustEqual('Rooms looked at', chat.rows.length, 3)],
      };
    }),
};
