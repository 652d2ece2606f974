import { randomBytes, randomUUID } from 'node:crypto';
import { contentRpc, engagementRpc, steadyNow } from '@hearsay/contracts';
import { type CommandDefinition, CommandPipeline } from '@hearsay/event-store';
import { connectNats, RpcClient } from '@hearsay/messaging';
import { createLogger, createPool } from '@hearsay/service-runtime';
import { SeedCalls } from '../../seed/calls.ts';
import type { Community, Role } from '../years/community.ts';
import { serveLoad } from './serve-load.ts';

interface Setup {
  readonly natsUrl: string;
  readonly identityUrl: string;
  /** Folder whose services/identity/dist is loaded. */
  readonly root: string;
  readonly community: Community;
  readonly people: Readonly<Record<Role, string>>;
}

const callers = 512;
const timeoutMs = 60_000;
let calls: SeedCalls;
let setup: Setup;
const accounts: string[] = [];
const questions: string[] = [];
let lastReply = '';

const each = async (count: number, work: (index: number) => Promise<unknown>): Promise<number> => {
  let next = 0;
  const caller = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return count;
};

const connect = async (input: Setup): Promise<void> => {
  setup = input;
  calls = new SeedCalls(new RpcClient(await connectNats({ url: input.natsUrl, name: 'bench' }), { prefix: '' }));
};

const accountAt = (index: number): string => accounts[index % accounts.length]!;

/** Registers through identity's own command. All accounts share one password hash, since a hash takes 30 ms. */
const register = async (): Promise<number> => {
  const identity = async (file: string) => import(new URL(`services/identity/dist/${file}`, `file://${setup.root}/`).href);
  const { accountAggregate, registerAccount } = await identity('accounts/account.decider.js');
  const { accountRows } = await identity('accounts/accounts.projection.js');
  const { writeTexts } = await identity('accounts/texts.js');
  const { writeCredentials } = await identity('sessions/credentials.js');
  const { Passwords } = await identity('sessions/passwords.js');
  const log = createLogger({ service: 'bench', level: 'warn' });
  const pool = createPool({ url: setup.identityUrl, service: 'bench-years', max: 2, log });
  const pipeline = new CommandPipeline({
    pool,
    aggregates: [accountAggregate],
    readModels: [accountRows],
    writers: { texts: writeTexts, credentials: writeCredentials },
    idempotencySecret: randomBytes(32),
    publish: () => undefined,
    nudge: () => undefined,
    log,
  });
  const passwordHash = await new Passwords().hash(randomBytes(16).toString('hex'), steadyNow() + timeoutMs);
  await each(setup.community.accounts, async (index) => {
    const input = {
      accountId: randomUUID(),
      usernameTextId: randomUUID(),
      username: `Person${index}`,
      passwordHash,
      isCreator: index % 50 === 0,
    };
    await pipeline.execute(registerAccount as CommandDefinition<typeof input, unknown>, input, {
      accountId: null,
      correlationId: randomUUID(),
      deadline: steadyNow() + timeoutMs,
    });
    accounts[index] = input.accountId;
  });
  await pipeline.stop();
  await pool.end();
  return accounts.length;
};

/** Uses accounts that identity does not know; content and engagement do not ask for them. */
const invent = async (): Promise<number> => {
  for (let index = 0; index < setup.community.accounts; index += 1) accounts.push(randomUUID());
  return accounts.length;
};

/** The writer's posts come first, then the asks to the star, then questions of all others. Every fifth of those is anonymous. */
const ask = (): Promise<number> =>
  each(setup.community.questions, async (index) => {
    const { posts, asks } = setup.community;
    const isAsk = index >= posts && index < posts + asks;
    const { question } = await calls.call(
      contentRpc.askQuestion,
      {
        targetId: isAsk ? setup.people.star : null,
        title: `Question number ${index} of two years`,
        description: null,
        isAnonymous: index >= posts && index % 5 === 0,
        allowAnonymousAnswers: true,
        replyBoostThreshold: 0,
      },
      { accountId: index < posts ? setup.people.writer : index % 200 === 199 ? setup.people.reader : accountAt(index + 1) },
    );
    if (!isAsk) questions[index < posts ? index : index - asks] = question.id;
  });

const reply = (): Promise<number> =>
  each(setup.community.replies, async (index) => {
    const { posts, messages } = setup.community;
    const questionId = index < messages ? questions[posts]! : questions[posts + 1 + ((index - messages) % (questions.length - posts - 1))]!;
    const input = { questionId, content: `Reply number ${index} of two years`, isAnonymous: index % 5 === 0, parentReplyId: null };
    const { reply } = await calls.call(contentRpc.postReply, input, { accountId: accountAt(index) });
    if (index === messages) lastReply = reply.id;
  });

/** Pairs of account and question do not repeat while there are fewer rounds than accounts. */
const boost = ({ from, count }: { from: number; count: number }): Promise<number> =>
  each(count, async (index) => {
    const pair = from + index;
    const contentId = questions[pair % questions.length]!;
    const accountId = accountAt(pair + Math.floor(pair / questions.length) * 997);
    await calls.call(engagementRpc.setBoost, { contentType: 'question', contentId, isBoosted: true }, { accountId });
  });

const follow = async (): Promise<number> => {
  const { followers, followed } = setup.community;
  const { star, reader } = setup.people;
  await each(followers, (index) =>
    calls.call(engagementRpc.setFollow, { accountId: star, isFollowing: true }, { accountId: accountAt(index) }),
  );
  return each(followed, (index) =>
    calls.call(engagementRpc.setFollow, { accountId: accountAt(index), isFollowing: true }, { accountId: reader }),
  );
};

const filled = async () => {
  const { posts } = setup.community;
  return {
    longRoom: questions[posts],
    question: questions[posts + 1],
    reply: lastReply,
    boosted: questions.slice(posts + 1).slice(-1000),
    all: questions,
    accounts,
  };
};

/** Takes over what an earlier run has filled in. */
const resume = async (earlier: { all: string[]; accounts: string[] }): Promise<void> => {
  questions.push(...earlier.all);
  accounts.push(...earlier.accounts);
};

serveLoad({ connect, register, invent, ask, reply, boost, follow, filled, resume });
