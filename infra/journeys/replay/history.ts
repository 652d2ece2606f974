import {
  type Discussion,
  gamificationRpc,
  identityRpc,
  type Notification,
  type Podcast,
  type Question,
  type Report,
} from '@hearsay/contracts';
import { eventually } from '@hearsay/testing';
import { Client, newcomer } from '../client.ts';
import { askServices } from '../operator.ts';
import { grantRole } from '../roles.ts';
import { settled } from '../settled.ts';
import { shortEpisode } from '../sounds.ts';
import { killAndReturn, type System } from '../system.ts';

const hourMs = 3_600_000;
const password = 'a long enough password';

interface Cast {
  readonly system: System;
  readonly maya: Client;
  readonly ines: Client;
  readonly theo: Client;
  readonly bo: Client;
  readonly ambassador: Client;
}

export const liveThrough = async (system: System): Promise<void> => {
  const person = (name: string) => newcomer(system.url, name);
  const cast: Cast = {
    system,
    maya: await person('maya'),
    ines: await person('ines'),
    theo: await person('theo'),
    bo: await person('bo'),
    ambassador: await person('ambassador'),
  };
  await grantRole(system, cast.ambassador, 'ambassador');
  await grantRole(system, cast.bo, 'spotlight');
  for (const scene of [talk, changeOnesMind, askPeople, showOneself, moderate, leave]) {
    await scene(cast);
    await settled(system);
  }
};

const boost = (client: Client, kind: 'question' | 'discussion' | 'podcast', id: string, isBoosted = true) =>
  client.expect('POST', `/api/${kind}s/${id}/boost`, { body: { isBoosted } });
const repost = (client: Client, kind: 'question' | 'discussion' | 'podcast', id: string, repostText?: string) =>
  client.expect('POST', `/api/${kind}s/${id}/repost`, { body: repostText === undefined ? {} : { repostText } });
const publish = (client: Client, title: string) =>
  client.expect<Podcast>('POST', '/api/podcasts', {
    body: { title, description: null, mediaUrl: shortEpisode, mediaType: 'audio' },
  });
const remove = (client: Client, kind: 'question' | 'discussion' | 'podcast', id: string) =>
  client.expect('DELETE', `/api/${kind}s/${id}`);

const talk = async ({ maya, ines, theo, bo }: Cast): Promise<void> => {
  for (const isAnonymous of [false, true]) {
    const question = await maya.ask({
      title: 'What did you do?',
      description: 'I hid it',
      isAnonymous,
      replyBoostThreshold: 2,
    });
    const answer = await ines.say(question.id, 'I ran', { isAnonymous });
    await theo.say(question.id, 'I stayed', { parentReplyId: answer.id });
    await ines.say(question.id, 'And I came back');
    await maya.say(question.id, 'I wrote it down', { isAnonymous });
    for (const client of [ines, theo, maya]) await boost(client, 'question', question.id);
    for (const client of [maya, bo]) await boost(client, 'discussion', answer.id);
    await repost(theo, 'question', question.id, 'Hear this');
    await repost(bo, 'discussion', answer.id);
  }
  const episode = await publish(theo, 'Night talk');
  await bo.expect('POST', `/api/podcasts/${episode.id}/play`);
  await boost(bo, 'podcast', episode.id);
  await repost(maya, 'podcast', episode.id);
  await maya.expect('POST', `/api/users/${theo.user.id}/follow`);
  await bo.expect('POST', `/api/users/${theo.user.id}/follow`);
  await theo.expect('POST', `/api/users/${bo.user.id}/follow`);
};

