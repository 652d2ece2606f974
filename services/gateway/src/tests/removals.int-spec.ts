import { contentRpc, Refusal } from '@hearsay/contracts';
import { uuidv7 } from '@hearsay/service-runtime';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FakeQuestions } from './fake-questions.suite.js';
import { GatewayUnderTest } from './gateway-under-test.suite.js';
import { questionView, replyView } from './views.suite.js';

describe('deleting', () => {
  let gateway: GatewayUnderTest;
  const id = uuidv7();

  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
  });
  afterAll(() => gateway.stop());
  beforeEach(() => {
    gateway.services.calls.length = 0;
    gateway.services.on(contentRpc.removeContent, () => ({}));
  });

  it.each(['question', 'discussion'] as const)(
    'a %s asks content, which is told the role of the session',
    async (contentType) => {
      const path = `/api/${contentType}s/${id}`;
      const fan = gateway.services.signIn('fan');
      const ambassador = gateway.services.signIn('ambassador', { isAmbassador: true });
      expect(await gateway.ask('DELETE', path, { cookie: fan.cookie, body: { userId: fan.person.id } })).toMatchObject({
        status: 200,
        body: { success: true },
      });
      expect(await gateway.ask('DELETE', path, { cookie: ambassador.cookie })).toMatchObject({ status: 200 });
      expect(
        gateway.services.callsOf(contentRpc.removeContent).map(({ input, context }) => [input, context.accountId]),
      ).toEqual([
        [{ contentType, contentId: id, isAmbassador: false }, fan.person.id],
        [{ contentType, contentId: id, isAmbassador: true }, ambassador.person.id],
      ]);
    },
  );

  it.each(['questions', 'discussions'])(
    '%s is refused to visitors, in another name and where content says no',
    async (path) => {
      const fan = gateway.services.signIn('fan');
      const ask = (asking: object) => gateway.ask('DELETE', `/api/${path}/${id}`, asking);
      expect(await ask({})).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
      expect(await ask({ cookie: fan.cookie, body: { userId: uuidv7() } })).toMatchObject({
        status: 403,
        body: { code: 'forbidden' },
      });
      expect(await ask({ cookie: fan.cookie, body: { userId: 'zzz' } })).toMatchObject({ status: 400 });
      expect(await gateway.ask('DELETE', `/api/${path}/zzz`, { cookie: fan.cookie })).toMatchObject({ status: 404 });
      expect(gateway.services.callsOf(contentRpc.removeContent)).toEqual([]);
      for (const code of ['forbidden', 'not_found'] as const) {
        gateway.services.on(contentRpc.removeContent, () => {
          throw new Refusal(code);
        });
        expect(await ask({ cookie: fan.cookie })).toMatchObject({
          status: code === 'forbidden' ? 403 : 404,
          body: { code },
        });
      }
    },
  );

  it('shows no kept page while posts are being hidden that have taken no number yet', async () => {
    const questions = new FakeQuestions(gateway.services);
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
});
