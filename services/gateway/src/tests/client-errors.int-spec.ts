import { describe, expect, it } from '@jest/globals';
import { aGateway } from './gateway-under-test.suite.js';

const failure = {
  kind: 'TypeError',
  detail: "Cannot read properties of undefined (reading 'title')",
  page: '/questions/:id',
  build: 'index-D9ErnRa8.js',
  frames: ['feed-page-BSZl3oqH.js:1:345'],
};

describe('failures of the web app', () => {
  const gateway = aGateway({ RATE_LIMIT_CLIENT_ERRORS: '3/3600' });

  const tell = (body: unknown) => gateway.ask('POST', '/api/client-errors', { body });

  it('can be reported by any client, three an hour from one address at that limit', async () => {
    expect(await tell(failure)).toMatchObject({ status: 200, body: { success: true } });
    expect(await tell({ ...failure, detail: null, frames: [] })).toMatchObject({ status: 200 });
    expect(await tell(failure)).toMatchObject({ status: 200 });
    const tooMany = await tell(failure);
    expect(tooMany).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(Number(tooMany.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it.each([
    ['an id in the page', { page: '/questions/0199aaaa-0000-7000-8000-000000000001' }],
    ['a query in the page', { page: '/create?targetUser=maya' }],
    ['quoted words', { detail: 'cannot parse "my secret"' }],
    ['a number that could be one', { detail: 'account 12345 is gone' }],
    ['an address in a frame', { frames: ['https://hearsay.example/assets/a.js:1:2'] }],
    ['too many frames', { frames: Array(21).fill('a.js:1:2') }],
    ['words as a kind', { kind: 'my secret' }],
  ])('are refused with %s', async (_what, change) => {
    expect(await tell({ ...failure, ...change })).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  });
});
