import { contentRpc } from '@hearsay/contracts';
import { uuidv7 } from '@hearsay/service-runtime';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { FakeQuestions } from './fake-questions.suite.js';
import { podcastView } from './fake-uploads.suite.js';
import { aGateway } from './gateway-under-test.suite.js';
import { questionView, replyView } from './views.suite.js';

describe('a read', () => {
  const gateway = aGateway();
  let questions: FakeQuestions;
  beforeEach(() => {
    questions = new FakeQuestions(gateway.services);
  });

  it('continues after a full answer, so that the page is complete', async () => {
    const question = questionView({ replyCount: 5, lastNumber: 5 });
    questions.perAnswer = 2;
    questions.ask(
      question,
      [1, 2, 3, 4, 5].map((number) => replyView({ questionId: question.id, number })),
    );
    const page = await gateway.ask('GET', `/api/questions/${question.id}`);
    expect((page.body as { discussions: { number: number }[] }).discussions.map(({ number }) => number)).toEqual([
      1, 2, 3, 4, 5,
    ]);
    expect(gateway.services.callsOf(contentRpc.repliesBefore).map(({ input }) => input)).toEqual([
      { questionId: question.id, before: 4, limit: 198 },
      { questionId: question.id, before: 2, limit: 196 },
    ]);

    for (let index = 0; index < 4; index += 1) questions.ask(questionView());
    const list = [...questions.asked.values()];
    const feed = await gateway.ask('GET', '/api/feed?limit=5');
    expect((feed.body as { id: string }[]).map(({ id }) => id)).toEqual(list.map((asked) => asked.question.id));
  });

  it('shows no cached page during a hiding, before any new number', async () => {
    const question = questionView({ lastNumber: 1 });
    const reply = replyView({ questionId: question.id, content: 'words of the hidden' });
    questions.ask(question, [reply]);
    const { cookie } = gateway.services.signIn('reader');
    const read = async () => [
      await gateway.ask('GET', `/api/questions/${question.id}`),
      await gateway.ask('GET', `/api/questions/${question.id}`, { cookie }),
    ];
    for (const { text } of await read()) expect(text).toContain('words of the hidden');
    questions.ask(question, []);
    questions.isHiding = true;
    for (const { status, text } of await read()) {
      expect(status).toBe(200);
      expect(text).not.toContain('words of the hidden');
    }
  });

  it('lists own questions and episodes together, the newest 20', async () => {
    const { person, cookie } = gateway.services.signIn('creator');
    const at = (minute: number) => `2026-03-01T00:${String(minute).padStart(2, '0')}:00.000Z`;
    const asked = Array.from({ length: 15 }, (_, index) =>
      questionView({ isMine: true, createdAt: at(58 - 2 * index) }),
    );
    const podcasts = Array.from({ length: 15 }, (_, index) =>
      podcastView({ id: uuidv7(), authorId: person.id, createdAt: at(59 - 2 * index) }),
    );
    gateway.services.on(contentRpc.ownQuestionsPage, () => ({ questions: asked }));
    gateway.services.on(contentRpc.ownPodcastsPage, () => ({ podcasts }));
    const { body } = await gateway.ask('GET', `/api/users/${person.id}/content`, { cookie });
    expect((body as { createdAt: string }[]).map(({ createdAt }) => createdAt)).toEqual(
      Array.from({ length: 20 }, (_, index) => at(59 - index)),
    );
    expect((body as { kind: string }[]).slice(0, 2).map(({ kind }) => kind)).toEqual(['podcast', 'question']);
  });
});