const changeOnesMind = async ({ maya, ines, theo, bo }: Cast): Promise<void> => {
  for (const isAnonymous of [false, true]) {
    const edited = await ines.ask({ title: 'Is this right?', description: 'Not yet', isAnonymous });
    await ines.expect('PATCH', `/api/questions/${edited.id}`, {
      body: { title: 'Is it right now?', description: null },
    });
    for (const isBoosted of [true, false, true, false, true]) await boost(bo, 'question', edited.id, isBoosted);
    await boost(theo, 'question', edited.id);
    await boost(theo, 'question', edited.id, false);
    const reply = await theo.say(edited.id, 'It is', { isAnonymous });
    await boost(ines, 'discussion', reply.id);
    await remove(theo, 'discussion', reply.id);
    await theo.say(edited.id, 'It was', { isAnonymous });
    const removed = await maya.ask({ title: 'Forget me', isAnonymous });
    const under = await ines.say(removed.id, 'Never', { isAnonymous });
    await boost(bo, 'question', removed.id);
    await boost(bo, 'discussion', under.id);
    await repost(bo, 'question', removed.id, 'Keep this');
    await remove(maya, 'question', removed.id);
    await repost(theo, 'question', edited.id, 'Look');
    await theo.expect('DELETE', `/api/reposts/${theo.user.id}/${edited.id}`);
    await repost(theo, 'question', edited.id, 'Look again');
  }
  const [kept, gone] = [await publish(ines, 'Day talk'), await publish(ines, 'Small talk')];
  await ines.expect('PATCH', `/api/podcasts/${kept.id}`, { body: { title: 'Noon talk', description: 'Edited' } });
  await boost(maya, 'podcast', gone.id);
  await remove(ines, 'podcast', gone.id);
  await bo.expect('DELETE', `/api/users/${theo.user.id}/follow`);
  await bo.expect('POST', `/api/users/${theo.user.id}/follow`);
  await maya.expect('DELETE', `/api/users/${theo.user.id}/follow`);
};

const askPeople = async ({ system, maya, ines, theo, bo, ambassador }: Cast): Promise<void> => {
  const visitor = new Client(system.url);
  const ask = (client: Client, title: string, isAnonymous: boolean) =>
    client.expect<Question>('POST', '/api/questions', { body: { title, isAnonymous, targetUserId: ines.user.id } });
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
    await ines.expect('POST', `/api/questions/${plain.id}/approve`);
    const body = { content: 'In mine', boostThreshold: 2 };
    const reply = await ines.expect<Discussion>('POST', `/api/questions/${pinned.id}/approve-with-reply`, { body });
    await ines.expect('POST', `/api/questions/${ignored.id}/ignore`);
    await ines.expect('POST', `/api/questions/${removed.id}/approve`);
    await theo.say(removed.id, 'Why not?');
    for (const booster of [theo, maya]) await boost(booster, 'question', pinned.id);
    await boost(theo, 'discussion', reply.id);
    await remove(ines, 'question', removed.id);
    const reported = await ask(client, 'Why do you never answer?', isAnonymous);
    await ines.expect('POST', '/api/reports', {
      body: { contentType: 'question', contentId: reported.id, reason: 'It hurts' },
    });
    await remove(ambassador, 'question', reported.id);
  }
  await ask(bo, 'Still waiting?', false);
};

const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const showOneself = async ({ system, maya, ines, theo, bo, ambassador }: Cast): Promise<void> => {
  const change = (client: Client, part: string, body: object) =>
    client.expect('PATCH', `/api/users/${client.user.id}/${part}`, { body });
  await change(maya, 'gradient-colors', { gradientColors: 'from-purple-400 to-pink-400' });
  await change(maya, 'activity', { showActivity: false });
  await change(theo, 'who-may-ask', { whoMayAsk: 'nobody' });
  await change(bo, 'profile-link', { profileLink: 'https://example.org' });
  await change(bo, 'aura', { aura: 'spotlight' });
  await change(ambassador, 'ambassador-visibility', { hideAmbassadorTitle: true });
  await change(ines, 'profile-image', { profileImage: pixel });
  const grant = (accountId: string, amount: number, now: string) =>
    askServices(system, (calls) =>
      calls.call(gamificationRpc.grantXp, { accountId, amount, reason: 'A prize' }, { now }),
    );
  await grant(bo.user.id, 2000, new Date().toISOString());
  await grant(bo.user.id, -700, new Date().toISOString());
  await askServices(system, (calls) => calls.call(identityRpc.allowReset, { username: bo.user.username }));

  const question = await maya.ask({ title: 'Who rings?' });
  await boost(theo, 'question', question.id);
  await ines.say(question.id, 'I do');
  await settled(system);
  const [newest, second] = await maya.get<Notification[]>('/api/notifications');
  await maya.expect('POST', `/api/notifications/${newest!.id}/read`);
  await maya.expect('POST', `/api/notifications/${second!.id}/read`);
  await change(maya, 'notification-preferences', { newReplies: false, boosts: false, reposts: false });
  await boost(ines, 'question', question.id);
  await boost(bo, 'question', question.id);
  await theo.say(question.id, 'Nobody hears me');
  await repost(theo, 'question', question.id);
  await settled(system);
  await change(maya, 'notification-preferences', { newReplies: true, boosts: true, reposts: true });
  await boost(ambassador, 'question', question.id);
  await boost(theo, 'question', question.id, false);
  await bo.say(question.id, 'Now you do');
  await settled(system);
  await maya.expect('POST', `/api/notifications/${maya.user.id}/read-all`);
  await bo.say(question.id, 'And again');
};

