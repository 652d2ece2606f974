import { randomBytes } from 'node:crypto';
import { dataUrlLimits, limits, mostErrorFrames, uploadLimits } from '@hearsay/contracts';
import { type CallOptions, Client, newcomer, usualPassword } from './client.ts';
import { shortEpisode, wave } from './media-samples.ts';

interface Ask extends CallOptions {
  readonly as: Client;
  /** Method and path. */
  readonly call: string;
}

/** Values at the limits of a rule. Also values beyond them, if the API description does not tell the limit. */
export interface Limit {
  readonly what: string;
  readonly answer: string;
  readonly values: readonly unknown[];
  readonly ask: (value: unknown) => Ask | Promise<Ask>;
}

interface Scene {
  readonly url: string;
  readonly asker: Client;
  readonly other: Client;
  readonly spotlight: Client;
}

type Made<T> = T | (() => T | Promise<T>);
const made = async <T extends string | object>(given: Made<T>): Promise<T> =>
  typeof given === 'function' ? given() : given;

/** One limit per field. Each call sends one value in that field, and `words` in the other fields. */
const bodies = (
  as: Made<Client>,
  call: Made<string>,
  fields: Readonly<Record<string, readonly unknown[]>>,
  words: Made<object> = {},
  answer = 'accepted',
): Limit[] =>
  Object.entries(fields).map(([field, values]) => ({
    what: `${field} of ${typeof call === 'string' ? call : call.name}`,
    answer,
    values,
    ask: async (value) => ({
      as: await made(as),
      call: await made(call),
      body: { ...(await made(words)), [field]: value },
    }),
  }));

const queries = (as: Client, path: Made<string>, fields: Readonly<Record<string, readonly string[]>>): Limit[] =>
  Object.entries(fields).map(([field, values]) => ({
    what: `${field} of a list`,
    answer: 'accepted',
    values,
    ask: async (value) => ({ as, call: `GET ${await made(path)}?${new URLSearchParams({ [field]: String(value) })}` }),
  }));

const amounts = (what: string, asks: Readonly<Record<string, readonly unknown[]>>, ask: Limit['ask']): Limit[] =>
  Object.entries(asks).map(([answer, values]) => ({ what, answer, values, ask }));

const x = (length: number) => 'x'.repeat(length);
/** A limit counts UTF-16 units, as the counter of a form does. */
const text = (most: number) => ['x', x(most), `  ${x(most)}\n`, '😀'.repeat(most / 2)];
const optional = (most: number) => ['', '  ', null, ...text(most)];
const name = (length: number) => randomBytes(25).toString('hex').padEnd(length, 'y').slice(0, length);
const base64 = (words: string) => Buffer.from(words).toString('base64');
const times = <T>(count: unknown, item: T): T[] => Array.from({ length: count as number }, () => item);
const { min, max } = limits.password;
const passwords = [x(min), x(max)];
const knownPasswords = ['x', x(1000)];
const tooLarge = '413 too_large';

