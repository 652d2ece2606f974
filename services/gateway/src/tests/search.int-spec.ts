import { contentRpc, type Question, type SearchPage } from '@hearsay/contracts';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { FakeQuestions } from './fake-questions.suite.js';
import type { SignedIn } from './fake-services.suite.js';
import { gatewayForBlock } from './gateway-under-test.suite.js';
import { foundText, questionView } from './views.suite.js';

describe('searches', () => {
  const gateway = gatewayForBlock();
  let author: SignedIn;
  beforeEach(() => {
    author = gateway.services.signIn('found');
    new FakeQuestions(gateway.services);
  });

  it('results name authors of signed texts, and no author of an anonymous text', async () => {
    const authorId = author.person.id;
    const texts = [
      foundText({ authorId }),
      foundText({ kind: 'reply', authorId, isAnonymous: true }),
      foundText({ kind: 'podcast', questionId: null, authorId }),
    ];
    gateway.services.on(contentRpc.search, () => ({ results: texts, next: 'more' }));
    const { status, body } = await gateway.get('/api/search?q=%20bell%20', gateway.fan.cookie);
    expect(status).toBe(200);
    const { results, next } = body as SearchPage;
    expect(next).toBe('more');
    expect(results.map(({ creator }) => creator?.username ?? null)).toEqual(['found', null, 'found']);
    const { authorId: _, isAnonymous: __, ...shown } = texts[1]!;
    expect(results[1]).toEqual({ ...shown, creator: null });
    expect(JSON.stringify(results[1])).not.toContain(authorId);
    await gateway.get('/api/search?q=bell&kind=reply&after=more');
    expect(gateway.services.inputsOf(contentRpc.search)).toEqual([
      { words: 'bell', kind: null, after: null },
      { words: 'bell', kind: 'reply', after: 'more' },
    ]);
  });

  it('a search needs two characters, and a session if it is for episodes', async () => {
    const refused = { status: 400, body: { code: 'invalid_input', fields: { q: expect.any(String) } } };
    for (const query of ['', '?q=', '?q=%20a%20', `?q=${'x'.repeat(101)}`])
      expect(await gateway.get(`/api/search${query}`)).toMatchObject(refused);
    expect(await gateway.get('/api/search?q=bell&kind=podcast')).toMatchObject({ status: 401 });
  });

  it('a search for similar questions needs eight characters and a session', async () => {
    const question = questionView({ authorId: author.person.id });
    gateway.services.on(contentRpc.similarQuestions, () => ({ questions: [question] }));
    const similar = async (title: string) =>
      (await gateway.get(`/api/questions/similar?title=${encodeURIComponent(title)}`, gateway.fan.cookie))
        .body as Question[];
    expect((await similar('  What did '))[0]).toMatchObject({ id: question.id, creatorUsername: 'found' });
    for (const title of ['', ' What di ', 'x'.repeat(301)]) expect(await similar(title)).toEqual([]);
    expect(gateway.services.inputsOf(contentRpc.similarQuestions)).toEqual([{ title: 'What did' }]);
    expect((await gateway.get('/api/questions/similar?title=What%20did')).status).toBe(401);
    // PostgreSQL would fail on the NUL character in this title.
    const broken = await gateway.get('/api/questions/similar?title=What%00did%20you', gateway.fan.cookie);
    expect(broken).toMatchObject({ status: 400, body: { fields: { title: expect.any(String) } } });
  });
});
