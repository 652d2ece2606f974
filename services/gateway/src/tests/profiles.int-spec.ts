import { contentRpc, engagementRpc, identityRpc, Profile, Refusal } from '@hearsay/contracts';
import { uuidv7 } from '@hearsay/service-runtime';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { FakeQuestions, questionPlace } from './fake-questions.suite.js';
import { aGateway, GatewayUnderTest } from './gateway-under-test.suite.js';
import { questionView, replyView } from './views.suite.js';

describe('a profile', () => {
  const secret = 'nobody may read this yet';
  const gateway = aGateway();
  let fan: ReturnType<GatewayUnderTest['services']['signIn']>;
  let questionId: string;
  beforeEach(() => {
    const { services } = gateway;
    fan = services.signIn(`fan-${uuidv7()}`);
    const locked = { authorId: fan.person.id, isRevealed: false };
    const question = questionView({ ...locked, replyBoostThreshold: 3 });
    const reply = replyView({ ...locked, questionId: question.id, content: null, boostThreshold: 3 });
    questionId = question.id;
    const questions = new FakeQuestions(services);
    questions.ask(question, [reply]);
    questions.own.set(fan.person.id, new Map([[reply.id, secret]]));
    const place = questionPlace(question);
    const replied = questionPlace(question, { kind: 'answer', id: reply.id, activityType: 'replied' });
    const stats = { boostsGiven: 1, boostsReceived: 2, answersGiven: 3, questionsAsked: 4 };
    services.on(contentRpc.profile, () => ({ content: [place], activity: [replied, place], reposts: [], stats }));
    services.on(identityRpc.mayAsk, () => ({ mayAsk: true }));
  });

  const read = async (cookie?: string): Promise<Profile> => {
    const answer = await gateway.ask('GET', `/api/users/${fan.person.id}`, { ...(cookie && { cookie }) });
    expect(Profile.parse(answer.body)).toEqual(answer.body);
    return answer.body as Profile;
  };

  it('withholds locked words in an act from all but their author', async () => {
    expect((await read()).activity).toMatchObject([
      { replyContent: null, replyIsRevealed: false },
      { kind: 'question' },
    ]);
    expect((await read(fan.cookie)).activity).toMatchObject([{ replyContent: secret }, { kind: 'question' }]);
  });

  it('hides the acts of a person who does not show them from others', async () => {
    gateway.services.people.set(fan.person.id, { ...fan.person, showActivity: false });
    const ambassador = gateway.services.signIn(`ambassador-${uuidv7()}`, { isAmbassador: true });
    for (const cookie of [undefined, ambassador.cookie])
      expect(await read(cookie)).toMatchObject({
        activity: [],
        content: [{ id: questionId }],
        stats: { boostsGiven: 1 },
      });
    expect((await read(fan.cookie)).activity).toHaveLength(2);
  });

  it('is shown without its followers while they cannot be counted', async () => {
    gateway.services.on(engagementRpc.followCounts, () => {
      throw new Refusal('unavailable');
    });
    expect((await read()).user).toMatchObject({ followerCount: 0, followingCount: 0 });
  });
});
