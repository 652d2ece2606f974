import { contentRpc, engagementRpc, identityRpc, type QuestionView } from '@hearsay/contracts';
import type { RpcClient } from '@hearsay/messaging';
import { describe, expect, it } from '@jest/globals';
import { questionPlace } from '../tests/fake-questions.suite.js';
import { questionView } from '../tests/views.suite.js';
import { Counters } from './counters.js';
import { ListedItems } from './listed-items.js';
import { People } from './people.js';

describe('the items of a list', () => {
  it('a list has all its items even if the cache evicts some items during the read', async () => {
    const content = new Map<string, QuestionView>();
    const kept = questionView({ title: 'kept' });
    const read = questionView({ title: 'read' });
    const longs = Array.from({ length: 5 }, () => questionView({ description: 'x'.repeat(2_000_000) }));
    for (const view of [kept, read, ...longs]) content.set(view.id, view);
    const waiting: (() => void)[] = [];
    let isSlow = false;
    const rpc = {
      call: async (rpcOf: { name: string }, { ids }: { ids: string[] }) => {
        if (rpcOf.name === engagementRpc.contentCounts.name) return { counts: [] };
        if (rpcOf.name === identityRpc.people.name) return { people: [] };
        expect(rpcOf.name).toBe(contentRpc.questionViews.name);
        if (isSlow && ids.includes(read.id)) await new Promise<void>((resolve) => waiting.push(resolve));
        return { questions: ids.flatMap((id) => content.get(id) ?? []), to: ids.length };
      },
    } as unknown as RpcClient;
    const listed = new ListedItems(rpc, new People(rpc), new Counters(rpc));
    const titlesOf = async (...views: QuestionView[]) =>
      (await listed.views(views.map((view) => questionPlace(view)))).listed.map(
        ({ view }) => (view as QuestionView).title,
      );

    expect(await titlesOf(kept)).toEqual(['kept']);
    isSlow = true;
    const page = titlesOf(kept, read);
    await new Promise((resolve) => setImmediate(resolve));
    await titlesOf(...longs);
    waiting[0]!();
    expect(await page).toEqual(['kept', 'read']);
  });
});
