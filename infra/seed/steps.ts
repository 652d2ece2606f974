import { contentRpc, engagementRpc, identityRpc, moderationRpc } from '@hearsay/contracts';
import type { SeedCallOptions, SeedCalls } from './calls.ts';
import {
  type Act,
  type Deed,
  developmentPassword,
  guestKey,
  type Message,
  type Post,
  usernameOf,
} from './community.ts';
import { upload } from './upload.ts';

const inFlight = 300;

type Dated = SeedCallOptions & { readonly now: string };

/** A call of the seed. Steps with the same `place` run one after the other, in order of time. */
export interface Step extends Act {
  readonly key: string;
  readonly places: readonly string[];
  readonly run: (act: Dated) => Promise<unknown>;
}

/** Adds account and time to each act. All times count back from `instant` (ms). Needs the filled `ids`. */
export const makeActors = (calls: SeedCalls, instant: number) => {
  const ids = new Map<string, string>();
  const idOf = (key: string): string => {
    const id = ids.get(key);
    if (id === undefined) throw new Error(`Nobody is called ${key}`);
    return id;
  };
  const nowAt = (ago: number): string => new Date(instant - ago * 1000).toISOString();
  return {
    calls,
    ids,
    idOf,
    nowAt,
    at: ({ by, ago }: Act, key: string): Dated => ({
      ...(by !== guestKey && { accountId: idOf(by) }),
      now: nowAt(ago),
      key,
    }),
  };
};
export type Actors = ReturnType<typeof makeActors>;

/** Runs up to 300 steps at once. Each waits for the earlier steps that share a place with it. */
export const runSteps = async (actors: Actors, steps: readonly Step[], onDone: () => void): Promise<void> => {
  const lastAt = new Map<string, Promise<void>>();
  const running = new Set<Promise<void>>();
  for (const step of steps) {
    const before = Promise.all(step.places.map((place) => lastAt.get(place)));
    const done = before.then(() => step.run(actors.at(step, step.key))).then(onDone);
    for (const place of step.places) lastAt.set(place, done);
    running.add(done);
    const leave = () => running.delete(done);
    done.then(leave, leave);
    if (running.size >= inFlight) await Promise.race(running);
  }
  await Promise.all(running);
};

const ask = async ({ calls, idOf }: Actors, post: Post, act: Dated): Promise<string> => {
  const input = {
    targetId: post.whom === null ? null : idOf(post.whom),
    title: post.words,
    description: post.text,
    isAnonymous: post.isAnonymous,
    allowAnonymousAnswers: !post.isByNameOnly,
    replyBoostThreshold: post.threshold,
  };
  return (await calls.call(contentRpc.askQuestion, input, act)).question.id;
};

/** Publishes an episode, unless the person already has an episode with this title. */
const publish = async ({ calls, idOf }: Actors, gateway: string, post: Post, act: Dated) => {
  const { podcasts } = await calls.call(contentRpc.ownPodcastsPage, { before: null }, { accountId: idOf(post.by) });
  const known = podcasts.find(({ title }) => title === post.words);
  if (known) return known.id;
  const login = { username: usernameOf(post.by), password: developmentPassword };
  const { token } = await calls.call(identityRpc.login, login);
  const mediaType: 'video' | 'audio' = post.whom!.endsWith('.webm') ? 'video' : 'audio';
  const uploadId = await upload(gateway, token, post.whom!);
  const input = { title: post.words, description: post.text, mediaType, uploadId };
  return (await calls.call(contentRpc.publishPodcast, input, act)).podcast.id;
};

/** The steps of one post and its chat. `name` distinguishes its idempotency keys from those of other posts. */
export const makeSteps = (actors: Actors, gateway: string, post: Post, name: string): Step[] => {
  const { calls } = actors;
  const contentType: 'question' | 'podcast' = post.verb === 'asks' ? 'question' : 'podcast';
  let questionId = '';
  const messageIds: string[] = [];
  // A post and its chat share one `place`, so that messages and the reveal get the room's numbers in order of time.
  const placeOf = (line: number | null) => (line === null ? name : `${name} ${line}`);
  const contentOf = (line: number | null) =>
    line === null
      ? { contentType, contentId: questionId }
      : { contentType: 'discussion' as const, contentId: messageIds[line]! };
  const step = ({ by, ago }: Act, verb: string, places: readonly string[], run: Step['run']): Step => {
    return { by, ago, key: `${name} ${verb} ${by}`, places, run };
  };

  const begin = step(post, post.verb, [name], async (act) => {
    questionId = await (contentType === 'question' ? ask(actors, post, act) : publish(actors, gateway, post, act));
  });
  const say = ({ by, ago, parent, isAnonymous, words }: Message, line: number) =>
    step({ by, ago }, `says ${line}`, [name, placeOf(line)], async (act) => {
      const parentReplyId = parent === null ? null : messageIds[parent]!;
      const input = { questionId, content: words, isAnonymous, parentReplyId };
      messageIds[line] = (await calls.call(contentRpc.postReply, input, act)).reply.id;
    });
  const boost = (act: Act, line: number | null) =>
    step(act, `boosts ${line}`, [placeOf(line)], async (dated) => {
      const input = { ...contentOf(line), isBoosted: true };
      const { hasReachedThreshold, boostPeak } = await calls.call(engagementRpc.setBoost, input, dated);
      // Like the gateway, latches the reveal before the step of the boost ends.
      if (hasReachedThreshold) await calls.call(contentRpc.latchReveal, { questionId, boostPeak }, { now: dated.now });
    });
  const play = (act: Act) =>
    step(act, 'plays', [name], (dated) => calls.call(contentRpc.playPodcast, { id: questionId }, dated));
  const deedSteps = (deed: Deed): Step[] => {
    const { verb, words, about, resolved } = deed;
    const line = about === null ? null : post.chat.findIndex(({ by }) => by === about);
    if (line === -1) throw new Error(`${about} says nothing under: ${post.words}`);
    const decide = (run: Step['run']) => [step(deed, verb, [name], run)];
    const aboutIt = (by: Act, what: string, run: Step['run']) => step(by, `${what} ${line}`, [placeOf(line)], run);
    let reportId = '';
    switch (verb) {
      case 'approves':
        if (words === null) return decide((act) => calls.call(contentRpc.approveQuestion, { questionId }, act));
        return decide((act) => {
          const input = { questionId, content: words, boostThreshold: deed.threshold };
          return calls.call(contentRpc.approveWithReply, input, act);
        });
      case 'ignores':
        return decide((act) => calls.call(contentRpc.ignoreQuestion, { questionId }, act));
      case 'reposts':
        return [
          aboutIt(deed, verb, (act) => calls.call(engagementRpc.repost, { ...contentOf(line), text: words }, act)),
        ];
      case 'reports': {
        const file = aboutIt(deed, verb, async (act) => {
          const input = { ...contentOf(line), reason: words! };
          reportId = (await calls.call(moderationRpc.fileReport, input, act)).report.id;
        });
        const resolve = (by: Act) =>
          aboutIt(by, `resolves ${deed.by}`, (act) => calls.call(moderationRpc.resolveReport, { reportId }, act));
        return resolved ? [file, resolve(resolved)] : [file];
      }
      default:
        throw new Error(`Nobody can do this to a post: ${verb}`);
    }
  };

  return [
    begin,
    ...post.deeds.flatMap(deedSteps),
    ...post.chat.map(say),
    ...post.plays.map(play),
    ...post.boosts.map((act) => boost(act, null)),
    ...post.chat.flatMap(({ boosts }, line) => boosts.map((act) => boost(act, line))),
  ];
};