const accounts = ({ url, other, spotlight }: Scene): Limit[] => {
  const visitor = new Client({ url });
  const { shortest, longest } = { shortest: limits.username.min, longest: limits.username.max };
  const newName = () => ({ username: name(20), password: 'long enough' });
  const names = [name(shortest), name(longest), ` ${name(longest)} `];
  const known = { username: other.user.username, password: 'wrong' };
  const reset = { token: 'of nobody', newPassword: 'long enough' };
  const own = `/api/users/${spotlight.user.id}`;
  const picture = (bytes: unknown) => `data:image/png;base64,${Buffer.alloc(bytes as number).toString('base64')}`;
  const { profileImage } = dataUrlLimits;
  return [
    ...bodies(() => new Client({ url }), 'POST /api/auth/register', { username: names, password: passwords }, newName),
    ...bodies(visitor, 'POST /api/auth/login', { password: knownPasswords }, known, '401 unauthenticated'),
    ...bodies(
      () => newcomer(url),
      'PATCH /api/auth/password',
      { newPassword: passwords },
      { currentPassword: usualPassword },
    ),
    ...bodies(
      visitor,
      'POST /api/auth/reset',
      { token: ['x', x(200)], newPassword: passwords },
      reset,
      '404 not_found',
    ),
    ...bodies(other, `DELETE /api/users/${other.user.id}`, { password: knownPasswords }, {}, '403 forbidden'),
    ...bodies(spotlight, `PATCH ${own}/profile-link`, { profileLink: optional(limits.profileLink) }),
    ...bodies(spotlight, `PATCH ${own}/profile-image`, { profileImage: ['', null] }),
    // The gateway decodes only bytes within the limit. Zeros are no picture.
    ...amounts(
      'a picture',
      { '415 unsupported_media': [1, profileImage], [tooLarge]: [profileImage + 1] },
      (bytes) => ({
        as: spotlight,
        call: `PATCH ${own}/profile-image`,
        body: { profileImage: picture(bytes) },
      }),
    ),
    ...queries(other, '/api/users/search', { q: ['', x(limits.search), ` ${x(limits.search)} `] }),
    ...queries(other, '/api/users', { after: ['', x(longest)] }),
  ];
};

const posts = ({ url, asker, other }: Scene): Limit[] => {
  const guest = () => new Client({ url });
  const question = async () => (await asker.ask({ title: 'Where is the line?' })).id;
  const under =
    (method: string, part = '') =>
    async () =>
      `${method} /api/questions/${await question()}${part}`;
  const [edit, dialog, repost] = [under('PATCH'), under('POST', '/discussions'), under('POST', '/repost')];
  const toOther = { targetUserId: other.user.id };
  const guestsQuestion = async () => {
    // Guests ask, because a person may ask another person only ten times a day.
    const { id } = await guest().ask({ title: 'And for you?', ...toOther, isAnonymous: true });
    return `POST /api/questions/${id}/approve-with-reply`;
  };
  const { confessionThreshold, approvalThreshold, ...most } = limits;
  const [title, description] = [text(most.title), optional(most.description)];
  const anonymous = text(most.anonymousAsk);
  const ask = (as: Made<Client>, fields: Readonly<Record<string, readonly unknown[]>>, words = {}) =>
    bodies(as, 'POST /api/questions', fields, words);
  const edges = ({ min, max }: { min: number; max: number }) => [min, max];
  return [
    ...ask(asker, { title, description, replyBoostThreshold: [0, ...edges(confessionThreshold)] }, { title: 'Why?' }),
    ...ask(guest, { title: anonymous }, { ...toOther, isAnonymous: true }),
    ...ask(asker, { title: anonymous }, { ...toOther, isAnonymous: true }),
    ...ask(asker, { title }, { isAnonymous: true }),
    ...ask(asker, { title }, toOther),
    ...bodies(asker, edit, { title, description }),
    ...bodies(other, 'POST /api/discussions', { content: text(most.chatMessage) }, async () => ({
      questionId: await question(),
    })),
    ...bodies(
      other,
      dialog,
      { content: text(most.dialogReply), mediaType: ['text'], mediaUrl: [null] },
      { content: 'x' },
    ),
    ...bodies(other, repost, { repostText: optional(most.repostText), mediaType: ['text', null], mediaUrl: [null] }),
    ...bodies(other, 'POST /api/reports', { reason: text(most.reportReason) }, async () => ({
      contentType: 'question',
      contentId: await question(),
    })),
    ...bodies(
      other,
      guestsQuestion,
      { content: text(most.dialogReply), boostThreshold: [...edges(approvalThreshold), undefined] },
      { content: 'Here' },
    ),
  ];
};

/** The longest title and description in JSON: most characters take six bytes. The largest sound must still fit. */
const longest = { title: `x${'\u0001'.repeat(limits.title - 1)}`, description: '\u0001'.repeat(limits.description) };

