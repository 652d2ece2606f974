import { contentRpc, engagementRpc } from '@hearsay/contracts';
import type { ActOf, SeedCalls } from './calls.ts';
import type { Act, Plan } from './plan.ts';
import { type Decision, guest } from './stories/story.ts';

/** So many acts may be on their way at once. */
const inFlight = 300;

/** Ids that the services gave, by index of story and line. */
export interface WrittenStory {
  questionId: string;
  readonly replyIds: string[];
}

const boostsOf = (story: number, line: number | null): string => `boosts ${story} ${line}`;

/** Carries planned acts out through the services' commands. */
export class ActWriter {
  readonly written: readonly WrittenStory[];
  readonly #calls: SeedCalls;
  readonly #plan: Plan;
  readonly #ids: ReadonlyMap<string, string>;
  readonly #instant: number;

  constructor(calls: SeedCalls, plan: Plan, options: { ids: ReadonlyMap<string, string>; instant: number }) {
    this.#calls = calls;
    this.#plan = plan;
    this.#ids = options.ids;
    this.#instant = options.instant;
    this.written = plan.stories.map(() => ({ questionId: '', replyIds: [] }));
  }

  /** In the order of time, as far as acts touch the same thing; others do not wait for each other. `onDone` hears of each. */
  async write(acts: readonly Act[], onDone: () => void): Promise<void> {
    const lastOf = new Map<string, Promise<void>>();
    const running = new Set<Promise<void>>();
    for (const act of acts) {
      const place = this.#placeOf(act);
      const done = (lastOf.get(place) ?? Promise.resolve()).then(() => this.#write(act)).then(onDone);
      lastOf.set(place, done);
      // What can be boosted from now on.
      if (act.kind !== 'boost') lastOf.set(boostsOf(act.story, act.kind === 'reply' ? act.line : null), done);
      running.add(done);
      const leave = () => running.delete(done);
      done.then(leave, leave);
      if (running.size >= inFlight) await Promise.race(running);
    }
    await Promise.all(running);
  }

  /** Acts of one place wait for each other. Boosts that drive a reveal belong to the chat: the reveal has a number in it. */
  #placeOf(act: Act): string {
    const { threshold, decided } = this.#plan.stories[act.story]!.story;
    const drivesReveal =
      act.kind === 'boost' && act.line === null && (threshold !== undefined || decided?.answer !== undefined);
    return act.kind === 'boost' && !drivesReveal ? boostsOf(act.story, act.line) : `chat ${act.story}`;
  }

  async #write(act: Act): Promise<void> {
    const { story, lines } = this.#plan.stories[act.story]!;
    const written = this.written[act.story]!;
    const now = new Date(this.#instant - act.ago * 1000).toISOString();
    const accountId = this.#ids.get(act.by);
    if (accountId === undefined && act.by !== guest) throw new Error(`${act.by} has no account`);
    const by = { ...(accountId !== undefined && { accountId }), now };
    if (act.kind === 'ask') {
      const { question } = await this.#calls.call(
        contentRpc.askQuestion,
        {
          targetId: story.to === undefined ? null : this.#ids.get(story.to)!,
          title: story.title,
          description: story.description ?? null,
          isAnonymous: story.isAnonymous ?? false,
          allowAnonymousAnswers: !story.refusesAnonymousReplies,
          replyBoostThreshold: story.threshold ?? 0,
        },
        { ...by, key: `ask ${act.story}` },
      );
      written.questionId = question.id;
    } else if (act.kind === 'decide') {
      await this.#decide(story.decided!, written.questionId, { ...by, key: `decide ${act.story}` });
    } else if (act.kind === 'reply') {
      const { words, isAnonymous, parent } = lines[act.line]!;
      const { reply } = await this.#calls.call(
        contentRpc.postReply,
        {
          questionId: written.questionId,
          content: words,
          isAnonymous,
          parentReplyId: parent === null ? null : written.replyIds[parent]!,
        },
        { ...by, key: `reply ${act.story} ${act.line}` },
      );
      written.replyIds[act.line] = reply.id;
    } else {
      await this.#boost(act.line === null ? null : written.replyIds[act.line]!, written.questionId, {
        ...by,
        key: `boost ${act.story} ${act.line} ${act.by}`,
      });
    }
  }

  async #decide({ as, answer }: Decision, questionId: string, by: ActOf): Promise<void> {
    if (as === 'ignored') await this.#calls.call(contentRpc.ignoreQuestion, { questionId }, by);
    else if (!answer) await this.#calls.call(contentRpc.approveQuestion, { questionId }, by);
    else
      await this.#calls.call(
        contentRpc.approveWithReply,
        { questionId, content: answer.words, boostThreshold: answer.threshold },
        by,
      );
  }

  async #boost(replyId: string | null, questionId: string, by: ActOf & { readonly now: string }): Promise<void> {
    const target =
      replyId === null
        ? { contentType: 'question' as const, contentId: questionId }
        : { contentType: 'discussion' as const, contentId: replyId };
    const { hasReachedThreshold, boostPeak } = await this.#calls.call(
      engagementRpc.setBoost,
      { ...target, isBoosted: true },
      by,
    );
    // As the gateway does: what has been reached is open before anybody is answered.
    if (hasReachedThreshold) await this.#calls.call(contentRpc.latchReveal, { questionId, boostPeak }, { now: by.now });
  }
}
