import { check } from 'k6';
import { always, answersWithin, arrivals, loadTest, setting } from './shared/load-test.ts';
import { boost, compareCounts, exactCounts, get, makeWorld, oneOf, post, type World } from './shared/world.ts';
import { zipf } from './shared/zipf.ts';

const objectives = [...[...always, exactCounts], ...['boost', 'feed'].map((act) => answersWithin(act, 2000))];
const questions = setting('QUESTIONS', 6);
const pick = zipf(questions);

export const { options, handleSummary } = loadTest('smoke', objectives, {
  visit: arrivals(setting('RATE', 10), __ENV.DURATION || '5s', 'visit'),
});
export const setup = (): World => makeWorld(setting('PEOPLE', 8), questions);

export const visit = ({ people, questionIds }: World): void => {
  const person = oneOf(people);
  const questionId = questionIds[pick(Math.random())] ?? '';
  const feed = get('/api/feed?sortBy=recent&limit=10', person, 'feed');
  check(feed, {
    'the feed lists questions': (answer) => answer.status === 200 && (answer.json() as unknown[]).length > 0,
  });
  boost(person, questionId, Math.random() < 0.7);
  const words = `Heard at ${Date.now()}`;
  const said = post('/api/discussions', { questionId, content: words }, person, 'say');
  check(said, { 'a message is kept': (answer) => answer.status === 201 && answer.json('content') === words });
  const page = get(`/api/questions/${questionId}`, person, 'question');
  check(page, {
    'a question shows its chat': (answer) => answer.status === 200 && (answer.json('discussionCount') as number) > 0,
  });
};

export const teardown = compareCounts;