const moderate = async ({ system, maya, ines, theo, bo, ambassador }: Cast): Promise<void> => {
  const [loud, quiet] = [await newcomer(system.url, 'loud'), await newcomer(system.url, 'quiet')];
  const report = (client: Client, contentType: string, contentId: string) =>
    client.expect<Report>('POST', '/api/reports', { body: { contentType, contentId, reason: 'It hurts' } });
  const posts: { question: Question; reply: Discussion }[] = [];
  for (const author of [loud, quiet]) {
    for (const isAnonymous of [false, true]) {
      const question = await author.ask({
        title: 'Who stops me?',
        description: 'Nobody',
        isAnonymous,
        replyBoostThreshold: 3,
      });
      const reply = await author.say((await maya.ask({ title: 'Who is here?' })).id, 'Loudly', { isAnonymous });
      await ines.say(question.id, 'We do', { isAnonymous });
      for (const client of [ines, theo]) {
        await boost(client, 'question', question.id);
        await boost(client, 'discussion', reply.id);
      }
      await repost(bo, 'question', question.id, 'Look at this');
      await report(theo, 'question', question.id);
      await report(maya, 'discussion', reply.id);
      posts.push({ question, reply });
    }
    const episode = await publish(author, 'Louder');
    await boost(theo, 'podcast', episode.id);
    await repost(author, 'question', (await maya.ask({ title: 'Passed on?' })).id, 'By me');
    await author.expect('POST', `/api/users/${maya.user.id}/follow`);
  }
  await settled(system);
  const [first, second] = await ambassador.get<Report[]>('/api/reports/ambassador');
  await ambassador.expect('PATCH', `/api/reports/${first!.id}/status`, { body: { status: 'resolved' } });
  await ambassador.expect('PATCH', `/api/reports/${second!.id}/status`, { body: { status: 'resolved' } });
  for (const { question } of posts) await boost(bo, 'question', question.id);
  await remove(ambassador, 'discussion', posts[0]!.reply.id);
  for (const [subject, isUndone] of [
    [loud, false],
    [quiet, true],
  ] as const) {
    const { wipeId } = await ambassador.expect<{ wipeId: string }>(
      'DELETE',
      `/api/admin/users/${subject.user.id}/content`,
    );
    await settled(system);
    // Acts during the wipe count after its undoing.
    await boost(maya, 'question', (await subject.ask({ title: 'Afterwards?' })).id);
    if (isUndone) await ambassador.expect('POST', `/api/admin/wipes/${wipeId}/undo`);
  }
  await settled(system);
  const role = { username: ambassador.user.username, role: 'ambassador' as const, isGranted: false };
  await askServices(system, (calls) => calls.call(identityRpc.setRole, role));
};

const leave = async ({ system, maya, ines }: Cast): Promise<void> => {
  const [comesBack, stays] = [await newcomer(system.url, 'back'), await newcomer(system.url, 'gone')];
  for (const client of [comesBack, stays]) {
    for (const isAnonymous of [false, true]) {
      const question = await client.ask({ title: 'Shall I go?', description: 'I have packed', isAnonymous });
      await ines.say(question.id, 'Stay', { isAnonymous });
      await boost(ines, 'question', question.id);
      await boost(client, 'question', (await maya.ask({ title: 'Who goes?', isAnonymous })).id);
      await client.say((await maya.ask({ title: 'Who went?' })).id, 'I did', { isAnonymous });
    }
    await repost(client, 'question', (await maya.ask({ title: 'Last words?' })).id, 'These');
    await client.expect('POST', `/api/users/${ines.user.id}/follow`);
    await ines.expect('POST', `/api/users/${client.user.id}/follow`);
  }
  await settled(system);
  await comesBack.expect('DELETE', `/api/users/${comesBack.user.id}`, { body: { password } });
  await settled(system);
  await comesBack.login(comesBack.user.username);
  // An operator dates the other deletion back. A starting process looks for due work.
  const now = new Date(Date.now() - 73 * hourMs).toISOString();
  await askServices(system, (calls) =>
    calls.call(identityRpc.deleteAccount, { password }, { accountId: stays.user.id, now }),
  );
  await killAndReturn(system, 'identity');
  const isGone = async () => (await ines.call('GET', `/api/users/${stays.user.id}`)).status === 404;
  await eventually('the account is erased', isGone);
};
