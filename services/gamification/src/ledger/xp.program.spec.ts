import type { RpcClient } from '@hearsay/messaging';
import { describe, expect, it } from '@jest/globals';
import { xpProgram } from './xp.program.js';

const accountId = '01930000-0000-7000-8000-000000000001';

const run = async (...words: string[]) => {
  const grants: object[] = [];
  const lines: string[] = [];
  const call = async (rpc: { name: string }, input: { username: string }) => {
    if (rpc.name === 'account-by-name') return { accountId: input.username === 'Ada' ? accountId : null };
    grants.push(input);
    return { xp: 120, level: 2 };
  };
  const code = await xpProgram(words, { rpc: { call } as unknown as RpcClient, print: (text) => lines.push(text) });
  return { code, lines, grants };
};

describe('the xp command', () => {
  it('the xp command accepts a reason of several words', async () => {
    expect(await run('grant', 'Ada', '-20', 'counted', 'twice')).toEqual({
      code: 0,
      lines: ['Ada has 120 XP now, level 2'],
      grants: [{ accountId, amount: -20, reason: 'counted twice' }],
    });
  });

  it('the xp command changes nothing for an unknown name', async () => {
    expect(await run('grant', 'Bob', '5', 'gift')).toEqual({ code: 1, lines: ['Nobody is called Bob'], grants: [] });
  });

  it.each([
    [['grant', 'Ada', '5']],
    [['grant', 'Ada', 'five', 'gift']],
    [['grant', 'Ada', '1.5', 'gift']],
    [['take', 'Ada', '5', 'gift']],
    [['grant', 'Ada', '5', 'gift', '--key=']],
    [['grant', 'Ada', '5', '--key=k']],
    [[]],
  ])('prints its usage for invalid input: %j', async (words) => {
    const { code, grants } = await run(...words);
    expect({ code, grants }).toEqual({ code: 64, grants: [] });
  });
});
