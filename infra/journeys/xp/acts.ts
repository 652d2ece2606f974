import { randomUUID } from 'node:crypto';
import {
  contentRpc,
  engagementRpc,
  gamificationRpc,
  identityRpc,
  moderationRpc,
  type Rpc,
  type RpcInput,
} from '@hearsay/contracts';
import fc from 'fast-check';
import type { SeedCalls } from '../../seed/calls.ts';
import { untilReadyAndSettled } from '../settled.ts';
import type { System } from '../system.ts';
import { type Post, XpModel } from './model.ts';

const minuteMs = 60_000;
const peopleCount = 5;
/** `maxActs` × `maxMinutes` must stay below 72 hours, because a wipe cannot be undone after that time. */
const maxActs = 100;
const maxMinutes = 38;

const weights = {
  ask: 6,
  'ask somebody': 2,
  approve: 3,
  reply: 10,
  boost: 20,
  repost: 4,
  remove: 3,
  wipe: 1,
  undo: 1,
  grant: 1,
};
type Kind = keyof typeof weights;
export const actKinds = Object.keys(weights) as Kind[];

interface Act {
  readonly kind: Kind;
  readonly who: number;
  readonly which: number;
  readonly isAnonymous: boolean;
  readonly minutes: number;
}

export const histories: fc.Arbitrary<Act[]> = fc.array(
  fc.record({
    kind: fc.oneof(...actKinds.map((kind) => ({ weight: weights[kind], arbitrary: fc.constant(kind) }))),
    who: fc.nat(peopleCount - 1),
    which: fc.nat(1000),
    isAnonymous: fc.boolean(),
    minutes: fc.integer({ min: 1, max: maxMinutes }),
  }),
  { minLength: 0.6 * maxActs, maxLength: maxActs, size: 'max' },
);

/** Performs each act in the system and in the model. A person is an index of `ids`. */
export class ActorGroup {
  readonly model = new XpModel();
  readonly ids: readonly string[];
  readonly done = new Set<Kind>();
  readonly #system: System;
  readonly #calls: SeedCalls;
  #now = Date.now() - (maxActs + peopleCount) * maxMinutes * minuteMs;

  private constructor(system: System, calls: SeedCalls, ids: readonly string[]) {
    this.#system = system;
    this.#calls = calls;
    this.ids = ids;
  }

  static async gather(system: System, calls: SeedCalls): Promise<ActorGroup> {
    const join = async (): Promise<string> => {
      const username = `p-${randomUUID().slice(0, 18)}`;
      const { signedIn } = await calls.call(identityRpc.register, { username, password: 'a long enough password' });
      // A repeated registration returns no account, so the account is found by its name.
      return signedIn?.person.id ?? (await calls.call(identityRpc.accountByName, { username })).accountId!;
    };
    const group = new ActorGroup(system, calls, await Promise.all(Array.from({ length: peopleCount }, join)));
    for (const who of group.ids.keys())
      await group.perform({ kind: 'ask', who, which: 0, isAnonymous: who % 2 === 1, minutes: 1 });
    return group;
  }

  /** Skips an act without a target. @throws when a service refuses it */
  async perform(act: Act): Promise<void> {
    this.#now += act.minutes * minuteMs;
    const done = this.#begin(act);
    if (done) this.done.add(act.kind);
    await done;
  }

