import {
  arrivalScenario,
  defineLoadTest,
  durationObjective,
  openModelObjectives,
  setting,
} from './shared/load-test.ts';
import {
  boost,
  checkAnswer,
  compareCounts,
  get,
  makeWorld,
  popularItem,
  post,
  randomItem,
  type World,
  wrongCounts,
} from './shared/world.ts';

const objectives = [
  ...[...openModelObjectives, wrongCounts],
  ...['boost', 'feed'].map((act) => durationObjective(act, 2000)),
];

export const { options, handleSummary } = defineLoadTest('smoke', objectives, {
  visit: arrivalScenario(setting('RATE', 10), __ENV.DURATION || '5s', 'visit'),
});
export const setup = (): World => makeWorld(setting('PEOPLE', 8), setting('QUESTIONS', 6));

export const visit = ({ people, questionIds }: World): void => {
  const person = randomItem(people);
  const questionId = popularItem(questionIds);
  const feed = get('/api/feed?sortBy=recent&limit=10', person, 'feed');
  checkAnswer(feed, 'the feed lists questions', 200, () => (feed.json() as unknown[]).length > 0);
  boost(person, questionId, Math.random() < 0.7);
  const content = `Heard at ${Date.now()}`;
  const said = post('/api/discussions', { questionId, content }, person, 'say');
  checkAnswer(said, 'a message is kept', 201, () => said.json('content') === content);
  const page = get(`/api/questions/${questionId}`, person, 'question');
  checkAnswer(page, 'a question shows its chat', 200, () => (page.json('discussionCount') as number) > 0);
};

export const teardown = compareCounts;
