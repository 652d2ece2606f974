import { randomUUID } from 'node:crypto';
import { contentRpc, deadlineIn, engagementRpc, Refusal } from '@hearsay/contracts';
import { connectNats, RpcClient } from '@hearsay/messaging';
import { closedLoop, serveLoad } from './serve-load.ts';

/** A load of boosts: who boosts what. Every toggle goes to the next pair of a fixed number of them, whatever the number of questions. */
export interface BoostPairs {
  readonly questionIds: readonly string[];
  readonly pairs: number;
}

/** How many times each pair was toggled, as the answers say. */
export interface Toggles {
  readonly byQuestion: Readonly<Record<string, { readonly toggles: number; readonly boosts: number }>>;
}

const timeoutMs = 8000;
let rpc: RpcClient;
const accounts: string[] = [];
const togglesOfPair = new Map<string, Uint32Array>();
const nextOf = new Map<string, number>();

const contextOf = (accountId: string) => ({
  correlationId: randomUUID(),
  accountId,
  deadline: deadlineIn(timeoutMs),
});

const keyedContextOf = (accountId: string) => ({ ...contextOf(accountId), idempotencyKey: randomUUID() });

const connect = async ({ natsUrl, mostAccounts }: { natsUrl: string; mostAccounts: number }): Promise<void> => {
  rpc = new RpcClient(await connectNats({ url: natsUrl, name: 'bench' }), { prefix: '' });
  for (let count = 0; count < mostAccounts; count += 1) accounts.push(randomUUID());
};

/** Asks `count` questions and answers their ids. */
const ask = async ({ count }: { count: number }): Promise<string[]> => {
  const ids: string[] = [];
  const asker = accounts[0] ?? randomUUID();
  for (let from = 0; from < count; from += 100) {
    const asked = await Promise.all(
      Array.from({ length: Math.min(100, count - from) }, (_, index) =>
        rpc.call(
          contentRpc.askQuestion,
          {
            title: `Measured ${from + index}`,
            description: null,
            isAnonymous: false,
            allowAnonymousAnswers: true,
            replyBoostThreshold: 0,
          },
          contextOf(asker),
        ),
      ),
    );
    ids.push(...asked.map(({ question }) => question.id));
  }
  return ids;
};

const boost = ({
  name,
  questionIds,
  pairs,
  callers,
  seconds,
}: BoostPairs & { name: string; callers: number; seconds: number }) => {
  let toggles = togglesOfPair.get(name);
  if (!toggles) {
    toggles = new Uint32Array(pairs);
    togglesOfPair.set(name, toggles);
  }
  const counted = toggles;
  let next = nextOf.get(name) ?? 0;
  return closedLoop(callers, seconds, async () => {
    const pair = next;
    next = (next + 1) % pairs;
    nextOf.set(name, next);
    const contentId = questionIds[pair % questionIds.length] ?? '';
    const accountId = accounts[Math.floor(pair / questionIds.length)] ?? '';
    const isBoosted = (counted[pair] ?? 0) % 2 === 0;
    await rpc.call(
      engagementRpc.setBoost,
      { contentType: 'question', contentId, isBoosted },
      keyedContextOf(accountId),
    );
    counted[pair] = (counted[pair] ?? 0) + 1;
  });
};

const missingId = randomUUID();

/** The same call about what does not exist: engagement knows that for two seconds and refuses it behind one look for an earlier result. */
const refused = ({ callers, seconds }: { callers: number; seconds: number }) =>
  closedLoop(callers, seconds, async (caller) => {
    const call = { contentType: 'question' as const, contentId: missingId, isBoosted: true };
    const outcome = await rpc
      .call(engagementRpc.setBoost, call, keyedContextOf(accounts[caller] ?? ''))
      .catch((error: unknown) => error);
    if (!(outcome instanceof Refusal) || outcome.code !== 'not_found')
      throw new Error(`Not refused: ${JSON.stringify(outcome)}`);
  });

const tally = async ({ name, questionIds }: { name: string; questionIds: readonly string[] }): Promise<Toggles> => {
  const byQuestion: Record<string, { toggles: number; boosts: number }> = {};
  const counted = togglesOfPair.get(name) ?? new Uint32Array();
  for (const [pair, toggles] of counted.entries()) {
    const id = questionIds[pair % questionIds.length] ?? '';
    byQuestion[id] ??= { toggles: 0, boosts: 0 };
    byQuestion[id].toggles += toggles;
    byQuestion[id].boosts += toggles % 2;
  }
  return { byQuestion };
};

serveLoad({ connect, ask, boost, refused, tally });
