import type { Browser } from '@playwright/test';
import { say } from '../../local/progress.mjs';
import { type Benchmark, mustEqual } from '../benchmark.ts';
import { answer, ask, type Member, registerMember } from './member.ts';
import { Phone, rest } from './phone-page.ts';
import { tasksWhile } from './thread-tasks.ts';
import { withBrowser } from './with-browser.ts';

const restMs = 2000;
const people = 5;
const firstMessages = 30;
const messagesPerSecond = 50;
const chatSeconds = 10;
const taps = 5;
/** Longer than a boost plays, while which other taps are ignored. */
const betweenTapsMs = 1500;
const longMs = 50;

/** As long and as short as people write, so that rows have one line to four. */
const sayings = [
  'I never understood that either',
  'Offside. Every single time somebody explains it to me I nod, and then I forget it again',
  'Same',
  'My grandmother once told me that nobody does, they only pretend',
  'ha, yes',
  'What is it about then? I have asked my brother-in-law, who has played it for fifteen years, and he said it depends',
];
const wordsOf = (number: number): string => `${sayings[number % sayings.length]} ${number}`;

/** Who says a message: mostly another person than the one before, sometimes the same. */
const speakerOf = (writers: readonly Member[], number: number): Member =>
  writers[Math.floor(number * 2.7) % writers.length]!;

/** Writes so many messages into a chat, evenly, for people do not speak in bursts. @returns seconds until the last of them was taken */
const writeInto = async (
  writers: readonly Member[],
  questionId: string,
  first: number,
  count: number,
): Promise<number> => {
  const begin = performance.now();
  const sent: Promise<unknown>[] = [];
  for (let number = first; number < first + count; number += 1) {
    await rest(Math.max(0, begin + ((number - first) * 1000) / messagesPerSecond - performance.now()));
    sent.push(answer(speakerOf(writers, number), questionId, number, wordsOf(number)));
  }
  await Promise.all(sent);
  return (performance.now() - begin) / 1000;
};

const longOnes = (tasks: readonly number[]): string => {
  const long = tasks.filter((ms) => ms > longMs);
  return `${long.length}, longest ${Math.max(0, ...tasks).toFixed(0)} ms`;
};

/** Somebody reads a chat into which others write; then they turn its question up and down while it goes on. */
const readChat = async (browser: Browser, base: string, reader: Member, writers: readonly Member[]) => {
  const { id } = await ask(reader, 0);
  for (let number = 0; number < firstMessages; number += 1)
    await answer(speakerOf(writers, number), id, number, wordsOf(number));
  const phone = await Phone.open(browser, base, reader);
  const stands = (number: number) => phone.page.getByText(wordsOf(number), { exact: true }).waitFor();
  try {
    await phone.page.goto(`/questions/${id}`);
    await stands(firstMessages - 1);
    await rest(restMs);
    await phone.slowCpu();
    await rest(restMs);
    const count = messagesPerSecond * chatSeconds;
    let seconds = 0;
    const tasks = await tasksWhile(browser, async () => {
      seconds = await writeInto(writers, id, firstMessages, count);
      await stands(firstMessages + count - 1);
    });
    const elements = await phone.elements();
    await phone.page.evaluate(() => window.scrollTo(0, 0));
    const boost = phone.page.getByRole('article').first().getByRole('button', { name: 'Boost', exact: true });
    await boost.waitFor();
    const told = await phone.tapsOf(async () => {
      const writing = writeInto(
        writers,
        id,
        firstMessages + count,
        Math.ceil((taps * betweenTapsMs * messagesPerSecond) / 1000),
      );
      for (let tap = 0; tap < taps; tap += 1) {
        await boost.click();
        await rest(betweenTapsMs);
      }
      await writing;
    });
    return { messages: `${count} in ${seconds.toFixed(1)} s`, tasks, elements, tapMs: Math.max(16, ...told) };
  } finally {
    await phone.close();
  }
};

/** A chat of five people on a phone with a quarter of this machine's speed. */
export const busyChat: Benchmark = {
  name: 'busy-chat',
  what: `A chat at ${messagesPerSecond} messages a second on a slow phone: long tasks, and the answer to a tap`,

  run: ({ pairs }) =>
    withBrowser(async (browser, { url: base }) => {
      const reader = await registerMember(base, 'reader');
      const writers = await Promise.all(
        Array.from({ length: people }, (_, person) => registerMember(base, `writer${person}`)),
      );
      // Servers that have just started are still being compiled, and take the page's processor: the first chat is not judged.
      await readChat(browser, base, reader, writers);
      say('Warmed up');
      const rows: string[][] = [];
      for (let round = 1; round <= pairs; round += 1) {
        const { messages, tasks, elements, tapMs } = await readChat(browser, base, reader, writers);
        const byClock = longOnes(tasks.map(({ clock }) => clock));
        const byCpu = longOnes(tasks.map(({ cpu }) => cpu));
        const cpuSeconds = tasks.reduce((sum, { cpu }) => sum + cpu, 0) / 1000;
        rows.push([messages, byClock, byCpu, cpuSeconds.toFixed(1), String(elements), `${tapMs.toFixed(0)} ms`]);
        say(`${round}/${pairs} by the clock ${byClock}; by CPU time ${byCpu}; slowest tap ${tapMs.toFixed(0)} ms`);
      }
      return {
        findings: [],
        sides: {},
        tables: [
          {
            title: `A chat of ${people} people at a quarter of the CPU; goals: no task over ${longMs} ms by the clock, a tap on boost within 100 ms`,
            head: [
              'messages',
              `tasks over ${longMs} ms by the clock`,
              `tasks over ${longMs} ms by CPU time`,
              'CPU of the page in all, s',
              'elements of the page',
              `slowest of ${taps} taps on boost while it goes on`,
            ],
            rows,
          },
        ],
        checks: [mustEqual('Rounds in which the last message stood there', rows.length, pairs)],
      };
    }),
};
