import { sleep } from 'k6';
import exec from 'k6/execution';
import http from 'k6/http';
import { Trend } from 'k6/metrics';
import {
  defineLoadTest,
  durationObjective,
  type Objective,
  openModelObjectives,
  setting,
} from '../shared/load-test.ts';
import { type Answer, call, checkAnswer, randomItem, type World } from '../shared/world.ts';
import { type FloodedWorld, longReply, randomDelay, replyCount, scenarioOfHalf, scenariosPerRound } from './rounds.ts';

const late = { begins: 'flood_begins_late', reads: 'reads_late' };
/** Objectives that fail if this k6 had too little processor time. It then sends too few reads, so boosts look fast. */
const isFlood: readonly Objective[] = [
  {
    metric: late.begins,
    says: 'The flood begins within half a second of the boosts that it is to disturb',
    threshold: 'max<500',
  },
  {
    metric: late.reads,
    says: '95 of 100 reads leave within 100 ms of the moment at which their visitor comes',
    threshold: 'p(95)<100',
  },
];

/**
 * The visitors' load for flood.ts. Each visitor reads pages from another client address. BOOSTERS is the API address
 * (`--address`) of the k6 that runs flood.ts. That k6 provides the questions and the start time.
 */
const boosters = __ENV.BOOSTERS;
if (!boosters) throw new Error('BOOSTERS is missing. `npm run load -- flood` starts both programs.');
const rate = setting('FLOOD', 300);
/** Parses one body in ten. Parsing all bodies would cost more CPU than the gateway needs to answer. */
const readWhole = 10;
/** The flood starts this time before the boosts, because the two programs may start a tenth of a second apart. */
const earlierSeconds = 1;

export const { options, handleSummary } = defineLoadTest(
  'flood-visitors',
  [...isFlood, ...openModelObjectives, durationObjective('read', 2000)],
  {
    warming: scenarioOfHalf('warming', rate, 'read'),
    ...scenariosPerRound('flood', (round) => scenarioOfHalf(2 * round + 1, rate, 'read', earlierSeconds)),
  },
);

const beginsLate = new Trend(late.begins, true);
const readsLate = new Trend(late.reads, true);

/** Waits for the setup data of flood.ts (https://grafana.com/docs/k6/latest/misc/k6-rest-api/). */
export const setup = (): World => {
  for (;;) {
    const answer = http.get(`${boosters}/v1/setup`, { tags: { act: 'wait', name: 'wait' } });
    if (answer.status !== 200) throw new Error(`The boosters at ${boosters} answer ${answer.status}`);
    const world = answer.json('data.attributes.data') as unknown as FloodedWorld | null;
    if (world) {
      // At least 1, because the summary reports a maximum of 0 as "not measured".
      beginsLate.add(Math.max(1, Date.now() - world.madeAt));
      return world;
    }
    sleep(0.05);
  }
};

const come = (): void => {
  const wait = randomDelay();
  const { name, startTime, iterationInTest } = exec.scenario;
  if (name !== 'warming') readsLate.add(Date.now() - (startTime + (iterationInTest / rate + wait) * 1000));
};

const byte = () => Math.floor(Math.random() * 256);
const hex = (number: number, length: number) => Math.floor(number).toString(16).padStart(length, '0');
const tenDaysMs = 864_000_000;
/** A question id of the last ten days (UUIDv7, RFC 9562) that does not exist. The system must look it up. */
const nowhere = () => {
  const time = hex(Date.now() - Math.random() * tenDaysMs, 12);
  const random = [`7${hex(Math.random() * 16 ** 3, 3)}`, `8${hex(Math.random() * 16 ** 3, 3)}`];
  return [time.slice(0, 8), time.slice(8), ...random, hex(Math.random() * 16 ** 12, 12)].join('-');
};

const visit = (path: string, says: string, isRight: (answer: Answer) => boolean, body?: object): void => {
  const isReadWhole = Math.random() * readWhole < 1;
  // The gateway trusts X-Forwarded-For from its own machine. So each visitor gets another address.
  const headers = { 'Accept-Encoding': 'gzip', 'X-Forwarded-For': `10.${byte()}.${byte()}.${byte()}` };
  const responseType = isReadWhole ? 'text' : 'none';
  const answer = call(body ? 'POST' : 'GET', path, 'read', { body, headers, responseType }) as Answer;
  checkAnswer(answer, 'a read is answered');
  if (isReadWhole) checkAnswer(answer, says, 200, () => isRight(answer));
};

const readLongPage = ({ questionIds }: World) =>
  visit(`/api/questions/${questionIds[0]}`, 'a long page is whole', (page) => {
    const isLong = page.json('discussions.#') === Math.min(replyCount, 200);
    return isLong && page.json('discussions.0.content') === longReply.trim();
  });
const readAnyPage = ({ questionIds }: World) =>
  visit(
    `/api/questions/${randomItem(questionIds)}`,
    'a page is a question',
    (page) => page.json('kind') === 'question',
  );
const readFeed = () => {
  const page = Math.floor(Math.random() ** 4 * 2000) + 1;
  const path = `/api/feed?sortBy=${randomItem(['recent', 'boosted'])}&page=${page}&limit=10`;
  visit(path, 'a feed page is a list, and empty after page 1000', (list) => {
    const count = list.json('#');
    return typeof count === 'number' && (page <= 1000 || count === 0);
  });
};
const readRoom = ({ questionIds }: World) => {
  const path = `/api/questions/${questionIds[0]}/room?after=0`;
  visit(path, 'a room begins at its first number', (room) => room.json('from') === 1);
};
const readNothing = () => {
  const items = Array.from({ length: 100 }, () => ({ contentType: 'question', contentId: nowhere() }));
  visit('/api/batch/boost-status', 'unknown questions have no boosts', ({ body }) => body === '{}', { items });
};
const reads = [
  ...new Array(10).fill(readLongPage),
  ...new Array(3).fill(readAnyPage),
  ...new Array(3).fill(readFeed),
  ...new Array(2).fill(readRoom),
  ...new Array(2).fill(readNothing),
] as ((world: World) => void)[];

export const read = (world: World): void => {
  come();
  randomItem(reads)(world);
};
