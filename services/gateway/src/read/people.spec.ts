import { limits } from '@hearsay/contracts';
import type { RpcClient } from '@hearsay/messaging';
import { uuidv7 } from '@hearsay/service-runtime';
import { describe, expect, it } from '@jest/globals';
import { makePerson } from '../tests/fake-services.suite.js';
import { People } from './people.js';

const messageBytes = 1024 * 1024;
const longest = {
  ...makePerson('é'.repeat(limits.username.max)),
  profileImage: `https://pictures.example/${'x'.repeat(2048 - 25)}`,
  profileLink: '\u0001'.repeat(limits.profileLink),
  gradientColors: 'from-purple-400 via-purple-500 to-purple-600',
};

describe('cards of people', () => {
  it('cards of many large profiles are read in parts that fit into messages', async () => {
    const answers: number[] = [];
    const call = async (_contract: unknown, { ids }: { ids: string[] }) => {
      const answer = { people: ids.map((id) => ({ ...longest, id })) };
      answers.push(Buffer.byteLength(JSON.stringify(answer)));
      return answer;
    };
    const people = new People({ call } as unknown as RpcClient);
    const ids = Array.from({ length: limits.roomEntries }, () => uuidv7());
    expect((await people.cards(ids, 'c')).size).toBe(ids.length);
    expect(Math.max(...answers)).toBeLessThan(messageBytes * 0.9);
  });
});
