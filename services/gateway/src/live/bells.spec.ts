import { setTimeout } from 'node:timers/promises';
import { liveSubjects } from '@hearsay/contracts';
import { expect, it } from '@jest/globals';
import { Bells } from './bells.js';
import type { LiveSocket } from './live-socket.js';

it('the gateway reads at most four inboxes at a time for bells', async () => {
  const people = Array.from({ length: 300 }, (_, index) => `person ${index}`);
  const rings = new Map<string, () => void>();
  let asking = 0;
  let most = 0;
  const asked: string[] = [];
  const news = async (accountId: string) => {
    asking += 1;
    most = Math.max(most, asking);
    await setTimeout(1);
    asking -= 1;
    asked.push(accountId);
    return null;
  };
  const bells = new Bells({ news }, (subject, receive) => {
    rings.set(subject, receive as () => void);
    return { unsubscribe: () => undefined };
  });
  for (const person of people) bells.add(person, {} as LiveSocket);
  for (const person of people) rings.get(liveSubjects.bell(person))!();
  while (asked.length < people.length) await setTimeout(5);
  expect(asked).toEqual(people);
  expect(most).toBeLessThanOrEqual(4);
});
