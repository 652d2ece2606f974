import { type BoostTarget, contentKey } from '@hearsay/contracts';
import { describe, expect, it } from '@jest/globals';
import { RememberedTargets } from './remembered-targets.js';

const target = (contentType: BoostTarget['contentType'], contentId: string, questionId = contentId): BoostTarget => ({
  contentType,
  contentId,
  questionId,
  owner: { accountId: 'maya', sealed: null },
  thresholds: [],
});
const question = target('question', 'q');
const reply = target('discussion', 'r', 'q');
const another = target('question', 'other');

describe('remembered targets', () => {
  let now = 0;
  const remembering = (...targets: BoostTarget[]) => {
    const remembered = new RememberedTargets(() => now);
    for (const each of targets) remembered.set(contentKey(each), each);
    return remembered;
  };

  it.each([
    ['a question with what lies under it', question, [another]],
    ['a reply alone', reply, [question, another]],
    ['a question that nobody has looked up', target('question', 'unknown'), [question, reply, another]],
  ])('forget %s', (_, gone, left) => {
    const remembered = remembering(question, reply, another);
    remembered.forget(gone);
    expect([question, reply, another].filter((each) => remembered.get(contentKey(each)))).toEqual(left);
  });

  it('are looked up again after five seconds', () => {
    const remembered = remembering(question);
    now += 5001;
    expect(remembered.get(contentKey(question))).toBeUndefined();
  });

  it('forget 6,000 questions among 100,000 targets within a second of CPU', () => {
    const remembered = remembering(...Array.from({ length: 100_000 }, (_, index) => target('question', `q${index}`)));
    const before = process.cpuUsage();
    for (let index = 0; index < 6000; index += 1) remembered.forget(target('question', `q${index}`));
    const { user, system } = process.cpuUsage(before);
    expect(remembered.get('question:q5999')).toBeUndefined();
    expect(remembered.get('question:q6000')).toBeDefined();
    expect((user + system) / 1_000_000).toBeLessThan(1);
  });
});
