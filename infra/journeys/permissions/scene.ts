import { contentRpc, type Discussion, type Podcast, type Question, type Report } from '@hearsay/contracts';
import { Client, newcomer } from '../client.ts';
import { askServices } from '../operator.ts';
import { grantRole } from '../roles.ts';
import { settled } from '../settled.ts';
import { shortEpisode } from '../sounds.ts';
import type { System } from '../system.ts';
import type { Role } from './verdicts.ts';

type Asked = Pick<Question, 'id'>;

export class Scene {
  readonly people: Readonly<Record<Role, Client>>;
  readonly notificationId: string;
  readonly podcast: Podcast;
  readonly reply: Discussion;
  readonly approved: Asked;
  readonly pending: Asked;
  readonly #system: System;
  #untouchedUpload: Promise<string> | undefined;

  private constructor(
    system: System,
    made: Pick<Scene, 'people' | 'notificationId' | 'podcast' | 'reply' | 'approved' | 'pending'>,
  ) {
    this.#system = system;
    this.people = made.people;
    this.notificationId = made.notificationId;
    this.podcast = made.podcast;
    this.reply = made.reply;
    this.approved = made.approved;
    this.pending = made.pending;
  }

  static async set(system: System): Promise<Scene> {
    const person = (name: string) => newcomer(system.url, name);
    const [fan, spotlight, ambassador, target, owner] = await Promise.all(
      ['fan', 'spot', 'amba', 'target', 'owner'].map(person),
    );
    const people = {
      visitor: new Client(system.url),
      fan: fan!,
      spotlight: spotlight!,
      ambassador: ambassador!,
      target: target!,
      owner: owner!,
    };
    await grantRole(system, people.spotlight, 'spotlight');
    await grantRole(system, people.ambassador, 'ambassador');
    const podcast = await publish(people.owner);
    const [approved, pending] = [await ask(system, people, 'approved'), await ask(system, people, 'pending')];
    const { id } = await people.target.ask({ title: 'What do you say?' });
    const reply = await people.owner.say(id, 'This');
    await people.fan.boost('question', approved.id);
    await settled(system);
    const about = (await people.owner.notifications()).find(({ type }) => type === 'boost');
    if (!about) throw new Error('The owner was not notified of a boost');
    return new Scene(system, { people, notificationId: about.id, podcast, reply, approved, pending });
  }

  idOf(role: Role): string {
    return role === 'visitor' ? this.people.owner.user.id : this.people[role].user.id;
  }

  question(state: 'approved' | 'pending'): Promise<Asked> {
    return ask(this.#system, this.people, state);
  }

  freshReply(): Promise<Discussion> {
    return this.people.owner.say(this.reply.questionId, 'And this');
  }

  freshPodcast(): Promise<Podcast> {
    return publish(this.people.owner);
  }

  async freshRepost(): Promise<Asked> {
    const question = await this.question('approved');
    await this.people.owner.expect('POST', `/api/questions/${question.id}/repost`, { body: {} });
    return question;
  }

  async freshReportedAsk(): Promise<Asked> {
    const question = await this.question('pending');
    const body = { contentType: 'question', contentId: question.id, reason: 'It hurts' };
    await this.people.target.expect('POST', '/api/reports', { body });
    return question;
  }

  async freshReport(): Promise<Report> {
    const { id } = await this.freshReply();
    return this.people.fan.expect<Report>('POST', '/api/reports', {
      body: { contentType: 'discussion', contentId: id, reason: 'It hurts' },
    });
  }

  /** An empty upload of the owner. Roles that cannot change it share one, because a person may have only a few. */
  uploadFor(role: Role): Promise<string> {
    if (role === 'owner') return this.#freshUpload();
    this.#untouchedUpload ??= this.#freshUpload();
    return this.#untouchedUpload;
  }

  async #freshUpload(): Promise<string> {
    const created = await this.people.owner.call('POST', '/api/uploads', { headers: newUpload, key: null });
    const location = created.headers.get('location');
    if (created.status !== 201 || !location) throw new Error(`An upload was answered with ${created.status}`);
    return location.split('/').at(-1)!;
  }

  async freshWipe(): Promise<string> {
    const { user } = await newcomer(this.#system.url, 'wiped');
    const { wipeId } = await this.people.ambassador.expect<{ wipeId: string }>(
      'DELETE',
      `/api/admin/users/${user.id}/content`,
      {
        body: {},
      },
    );
    return wipeId;
  }

  somebody(): Promise<Client> {
    return newcomer(this.#system.url);
  }

  async standIn(role: Role): Promise<Client> {
    if (role === 'visitor') return new Client(this.#system.url);
    const client = await this.somebody();
    if (role === 'ambassador' || role === 'spotlight') await grantRole(this.#system, client, role);
    return client;
  }
}

export const password = 'a long enough password';

const base64 = (text: string) => Buffer.from(text).toString('base64');
export const newUpload = {
  'tus-resumable': '1.0.0',
  'upload-length': '6',
  'upload-metadata': `filename ${base64('a.wav')},filetype ${base64('audio/wav')},purpose ${base64('podcast')}`,
};

/** Dated back by an operator, because a person may ask another only ten times a day. */
const ask = async (
  system: System,
  { owner, target }: Scene['people'],
  state: 'approved' | 'pending',
): Promise<Asked> => {
  const words = {
    title: 'What do you think?',
    description: null,
    isAnonymous: false,
    allowAnonymousAnswers: true,
    replyBoostThreshold: 0,
  };
  const act = { accountId: owner.user.id, now: '2026-01-02T03:04:05.678Z' };
  const { question } = await askServices(system, (calls) =>
    calls.call(contentRpc.askQuestion, { ...words, targetId: target.user.id }, act),
  );
  if (state === 'approved') await target.expect('POST', `/api/questions/${question.id}/approve`, { body: {} });
  return question;
};

const publish = (by: Client): Promise<Podcast> =>
  by.insist<Podcast>('POST', '/api/podcasts', { title: 'Night talk', mediaUrl: shortEpisode, mediaType: 'audio' });
