import { type Discussion, gamificationRpc, identityRpc, type Question, type Report } from '@hearsay/contracts';
import { eventually } from '@hearsay/testing';
import { Client, defaultPassword as password, registerNewcomers } from '../client.ts';
import { onePixelPng } from '../media-samples.ts';
import { withServiceCalls } from '../operator.ts';
import { grantRole } from '../roles.ts';
import { untilReadyAndSettled } from '../settled.ts';
import { killAndAwaitRestart, type System } from '../system.ts';

const hourMs = 3_600_000;

interface Cast {
  readonly system: System;
  readonly maya: Client;
  readonly ines: Client;
  readonly theo: Client;
  readonly bo: Client;
  readonly ambassador: Client;
}

export const createHistory = async (system: System): Promise<void> => {
  const [maya, ines, theo, bo, ambassador] = await registerNewcomers(
    system.url,
    'maya',
    'ines',
    'theo',
    'bo',
    'ambassador',
  );
  const cast: Cast = { system, maya, ines, theo, bo, ambassador };
  await grantRole(system, cast.ambassador, 'ambassador');
  await grantRole(system, cast.bo, 'spotlight');
  for (const scene of [talk, changeOnesMind, askPeople, showOneself, moderate, leave]) {
    await scene(cast);
    await untilReadyAndSettled(system);
  }
};

const talk = async ({ maya, ines, theo, bo }: Cast): Promise<void> => {
  for (const isAnonymous of [false, true]) {
    const words = { title: 'What did you do?', description: 'I hid it' };
    const question = await maya.ask({ ...words, isAnonymous, replyBoostThreshold: 2 });
    const answer = await ines.say(question.id, 'I ran', { isAnonymous });
    await theo.say(question.id, 'I stayed', { parentReplyId: answer.id });
    await ines.say(question.id, 'And I came back');
    await maya.say(question.id, 'I wrote it down', { isAnonymous });
    for (const client of [ines, theo, maya]) await client.boost('question', question.id);
    const lockUntil = new Date(Date.now() + hourMs).toISOString();
    const dated = await maya.ask({ ...words, isAnonymous, replyBoostThreshold: 9, lockUntil, ifNotReached: 'open' });
    await theo.boost('question', dated.id);
    for (const replyBoostThreshold of [4, 1])
      await maya.expect('PATCH', `/api/questions/${dated.id}`, { body: { replyBoostThreshold } });
    for (const client of [maya, bo]) await client.boost('discussion', answer.id);
    await theo.repost('question', question.id, 'Hear this');
    await bo.repost('discussion', answer.id);
  }
  const episode = await theo.publish('Night talk');
  await bo.expect('POST', `/api/podcasts/${episode.id}/play`);
  await bo.boost('podcast', episode.id);
  await maya.repost('podcast', episode.id);
  await maya.follow(theo.user.id);
  await bo.follow(theo.user.id);
  await theo.follow(bo.user.id);
  await theo.expect('PUT', `/api/users/${maya.user.id}/mute`, { body: { on: true } });
};

const changeOnesMind = async ({ maya, ines, theo, bo }: Cast): Promise<void> => {
  for (const isAnonymous of [false, true]) {
    const edited = await ines.ask({ title: 'Is this right?', description: 'Not yet', isAnonymous });
    const body = { title: 'Is it right now?', description: null };
    await ines.expect('PATCH', `/api/questions/${edited.id}`, { body });
    for (const isBoosted of [true, false, true, false, true]) await bo.boost('question', edited.id, isBoosted);
    await theo.boost('question', edited.id);
    await theo.boost('question', edited.id, false);
    const reply = await theo.say(edited.id, 'It is', { isAnonymous });
    await ines.boost('discussion', reply.id);
    await theo.remove('discussion', reply.id);
    await theo.say(edited.id, 'It was', { isAnonymous });
    const removed = await maya.ask({ title: 'Forget me', isAnonymous });
    const under = await ines.say(removed.id, 'Never', { isAnonymous });
    await bo.boost('question', removed.id);
    await bo.boost('discussion', under.id);
    await bo.repost('question', removed.id, 'Keep this');
    await maya.remove('question', removed.id);
    await theo.repost('question', edited.id, 'Look');
    await theo.removeRepost(edited.id);
    await theo.repost('question', edited.id, 'Look again');
  }
  const [kept, gone] = [await ines.publish('Day talk'), await ines.publish('Small talk')];
  await ines.expect('PATCH', `/api/podcasts/${kept.id}`, { body: { title: 'Noon talk', description: 'Edited' } });
  const answered = await maya.ask({ title: 'Why at noon?' });
  const marked = [{ questionId: answered.id, at: 0 }];
  for (const body of [marked, [], marked]) await ines.expect('PUT', `/api/podcasts/${kept.id}/answers`, { body });
  const headers = { 'content-type': 'application/x-subrip' };
  for (const words of ['Noon', 'Later'])
    await ines.expect('PUT', `/api/podcasts/${kept.id}/transcript`, {
      ...{ raw: `1\n00:00:00,000 --> 00:00:00,500\n${words}`, headers },
    });
  await maya.boost('podcast', gone.id);
  await ines.remove('podcast', gone.id);
  await bo.expect('DELETE', `/api/users/${theo.user.id}/follow`);
  await bo.follow(theo.user.id);
  await maya.expect('DELETE', `/api/users/${theo.user.id}/follow`);
};

