import type { RpcClient } from '@hearsay/messaging';
import { describe, expect, it } from '@jest/globals';
import { accountsProgram } from './accounts.program.js';

const run = async (line: string) => {
  const asked: object[] = [];
  const lines: string[] = [];
  const call = async (_rpc: object, input: object) => {
    asked.push(input);
    return { token: 'TOKEN', expiresAt: '2026-11-21T11:00:00.000Z' };
  };
  const code = await accountsProgram(line.split(' '), {
    rpc: { call } as unknown as RpcClient,
    print: (text) => lines.push(text),
  });
  return { code, lines, asked };
};

describe('the accounts command', () => {
  it('the accounts command prints a link and the time until which it is valid', async () => {
    expect(await run('reset Grace Hopper --url=https://hearsay.example')).toEqual({
      code: 0,
      lines: [
        'https://hearsay.example/reset/TOKEN',
        'This link sets a new password for Grace Hopper, once, until 2026-11-21T11:00:00.000Z.',
      ],
      asked: [{ username: 'Grace Hopper' }],
    });
    expect((await run('reset Ada')).lines[0]).toBe('/reset/TOKEN');
  });

  it.each(['', 'reset', 'reset ', 'delete Ada', 'reset --url=https://hearsay.example'])(
    'prints its usage for %j',
    async (line) => {
      expect(await run(line)).toEqual({ code: 64, lines: ['accounts reset NAME [--url=ADDRESS]'], asked: [] });
    },
  );
});
