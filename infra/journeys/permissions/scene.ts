import { contentRpc } from '@hearsay/contracts';
import { Client, registerNewcomer } from '../client.ts';
import { withServiceCalls } from '../operator.ts';
import { grantRole } from '../roles.ts';
import { untilReadyAndSettled } from '../settled.ts';
import type { System } from '../system.ts';

/**
 * The owner has posted everything, and has asked the target. The fan is an uninvolved person. Roles make their calls in
 * this order, so that the owner's deletions come last.
 */
export const roles = ['visitor', 'fan', 'spotlight', 'ambassador', 'target', 'owner'] as const;
export type Role = (typeof roles)[number];

const base64 = (text: string) => Buffer.from(text).toString('base64');
export const newUploadHeaders = {
  'tus-resumable': '1.0.0',
  'upload-length': '6',
  'upload-metadata': `filename ${base64('a.wav')},filetype ${base64('audio/wav')},purpose ${base64('podcast')}`,
};

/** Makes a person for every role, and posts of the owner. The methods make content that a call may delete. */
export const prepareScene = async (system: System) => {
  const somebody = (name?: string) => registerNewcomer(system.url, name);
  const people: Readonly<Record<Role, Client>> = {
    visitor: new Client(system),
    fan: await somebody('fan'),
    spotlight: await somebody('spot'),
    ambassador: await somebody('amba'),
    target: await somebody('target'),
    owner: await somebody('owner'),
  };
  const { owner, target, ambassador, fan } = people;
  await grantRole(system, people.spotlight, 'spotlight');
  await grantRole(system, ambassador, 'ambassador');

  /** Asks at a past date, because a person may ask another person only ten times a day. */
  const question = async (state: 'approved' | 'pending'): Promise<string> => {
    const words = { title: 'What do you think?', description: null, isAnonymous: false };
    const input = { ...words, allowAnonymousAnswers: true, replyBoostThreshold: 0, targetId: target.user.id };
    const act = { accountId: owner.user.id, now: '2026-01-02T03:04:05.678Z' };
    const asked = await withServiceCalls(system, (calls) => calls.call(contentRpc.askQuestion, input, act));
    if (state === 'approved') await target.approve(asked.question.id);
    return asked.question.id;
  };
  const guestAsk = async (): Promise<{ id: string; receipt: string }> => {
    const { id, receipt } = await new Client(system).ask({
      title: 'And what do you hide?',
      isAnonymous: true,
      targetUserId: target.user.id,
    });
    if (receipt === null) throw new Error('A guest got no receipt');
    return { id, receipt };
  };
  const freshUpload = async (): Promise<string> => {
    const created = await owner.call('POST', '/api/uploads', { headers: newUploadHeaders, key: null });
    const location = created.headers.get('location');
    if (created.status !== 201 || !location) throw new Error(`An upload was answered with ${created.status}`);
    return location.split('/').at(-1)!;
  };

  const [podcast, approved, pending] = [await owner.publish(), await question('approved'), await question('pending')];
  const room = await target.ask({ title: 'What do you say?' });
  const reply = await owner.say(room.id, 'This');
  await fan.boost('question', approved);
  await untilReadyAndSettled(system);
  const about = (await owner.notifications()).find(({ type }) => type === 'boost');
  if (!about) throw new Error('The owner was not notified of a boost');
  let untouchedUpload: Promise<string> | undefined;

  const freshReply = async () => (await owner.say(room.id, 'And this')).id;
  return {
    people,
    notificationId: about.id,
    podcast,
    reply,
    approved,
    pending,
    question,
    freshReply,
    guestAsk,
    somebody,
    idOf: (role: Role) => (role === 'visitor' ? owner : people[role]).user.id,
    async freshRepost() {
      const id = await question('approved');
      await owner.repost('question', id);
      return id;
    },
    async freshReportedAsk() {
      const id = await question('pending');
      await target.report('question', id);
      return id;
    },
    freshReport: async () => fan.report('discussion', await freshReply()),
    /** An empty upload of the owner. Other roles share one, because a person may have only a few uploads. */
    uploadFor(role: Role): Promise<string> {
      if (role === 'owner') return freshUpload();
      untouchedUpload ??= freshUpload();
      return untouchedUpload;
    },
    async freshWipe() {
      const { user } = await somebody('wiped');
      return (await ambassador.wipe(user.id)).wipeId;
    },
    async standIn(role: Role): Promise<Client> {
      if (role === 'visitor') return new Client(system);
      const client = await somebody();
      if (role === 'ambassador' || role === 'spotlight') await grantRole(system, client, role);
      return client;
    },
  };
};

export type Scene = Awaited<ReturnType<typeof prepareScene>>;