const askPeople = async ({ system, maya, ines, theo, bo, ambassador }: Cast): Promise<void> => {
  const visitor = new Client(system);
  const ask = (client: Client, title: string, isAnonymous: boolean) =>
    client.ask({ title, isAnonymous, targetUserId: ines.user.id });
  for (const [client, isAnonymous] of [
    [maya, false],
    [maya, true],
    [visitor, true],
  ] as const) {
    const [plain, pinned, ignored, removed] = [
      await ask(client, 'Plainly?', isAnonymous),
      await ask(client, 'In your words?', isAnonymous),
      await ask(client, 'Not at all?', isAnonymous),
      await ask(client, 'Not any more?', isAnonymous),
    ];
    for (const { id } of [plain, removed]) await ines.approve(id);
    const reply = await ines.approveWithReply(pinned.id, 'In mine', 2);
    await ines.expect('POST', `/api/questions/${ignored.id}/ignore`);
    await theo.say(removed.id, 'Why not?');
    for (const booster of [theo, maya]) await booster.boost('question', pinned.id);
    await theo.boost('discussion', reply.id);
    await ines.remove('question', removed.id);
    const reported = await ask(client, 'Why do you never answer?', isAnonymous);
    await ines.report('question', reported.id);
    await ambassador.remove('question', reported.id);
  }
  await ask(bo, 'Still waiting?', false);
};

const showOneself = async ({ system, maya, ines, theo, bo, ambassador }: Cast): Promise<void> => {
  await maya.change('gradient-colors', { gradientColors: 'from-purple-400 to-pink-400' });
  await maya.change('activity', { showActivity: false });
  await theo.change('who-may-ask', { whoMayAsk: 'nobody' });
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  await maya.change('who-may-ask', { anonymousAsks: 'off', anonymousAsksOffUntil: tomorrow });
  await bo.change('profile-link', { profileLink: 'https://example.org' });
  await bo.change('aura', { aura: 'spotlight' });
  await ambassador.change('ambassador-visibility', { hideAmbassadorTitle: true });
  await ines.change('profile-image', { profileImage: onePixelPng });
  for (const client of [ines, theo]) await client.change('invitation', { invitation: 'Ask me about night trains' });
  await ambassador.expect('PATCH', `/api/users/${theo.user.id}/invitation`, { body: { invitation: null } });
  const grant = (accountId: string, amount: number, now: string) =>
    withServiceCalls(system, (calls) =>
      calls.call(gamificationRpc.grantXp, { accountId, amount, reason: 'A prize' }, { now }),
    );
  await grant(bo.user.id, 2000, new Date().toISOString());
  await grant(bo.user.id, -700, new Date().toISOString());
  await withServiceCalls(system, (calls) => calls.call(identityRpc.allowReset, { username: bo.user.username }));

  const question = await maya.ask({ title: 'Who rings?' });
  await theo.boost('question', question.id);
  await ines.say(question.id, 'I do');
  await untilReadyAndSettled(system);
  for (const { id } of (await maya.notifications()).slice(0, 2))
    await maya.expect('POST', `/api/notifications/${id}/read`);
  await maya.change('notification-preferences', { newReplies: false, boosts: false, reposts: false });
  await ines.boost('question', question.id);
  await bo.boost('question', question.id);
  await theo.say(question.id, 'Nobody hears me');
  await theo.repost('question', question.id);
  await untilReadyAndSettled(system);
  await maya.change('notification-preferences', { newReplies: true, boosts: true, reposts: true });
  await ambassador.boost('question', question.id);
  await theo.boost('question', question.id, false);
  await bo.say(question.id, 'Now you do');
  await untilReadyAndSettled(system);
  await maya.expect('POST', `/api/notifications/${maya.user.id}/read-all`);
  await bo.say(question.id, 'And again');
};

