import type { RpcClient } from '@hearsay/messaging';
import { describe, expect, it } from '@jest/globals';
import { rolesProgram } from './roles.program.js';

const accountId = '01930000-0000-7000-8000-000000000001';

const link = { token: 'token', expiresAt: '2026-11-28T00:00:00.000Z' };
const validUntil = expect.stringContaining(link.expiresAt);

const run = async (line: string, hasChanged = true, made: typeof link | null = link) => {
  const changes: object[] = [];
  const lines: string[] = [];
  const call = async (rpc: { name: string }, input: { username: string }) => {
    if (rpc.name === 'account-by-name')
      return { accountId: input.username.toLowerCase() === 'grace hopper' ? accountId : null };
    if (rpc.name === 'make-founder-link') return { link: made };
    changes.push(input);
    return { accountId, hasChanged };
  };
  const code = await rolesProgram(line.split(' '), {
    rpc: { call } as unknown as RpcClient,
    print: (text) => lines.push(text),
  });
  return { code, lines, changes };
};

describe('the roles command', () => {
  it('the roles command accepts a name with spaces', async () => {
    expect(await run('grant spotlight Grace Hopper')).toEqual({
      code: 0,
      lines: ['Grace Hopper is now spotlight'],
      changes: [{ username: 'Grace Hopper', role: 'spotlight', isGranted: true }],
    });
  });

  it.each([
    ['grant ambassador grace hopper', true, 'grace hopper is now ambassador'],
    ['grant ambassador grace hopper', false, 'grace hopper is already ambassador'],
    ['revoke ambassador grace hopper', true, 'grace hopper is no longer ambassador'],
    ['revoke ambassador grace hopper', false, 'grace hopper is not ambassador'],
  ])('%s (changed: %s) prints: %s', async (line, hasChanged, text) => {
    expect((await run(line, hasChanged)).lines).toEqual([text]);
  });

  it('the roles command changes nothing for an unknown name', async () => {
    expect(await run('grant spotlight Ada')).toEqual({ code: 1, lines: ['Nobody is called Ada'], changes: [] });
  });

  it.each([
    ['found --url=http://here', link, 0, [expect.stringMatching(/^http:..here.register#founder=token$/), validUntil]],
    ['found', null, 1, [expect.stringContaining('roles grant ambassador NAME')]],
    ['found --first', null, 0, []],
  ])('%s (link: %j) exits with %s', async (line, made, code, lines) => {
    const outcome = await run(line, true, made);
    expect(outcome).toMatchObject({ code, lines, changes: [] });
  });

  it.each(['found me', '', 'grant', 'grant king Ada', 'make spotlight Ada', 'grant spotlight', 'grant spotlight '])(
    'prints its usage for %j',
    async (line) => {
      expect(await run(line)).toEqual({
        code: 64,
        lines: ['roles grant|revoke ambassador|spotlight NAME\nroles found [--first] [--url=ADDRESS]'],
        changes: [],
      });
    },
  );
});