const episodes = ({ asker }: Scene): Limit[] => {
  const sound = { title: 'Night talk', mediaUrl: shortEpisode, mediaType: 'audio' };
  const [title, description] = [text(limits.title), optional(limits.description)];
  const change = async () => `PATCH /api/podcasts/${(await asker.publish()).id}`;
  const ofBytes = (sounds: (bytes: number) => Buffer) => (bytes: unknown) => {
    const mediaUrl = `data:audio/wav;base64,${sounds(bytes as number).toString('base64')}`;
    return { as: asker, call: 'POST /api/podcasts', body: { ...sound, ...longest, mediaUrl } };
  };
  const { podcast } = dataUrlLimits;
  return [
    ...bodies(asker, 'POST /api/podcasts', { title, description }, sound),
    ...bodies(asker, change, { title: title.slice(1, 2), description: description.slice(0, 4) }),
    ...amounts('an episode', { accepted: [podcast - 1, podcast], [tooLarge]: [podcast + 1] }, ofBytes(wave)),
    // Zeros are no sound.
    ...amounts('its bytes', { '415 unsupported_media': [1] }, ofBytes(Buffer.alloc)),
  ];
};

const lists = ({ asker, other }: Scene): Limit[] => {
  const item = { contentType: 'question', contentId: asker.user.id };
  const invalid = '400 invalid_input';
  const { batchStatusItems, idempotencyKey } = limits;
  const upload = (filetype: string, most: number, purpose = 'podcast') =>
    amounts(`an upload of ${filetype}`, { accepted: [1, most], [tooLarge]: [most + 1] }, (length) => ({
      call: 'POST /api/uploads',
      as: other,
      headers: {
        'tus-resumable': '1.0.0',
        'upload-length': String(length),
        'upload-metadata': `filename ${base64('a')},filetype ${base64(filetype)},purpose ${base64(purpose)}`,
      },
    }));
  const error = { kind: 'Error', detail: null, page: '/', build: 'a.js' };
  const ofQuestion = (part: string) => async () =>
    `/api/questions/${(await asker.ask({ title: 'How many?' })).id}/${part}`;
  const sorts = ['recent', 'engagement', 'trending', 'boosted', 'replies'];
  const keys = ['!', '~', x(idempotencyKey)];
  return [
    ...['boost', 'repost'].flatMap((act) =>
      amounts(
        `a batch of ${act}s`,
        { accepted: [0, batchStatusItems], [invalid]: [batchStatusItems + 1] },
        (count) => ({
          call: `POST /api/batch/${act}-status`,
          as: other,
          body: { items: times(count, item) },
        }),
      ),
    ),
    ...queries(other, '/api/feed', { page: ['1', '1000000'], limit: ['1', '50'], sortBy: sorts }),
    ...amounts('an anchor', { '400 anchor_expired': [x(1), x(500), x(501), x(5000)] }, (anchor) => ({
      as: other,
      call: `GET /api/feed?anchor=${anchor}`,
    })),
    ...queries(other, ofQuestion('discussions'), { limit: ['1', '100'] }),
    ...queries(other, ofQuestion('room'), { after: ['0'] }),
    ...amounts('a key', { accepted: keys, '400 invalid_key': ['', 'a b', `${keys[2]}x`] }, (key) => ({
      call: 'POST /api/questions',
      as: asker,
      body: { title: 'Once?' },
      key: key as string,
    })),
    ...upload('audio/mpeg', uploadLimits.audio),
    ...upload('video/mp4', uploadLimits.video),
    ...upload('image/png', uploadLimits.image, 'profile-image'),
    ...amounts('places of an error', { accepted: [0, mostErrorFrames], [invalid]: [mostErrorFrames + 1] }, (count) => ({
      call: 'POST /api/client-errors',
      as: other,
      body: { ...error, frames: times(count, 'a.js:1:1') },
    })),
  ];
};

export const limitsOf = (scene: Scene): Limit[][] => [accounts(scene), posts(scene), episodes(scene), lists(scene)];
