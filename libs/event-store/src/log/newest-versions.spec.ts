import { Boosted } from '@hearsay/contracts';
import { eventually } from '@hearsay/testing';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { NewestVersions } from './newest-versions.js';
import { readingOfRelease } from './versions.js';

const current = { ...Boosted };
let watch: NewestVersions;
let own: string;
let asked: number;
const log = { info: jest.fn() };

beforeEach(() => {
  Object.assign(Boosted, {
    schemaVersion: 2,
    versions: { upcasts: [(data: object) => data], downcast: (data: object) => data, writesNewest: true },
  });
  own = readingOfRelease();
  asked = 0;
});
afterEach(async () => {
  await watch.stop();
  Object.assign(Boosted, current);
  log.info.mockClear();
});

/** Starts `NewestVersions`, which gets these answers in turn, and then the last answer again and again. */
const begin = (...answers: readonly (readonly string[] | Error)[]) => {
  const ask = async () => {
    const answer = answers[Math.min(asked, answers.length - 1)]!;
    asked += 1;
    if (answer instanceof Error) throw answer;
    return answer;
  };
  watch = new NewestVersions({ service: 'engagement', ask, log, askEveryMs: 1 });
};
const askedTimes = (times: number) => eventually(`${times} questions`, () => asked >= times);

it('newest versions are written after three answers that all processes read them', async () => {
  begin([own, ''], [own], new Error('no answer'), [own], [own, own], [own]);
  expect(watch.areRead).toBe(false);
  await eventually('the newest versions', () => watch.areRead);
  expect(asked).toBe(6);
  expect(log.info.mock.calls).toEqual([
    [{ events: ['Boosted 2'] }, expect.stringContaining('Earlier versions are written')],
    [{ events: ['Boosted 2'] }, expect.stringContaining('Every process reads')],
  ]);
});

it.each<[string, () => readonly string[] | Error]>([
  ['an earlier release lives', () => [own, '']],
  ['another release lives', () => ['another', own]],
  ['no process is found', () => []],
  ['a service does not answer', () => new Error('unavailable')],
])('earlier event versions are written while %s', async (_reason, answer) => {
  begin(answer());
  await askedTimes(5);
  expect(watch.areRead).toBe(false);
});

it('a process asks nothing if this release writes no new version', async () => {
  Object.assign(Boosted, current);
  begin([own]);
  await watch.stop();
  expect([asked, watch.areRead]).toEqual([0, false]);
});