  #begin({ kind, who, which, isAnonymous }: Act): Promise<void> | undefined {
    const { model } = this;
    const pick = <T>(items: readonly T[]): T | undefined => items[which % items.length];
    switch (kind) {
      case 'ask':
        return this.#ask(who, isAnonymous, null);
      case 'ask somebody':
        return this.#ask(who, isAnonymous, (who + 1 + (which % (peopleCount - 1))) % peopleCount);
      case 'approve': {
        const question = pick(model.pending);
        return question && this.#approve(question, which % 2 === 0);
      }
      case 'reply': {
        const question = pick(model.present.filter(({ under }) => under === null));
        return question && this.#reply(question, who, isAnonymous);
      }
      case 'boost': {
        const post = pick(model.present);
        return post && this.#boost(post, who);
      }
      case 'repost': {
        const post = pick(model.present);
        return post && this.#repost(post, who);
      }
      case 'remove': {
        const post = pick(model.present);
        return post && this.#remove(post);
      }
      case 'wipe':
        return this.#wipe(which % peopleCount, who);
      case 'undo': {
        const wipe = pick(model.wipes.filter(({ isUndone }) => !isUndone));
        return wipe && this.#undo(wipe.id, who);
      }
      case 'grant':
        return this.#grant(who, ((which % 9) - 2) * 60 + 1);
    }
  }

  call<R extends Rpc>(rpc: R, input: RpcInput<R>, who: number) {
    return this.#calls.call(rpc, input, { accountId: this.ids[who]!, now: new Date(this.#now).toISOString() });
  }

  get #day(): string {
    return new Date(this.#now).toISOString().slice(0, 10);
  }

  async #ask(author: number, isAnonymous: boolean, target: number | null): Promise<void> {
    const words = { title: 'Who was it?', description: null, allowAnonymousAnswers: true, replyBoostThreshold: 0 };
    const targetId = target === null ? null : this.ids[target]!;
    const { question } = await this.call(contentRpc.askQuestion, { ...words, isAnonymous, targetId }, author);
    this.model.ask({ id: question.id, author, isAnonymous, target }, this.#day);
  }

  async #approve(question: Post, withReply: boolean): Promise<void> {
    const questionId = question.id;
    const target = question.target!;
    if (!withReply) {
      await this.call(contentRpc.approveQuestion, { questionId }, target);
      this.model.approve(question, this.#day);
      return;
    }
    const { reply } = await this.call(
      contentRpc.approveWithReply,
      { questionId, content: 'It was me', boostThreshold: 1 },
      target,
    );
    this.model.approve(question, this.#day);
    this.model.reply({ id: reply.id, author: target, isAnonymous: false, under: question }, this.#day);
  }

  async #reply(under: Post, author: number, isAnonymous: boolean): Promise<void> {
    const words = { questionId: under.id, content: 'Not me', isAnonymous, parentReplyId: null };
    const { reply } = await this.call(contentRpc.postReply, words, author);
    this.model.reply({ id: reply.id, author, isAnonymous, under }, this.#day);
  }

  /** Boosts the post, or takes the boost back. */
  async #boost(post: Post, booster: number): Promise<void> {
    const { contentType, id: contentId } = post;
    const answer = await this.call(engagementRpc.setBoost, { contentType, contentId, isBoosted: null }, booster);
    const isBoosted = this.model.toggleBoost(post, booster, this.#day);
    mustBeSame(
      `the boost of ${contentId}`,
      [answer.isBoosted, answer.boostCount],
      [isBoosted, this.model.boostsOf(post)],
    );
  }

  /** Reposts the post, or takes the repost back. */
  async #repost(post: Post, person: number): Promise<void> {
    const { contentType, id: contentId } = post;
    const isReposted = !this.model.hasReposted(post, person);
    if (isReposted) await this.call(engagementRpc.repost, { contentType, contentId, text: null }, person);
    else
      await this.call(
        engagementRpc.removeRepost,
        { reposterId: this.ids[person]!, contentId, isAmbassador: false },
        person,
      );
    this.model.setRepost(post, person, isReposted);
  }

  async #remove(post: Post): Promise<void> {
    // A pool must pay the XP of an anonymous post before the removal. In this system pools have no delay.
    if (post.isAnonymous) await untilReadyAndSettled(this.#system);
    const removal = { contentType: post.contentType, contentId: post.id, isAmbassador: false };
    await this.call(contentRpc.removeContent, removal, post.author);
    this.model.remove(post);
  }

  async #wipe(subject: number, ambassador: number): Promise<void> {
    await untilReadyAndSettled(this.#system);
    const { wipeId } = await this.call(moderationRpc.startWipe, { subjectId: this.ids[subject]! }, ambassador);
    await untilReadyAndSettled(this.#system);
    this.model.wipe(wipeId, subject);
  }

  async #undo(wipeId: string, ambassador: number): Promise<void> {
    await this.call(moderationRpc.undoWipe, { wipeId }, ambassador);
    await untilReadyAndSettled(this.#system);
    this.model.undoWipe(wipeId);
  }

  async #grant(person: number, amount: number): Promise<void> {
    const input = { accountId: this.ids[person]!, amount, reason: 'A prize' };
    await this.call(gamificationRpc.grantXp, input, person);
    this.model.grant(person, amount);
  }
}

/** @throws with both values if they differ */
export const mustBeSame = (what: string, actual: unknown, wanted: unknown): void => {
  const [is, should] = [JSON.stringify(actual), JSON.stringify(wanted)];
  if (is !== should) throw new Error(`${what}: ${is}, by the model ${should}`);
};
