import { expect } from '@playwright/test';
import { test } from './suite.ts';

test('the server sends compressed files of the app to clients that accept the encoding', async ({ request }) => {
  const document = await (await request.get('/')).text();
  const script = /\/assets\/[\w.-]+\.js/.exec(document)?.[0] ?? 'a script in the document';
  const taking = async (coding: string) => {
    const answer = await request.get(script, { headers: { 'accept-encoding': coding } });
    return { status: answer.status(), coding: answer.headers()['content-encoding'], text: await answer.text() };
  };
  const plain = await taking('identity');
  expect(plain).toMatchObject({ status: 200, coding: undefined });
  expect(await taking('br')).toEqual({ ...plain, coding: 'br' });
  expect(await taking('gzip')).toEqual({ ...plain, coding: 'gzip' });
});