const moderate = async ({ system, maya, ines, theo, bo, ambassador }: Cast): Promise<void> => {
  const [loud, quiet] = await registerNewcomers(system.url, 'loud', 'quiet');
  const posts: { question: Question; reply: Discussion }[] = [];
  for (const author of [loud, quiet]) {
    for (const isAnonymous of [false, true]) {
      const words = { title: 'Who stops me?', description: 'Nobody' };
      const question = await author.ask({ ...words, isAnonymous, replyBoostThreshold: 3 });
      const reply = await author.say((await maya.ask({ title: 'Who is here?' })).id, 'Loudly', { isAnonymous });
      await ines.say(question.id, 'We do', { isAnonymous });
      for (const client of [ines, theo]) {
        await client.boost('question', question.id);
        await client.boost('discussion', reply.id);
      }
      await bo.repost('question', question.id, 'Look at this');
      await theo.report('question', question.id);
      await maya.report('discussion', reply.id);
      posts.push({ question, reply });
    }
    await author.change('invitation', { invitation: 'Ask me anything' });
    await maya.report('user', author.user.id);
    const episode = await author.publish('Louder');
    await theo.boost('podcast', episode.id);
    await author.repost('question', (await maya.ask({ title: 'Passed on?' })).id, 'By me');
    await author.follow(maya.user.id);
  }
  await untilReadyAndSettled(system);
  const reports = await ambassador.get<Report[]>('/api/reports/ambassador');
  for (const { id } of reports.slice(0, 2)) await ambassador.resolve(id);
  for (const { question } of posts) await bo.boost('question', question.id);
  await ambassador.remove('discussion', posts[0]!.reply.id);
  for (const [subject, isUndone] of [
    [loud, false],
    [quiet, true],
  ] as const) {
    const { wipeId } = await ambassador.wipe(subject.user.id);
    await untilReadyAndSettled(system);
    // A post and a boost during the wipe must count after the undo of the wipe.
    await maya.boost('question', (await subject.ask({ title: 'Afterwards?' })).id);
    if (isUndone) await ambassador.undoWipe(wipeId);
  }
  await untilReadyAndSettled(system);
  const role = { username: ambassador.user.username, role: 'ambassador' as const, isGranted: false };
  await withServiceCalls(system, (calls) => calls.call(identityRpc.setRole, role));
};

const leave = async ({ system, maya, ines }: Cast): Promise<void> => {
  const [comesBack, stays] = await registerNewcomers(system.url, 'back', 'gone');
  for (const client of [comesBack, stays]) {
    for (const isAnonymous of [false, true]) {
      const question = await client.ask({ title: 'Shall I go?', description: 'I have packed', isAnonymous });
      await ines.say(question.id, 'Stay', { isAnonymous });
      await ines.boost('question', question.id);
      await client.boost('question', (await maya.ask({ title: 'Who goes?', isAnonymous })).id);
      await client.say((await maya.ask({ title: 'Who went?' })).id, 'I did', { isAnonymous });
    }
    await client.repost('question', (await maya.ask({ title: 'Last words?' })).id, 'These');
    await client.follow(ines.user.id);
    await ines.follow(client.user.id);
  }
  await untilReadyAndSettled(system);
  await comesBack.deleteAccount();
  await untilReadyAndSettled(system);
  await comesBack.login(comesBack.user.username);
  // Dates the deletion 73 hours back, so that identity erases the account at its next start, and all sweeps are due.
  const now = new Date(Date.now() - 73 * hourMs).toISOString();
  await withServiceCalls(system, (calls) =>
    calls.call(identityRpc.deleteAccount, { password }, { accountId: stays.user.id, now }),
  );
  await killAndAwaitRestart(system, 'identity');
  const isGone = async () => (await ines.call('GET', `/api/users/${stays.user.id}`)).status === 404;
  await eventually('the account is erased', isGone);
};
