import { contentRpc, engagementRpc, identityRpc, moderationRpc } from '@hearsay/contracts';
import type { Actors, Dated, Step } from './actors.ts';
import { type Act, type Deed, developmentPassword, type Message, type Post } from './community.ts';
import { upload } from './upload.ts';

const ask = async ({ calls, idOf }: Actors, post: Post, act: Dated): Promise<string> => {
  const input = {
    targetId: post.whom === null ? null : idOf(post.whom),
    title: post.words!,
    description: post.text,
    isAnonymous: post.isAnonymous,
    allowAnonymousAnswers: !post.isByNameOnly,
    replyBoostThreshold: post.threshold,
  };
  return (await calls.call(contentRpc.askQuestion, input, act)).question.id;
};

/** Bytes are uploaded once. A repeated seed finds its episodes by title. */
const publish = async (actors: Actors, gateway: string, post: Post, act: Dated): Promise<string> => {
  const { calls, idOf, usernameOf } = actors;
  const { podcasts } = await calls.call(contentRpc.ownPodcastsPage, { before: null }, { accountId: idOf(post.by) });
  const known = podcasts.find(({ title }) => title === post.words);
  if (known) return known.id;
  const login = { username: usernameOf(post.by), password: developmentPassword };
  const { token } = await calls.call(identityRpc.login, login);
  const file = post.whom!;
  const uploadId = await upload(gateway, token, file);
  const mediaType = file.endsWith('.webm') ? ('video' as const) : ('audio' as const);
  const input = { title: post.words!, description: post.text, mediaType, uploadId };
  return (await calls.call(contentRpc.publishPodcast, input, act)).podcast.id;
};

export const stepsOf = (actors: Actors, gateway: string, post: Post, name: string): Step[] => {
  const { calls } = actors;
  const isQuestion = post.verb === 'asks';
  let postId = '';
  const messageIds: string[] = [];
  const chat = `${name} chat`;
  // A reveal has a number in the chat, so the boosts behind it share its place.
  const hasReveal = [post, ...post.deeds].some(({ threshold }) => threshold > 0);
  const placeOf = (line: number | null) => (line === null ? name : `${name} ${line}`);
  const contentOf = (line: number | null) => {
    if (line !== null) return { contentType: 'discussion' as const, contentId: messageIds[line]! };
    return { contentType: isQuestion ? ('question' as const) : ('podcast' as const), contentId: postId };
  };
  const step = ({ by, ago }: Act, verb: string, places: readonly string[], run: Step['run']): Step => ({
    by,
    ago,
    key: `${name} ${verb} ${by}`,
    places,
    run,
  });

  const begin = step(post, post.verb, [name, chat], async (act) => {
    postId = await (isQuestion ? ask(actors, post, act) : publish(actors, gateway, post, act));
  });
  const say = ({ by, ago, parent, isAnonymous, words }: Message, line: number) =>
    step({ by, ago }, `says ${line}`, [chat, placeOf(line)], async (act) => {
      const parentReplyId = parent === null ? null : messageIds[parent]!;
      const input = { questionId: postId, content: words, isAnonymous, parentReplyId };
      messageIds[line] = (await calls.call(contentRpc.postReply, input, act)).reply.id;
    });
  const boost = (act: Act, line: number | null) =>
    step(act, `boosts ${line}`, [line === null && hasReveal ? chat : placeOf(line)], async (dated) => {
      const input = { ...contentOf(line), isBoosted: true };
      const { hasReachedThreshold, boostPeak } = await calls.call(engagementRpc.setBoost, input, dated);
      if (!hasReachedThreshold) return;
      // As in the gateway, a reached threshold opens before the boost is answered.
      await calls.call(contentRpc.latchReveal, { questionId: postId, boostPeak }, { now: dated.now });
    });
  const play = (act: Act) =>
    step(act, 'plays', [name], (dated) => calls.call(contentRpc.playPodcast, { id: postId }, dated));
  const approve =
    ({ words, threshold }: Deed) =>
    (act: Dated) =>
      words === null
        ? calls.call(contentRpc.approveQuestion, { questionId: postId }, act)
        : calls.call(
            contentRpc.approveWithReply,
            { questionId: postId, content: words, boostThreshold: threshold },
            act,
          );
  const deedSteps = (deed: Deed): Step[] => {
    const { verb, words, about, resolved } = deed;
    const line = about === null ? null : post.chat.findIndex(({ by }) => by === about);
    if (line === -1) throw new Error(`${about} says nothing under: ${post.words}`);
    const place = placeOf(line);
    if (verb === 'approves') return [step(deed, verb, [name, chat], approve(deed))];
    if (verb === 'ignores')
      return [
        step(deed, verb, [name, chat], (act) => calls.call(contentRpc.ignoreQuestion, { questionId: postId }, act)),
      ];
    if (verb === 'reposts') {
      const run = (act: Dated) => calls.call(engagementRpc.repost, { ...contentOf(line), text: words }, act);
      return [step(deed, `${verb} ${line}`, [place], run)];
    }
    if (verb !== 'reports') throw new Error(`Nobody can do this to a post: ${verb}`);
    let reportId = '';
    const file = step(deed, `${verb} ${line}`, [place], async (act) => {
      const input = { ...contentOf(line), reason: words! };
      reportId = (await calls.call(moderationRpc.fileReport, input, act)).report.id;
    });
    const resolve = (by: Act) =>
      step(by, `resolves ${deed.by} ${line}`, [place], (act) =>
        calls.call(moderationRpc.resolveReport, { reportId }, act),
      );
    return resolved ? [file, resolve(resolved)] : [file];
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
