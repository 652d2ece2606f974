import { uuidv7 } from '@hearsay/service-runtime';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { FakeQuestions } from './fake-questions.suite.js';
import { gatewayForBlock } from './gateway-under-test.suite.js';
import { questionView } from './views.suite.js';

const secret = 'nobody may read this yet';
const locked = { isRevealed: false, description: secret, hasDescription: true, replyBoostThreshold: 3 };

describe('a question in the frame of another site', () => {
  const gateway = gatewayForBlock({}, { 'index.html': '<!doctype html><title>Hearsay</title>' });
  let questions: FakeQuestions;
  beforeEach(() => {
    questions = new FakeQuestions(gateway.services);
  });

  const embed = (id: string, asking: { cookie?: string; headers?: Record<string, string> } = {}) =>
    gateway.ask('GET', `/embed/questions/${id}`, asking);

  it('any site may frame an embedded question, but no other answer of the gateway', async () => {
    const { id } = questions.ask(questionView());
    for (const wanted of [id, uuidv7()]) {
      const { headers } = await embed(wanted);
      expect(headers.get('content-security-policy')).toContain('frame-ancestors *');
      expect(headers.get('x-frame-options')).toBeNull();
    }
    const others = [
      '/',
      `/questions/${id}`,
      '/embed',
      `/embed/question/${id}`,
      `/embed/questions/${id}/x`,
      '/embed.html',
    ];
    for (const path of [...others, `/api/questions/${id}`, '/api/docs']) {
      const { headers } = await gateway.get(path);
      expect([path, headers.get('content-security-policy')]).toEqual([
        path,
        expect.stringContaining("frame-ancestors 'none'"),
      ]);
    }
    for (const path of others)
      expect([path, (await gateway.get(path)).headers.get('x-frame-options')]).toEqual([path, 'DENY']);
  });

  it('an embedded question runs only its own script, and loads no other files', async () => {
    const { id } = questions.ask(questionView());
    const { status, headers, text } = await embed(id, { cookie: gateway.fan.cookie });
    const policy = headers.get('content-security-policy') ?? '';
    expect([status, headers.get('set-cookie'), headers.get('cache-control')]).toEqual([200, null, 'no-cache']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(/script-src 'sha256-[\w+/]{43}='/);
    expect(policy).toMatch(/style-src 'sha256-[\w+/]{43}='/);
    expect(text).not.toMatch(/ (?:src|style|on\w+)=/);
    const unchanged = { headers: { 'if-none-match': headers.get('etag') ?? '' } };
    expect((await embed(id, unchanged)).status).toBe(304);
  });

  it('an embedded question hides locked words and its asker, even from the asker', async () => {
    const { person, cookie } = gateway.fan;
    const { id } = questions.ask(questionView({ ...locked, isAnonymous: true, authorId: person.id }));
    questions.own.set(person.id, new Map([[id, secret]]));
    const [asAsker, asVisitor] = [await embed(id, { cookie }), await embed(id)];
    expect(asAsker.text).toBe(asVisitor.text);
    for (const told of [secret, person.username, person.id]) expect(asAsker.text).not.toContain(told);
    expect(asAsker.text).toContain('Asked anonymously');
    expect(asAsker.text).toContain('aria-valuetext="0 of 3, 3 more boosts"');
    expect(asAsker.text).toContain('aria-label="Still a whisper"');
  });

  it('an embedded question escapes names and words in HTML', async () => {
    const asker = gateway.services.signIn('nadia');
    const words = { title: 'Who is <b>"$&"</b>?', description: "<script>'</script>", authorId: asker.person.id };
    const { id } = questions.ask(questionView({ ...words, replyCount: 1, replyBoostThreshold: 1, isRevealed: true }));
    const { text } = await embed(id);
    for (const part of [
      '<title>Who is &lt;b&gt;&quot;$&amp;&quot;&lt;/b&gt;? · Hearsay</title>',
      `<a href="/questions/${id}" target="_blank" rel="noopener">Who is &lt;b&gt;&quot;$&amp;&quot;&lt;/b&gt;?</a>`,
      '<p class="words" dir="auto">&lt;script&gt;&#39;&lt;/script&gt;</p>',
      'Asked by nadia',
      'Heard at 1 boost<',
      '>1 reply<',
    ])
      expect(text).toContain(part);
    expect(text).not.toContain('progressbar');
  });

  it('a locked embedded question without a description says when replies open', async () => {
    const { id } = questions.ask(questionView({ ...locked, description: null, hasDescription: false }));
    const { text } = await embed(id);
    expect(text).toContain('Replies open at 3 boosts');
    expect(text).not.toContain('Still a whisper');
  });

  it.each(['unknown', 'nonsense'])('an embedded question with an id that is %s is not found', async (kind) => {
    const { status, text } = await embed(kind === 'unknown' ? uuidv7() : kind);
    expect([status, text.includes('This question is not here'), text.includes('data-question')]).toEqual([
      404,
      true,
      false,
    ]);
  });
});
