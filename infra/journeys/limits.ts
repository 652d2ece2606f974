import { randomBytes } from 'node:crypto';
import { dataUrlLimits, limits, mostErrorFrames, type Podcast, type Question, uploadLimits } from '@hearsay/contracts';
import { type CallOptions, Client, newcomer } from './client.ts';
import { shortEpisode, wave } from './sounds.ts';

interface Ask extends CallOptions {
  /** Method and path. */
  readonly call: string;
  readonly as: Client;
}

type Send = (values: Record<string, unknown>) => Ask | Promise<Ask>;
type Sides = readonly [inside: readonly unknown[], outside: readonly unknown[]];

/** An input rule, with values just inside and just outside of its limits. */
export interface Limit {
  readonly what: string;
  readonly field: string;
  readonly send: Send;
  readonly sides: Sides;
  /** The answer inside, by default 200 or 201. */
  readonly accepted?: string;
  /** By default 400, which names the field. */
  readonly refused?: string;
}

interface Scene {
  readonly url: string;
  readonly asker: Client;
  readonly other: Client;
  readonly spotlight: Client;
}

const limit = (
  what: string,
  send: Send,
  field: string,
  inside: readonly unknown[],
  outside: readonly unknown[],
  expected: Pick<Limit, 'accepted' | 'refused'> = {},
): Limit => ({ what, field, send, sides: [inside, outside], ...expected });

type Made<T> = T | (() => T | Promise<T>);

/** A call with these words in its body, and the value of the rule. */
const to =
  (as: Made<Client>, call: Made<string>, words: Made<object> = {}): Send =>
  async (values) => ({
    as: typeof as === 'function' ? await as() : as,
    call: typeof call === 'function' ? await call() : call,
    body: { ...(typeof words === 'function' ? await words() : words), ...values },
  });

const query =
  (as: Client, path: Made<string>): Send =>
  async (values) => {
    const search = new URLSearchParams(values as Record<string, string>);
    return { as, call: `GET ${typeof path === 'function' ? await path() : path}?${search}` };
  };

const x = (length: number) => 'x'.repeat(length);
/** The length counts UTF-16 units, as a form's counter does. */
const emojis = (length: number) => '😀'.repeat(length / 2);
const required = (most: number): Sides => [
  ['x', x(most), `  ${x(most)}\n`, emojis(most)],
  ['', ' \n\t', '\u200b', x(most + 1), emojis(most + 2), null, 7],
];
const optional = (most: number): Sides => [
  ['', '  ', null, x(most), ` ${x(most)} `, emojis(most)],
  [x(most + 1), emojis(most + 2), 7],
];
const link = 'https://example.org/a.mp3';
const otherKinds = ['audio', 'video', 'image', ''];
const name = (length: number) => randomBytes(25).toString('hex').padEnd(length, 'y').slice(0, length);
const base64 = (text: string) => Buffer.from(text).toString('base64');
const tooLarge = { refused: '413 too_large' };
const { min, max } = limits.password;
const password: Sides = [
  [x(min), x(max)],
  ['', x(min - 1), x(max + 1), null],
];

const accounts = ({ url, other, spotlight }: Scene): Limit[] => {
  const visitor = () => new Client(url);
  const register = to(visitor, 'POST /api/auth/register', () => ({ username: name(20), password: 'long enough' }));
  const login = (words: object) => to(visitor, 'POST /api/auth/login', words);
  const loginOf = ({ user }: Client) => login({ username: user.username });
  const reset = to(visitor, 'POST /api/auth/reset', { token: 'of nobody', newPassword: 'long enough' });
  const known = { currentPassword: 'a long enough password' };
  const changePassword = to(() => newcomer(url), 'PATCH /api/auth/password', known);
  const change = (part: string) => to(spotlight, `PATCH /api/users/${spotlight.user.id}/${part}`);
  const names = { shortest: limits.username.min, longest: limits.username.max };
  const wrong = { accepted: '401 unauthenticated' };
  const leave = to(other, `DELETE /api/users/${other.user.id}`);
  const noLink = { accepted: '404 not_found' };
  const image = 'profileImage';
  const noPictures = [
    ...[`https://8.8.8.8/${x(2032)}`, 'ftp://8.8.8.8/a.png', 'a.png', 'data:image/png,x'],
    ...['https://a:b@8.8.8.8/', 'http://127.0.0.1/a.png', 'http://[::ffff:127.0.0.1]/a.png'],
  ];
  const pictureOf: Send = ({ bytes }) =>
    change('profile-image')({ [image]: `data:image/png;base64,${Buffer.alloc(bytes as number).toString('base64')}` });
  return [
    limit(
      'a name',
      register,
      'username',
      [name(names.shortest), name(names.longest), ` ${name(names.longest)} `],
      ['', '   ', name(2), ' ab ', name(names.longest + 1)],
    ),
    limit('a password', register, 'password', ...password),
    limit('the name of a login', login({ password: 'wrong' }), 'username', ['x', ' x '], ['', '  ', null], wrong),
    limit('the password of a login', loginOf(other), 'password', ['x', x(1000)], ['', x(1001), null], wrong),
    limit('a new password', changePassword, 'newPassword', ...password),
    limit('the token of a link', reset, 'token', ['x', x(200)], ['', x(201), null], noLink),
    limit('the new password of a link', reset, 'newPassword', ...password, noLink),
    limit('the password of a deletion', leave, 'password', ['x', x(1000)], ['', x(1001)], {
      accepted: '403 forbidden',
    }),
    limit('a profile link', change('profile-link'), 'profileLink', ...optional(limits.profileLink)),
    limit(
      'a gradient',
      change('gradient-colors'),
      'gradientColors',
      ['from-purple-400 to-pink-400'],
      ['', 'from-purple-400 to-pink-401', x(201), null],
    ),
    limit('the address of a picture', change('profile-image'), image, ['', null], noPictures),
    // Only bytes within the limit are decoded, and zeros are no picture.
    limit('a picture', pictureOf, 'bytes', [1, dataUrlLimits.profileImage], [dataUrlLimits.profileImage + 1], {
      accepted: '415 unsupported_media',
      ...tooLarge,
    }),
    limit('an aura', change('aura'), 'aura', ['none'], ['', 'None', 'rainbow', null]),
    limit(
      'who may ask',
      change('who-may-ask'),
      'whoMayAsk',
      ['nobody', 'following', 'signed-in', 'everyone'],
      ['', 'friends', null],
    ),
    limit('a switch', change('activity'), 'showActivity', [false, true], ['true', 1, null]),
    limit('a switch of notifications', change('notification-preferences'), 'reposts', [false, true], ['true', 1, null]),
    limit(
      'a search',
      query(other, '/api/users/search'),
      'q',
      ['', x(limits.search), ` ${x(limits.search)} `],
      [x(limits.search + 1)],
    ),
    limit(
      'the name that a page of people follows',
      query(other, '/api/users'),
      'after',
      ['', x(names.longest)],
      [x(names.longest + 1)],
    ),
  ];
};

const posts = ({ url, asker, other }: Scene): Limit[] => {
  const question = async () => (await asker.ask({ title: 'Where is the line?' })).id;
  const under =
    (method: string, part = '') =>
    async () =>
      `${method} /api/questions/${await question()}${part}`;
  const ask = (words: object = {}) => to(asker, 'POST /api/questions', words);
  const toOther = { targetUserId: other.user.id, isAnonymous: true };
  const guest = to(() => new Client(url), 'POST /api/questions', toOther);
  const change = to(asker, under('PATCH'));
  const chat = to(other, 'POST /api/discussions', async () => ({ questionId: await question() }));
  const dialog = to(other, under('POST', '/discussions'), { content: 'Words' });
  const repost = to(other, under('POST', '/repost'));
  const about = async () => ({ contentType: 'question', contentId: await question() });
  const report = to(other, 'POST /api/reports', about);
  const guestsQuestion = async () => {
    // A guest asks, because a person may ask another only ten times a day.
    const body = { title: 'And for you?', ...toOther };
    const { id } = await new Client(url).expect<Question>('POST', '/api/questions', { body });
    return `POST /api/questions/${id}/approve-with-reply`;
  };
  const approve = to(other, guestsQuestion, { content: 'Here' });
  const titled = (more: object = {}) => ask({ title: 'Why?', ...more });
  const { confessionThreshold, approvalThreshold } = limits;
  return [
    limit('a title', ask(), 'title', ...required(limits.title)),
    limit('a description', titled(), 'description', ...optional(limits.description)),
    limit(
      'a threshold of a confession',
      titled(),
      'replyBoostThreshold',
      [0, confessionThreshold.min, confessionThreshold.max],
      [-1, confessionThreshold.max + 1, 0.5, '1', null],
    ),
    limit('the text of an anonymous question', guest, 'title', ...required(limits.anonymousAsk)),
    limit('the same text of a member', ask(toOther), 'title', ...required(limits.anonymousAsk)),
    limit('an anonymous title for everybody', ask({ isAnonymous: true }), 'title', ...required(limits.title)),
    limit('a named title to one person', ask({ targetUserId: other.user.id }), 'title', ...required(limits.title)),
    limit('a title that is changed', change, 'title', ...required(limits.title)),
    limit('a description that is changed', change, 'description', ...optional(limits.description)),
    limit('a message of the chat', chat, 'content', ...required(limits.chatMessage)),
    limit('a reply of the dialog', dialog, 'content', ...required(limits.dialogReply)),
    limit('the kind of a reply', dialog, 'mediaType', ['text'], otherKinds),
    limit('the media of a reply', dialog, 'mediaUrl', [null, undefined], [link, 'data:audio/wav;base64,AA==']),
    limit('the kind of a repost', repost, 'mediaType', ['text', null, undefined], otherKinds),
    limit('the media of a repost', repost, 'mediaUrl', [null, undefined], [link, '']),
    limit('the words of a repost', repost, 'repostText', ...optional(limits.repostText)),
    limit('the reason of a report', report, 'reason', ...required(limits.reportReason)),
    limit('the reply of an approval', approve, 'content', ...required(limits.dialogReply)),
    limit(
      'the threshold of an approval',
      approve,
      'boostThreshold',
      [approvalThreshold.min, approvalThreshold.max, undefined],
      [0, -1, approvalThreshold.max + 1, 1.5, '1', null],
    ),
  ];
};

/** The longest words as JSON: all characters but one take six bytes. The sound must still fit beside them. */
const longest = { title: `x${'\u0001'.repeat(limits.title - 1)}`, description: '\u0001'.repeat(limits.description) };

const episodes = ({ asker }: Scene): Limit[] => {
  const sound = { title: 'Night talk', mediaUrl: shortEpisode, mediaType: 'audio' };
  const publish = to(asker, 'POST /api/podcasts', sound);
  let published: Promise<Podcast> | undefined;
  const change = to(asker, async () => {
    published ??= asker.expect<Podcast>('POST', '/api/podcasts', { body: sound });
    return `PATCH /api/podcasts/${(await published).id}`;
  });
  const withSound =
    (bytesOf: (length: number) => Buffer, words: object = {}): Send =>
    ({ bytes }) =>
      publish({ ...words, mediaUrl: `data:audio/wav;base64,${bytesOf(bytes as number).toString('base64')}` });
  const { podcast } = dataUrlLimits;
  return [
    limit('the title of an episode', publish, 'title', ...required(limits.title)),
    limit('its description', publish, 'description', ...optional(limits.description)),
    limit('a title that is changed', change, 'title', ...required(limits.title)),
    limit('a description that is changed', change, 'description', ...optional(limits.description)),
    limit('the kind of an episode', publish, 'mediaType', ['audio'], ['text', 'image', '', null]),
    limit(
      'the sound of an episode',
      publish,
      'mediaUrl',
      [shortEpisode],
      ['', link, 'data:audio/wav,x', 'data:audio/wav;base64,', null],
    ),
    limit('an episode', withSound(wave, longest), 'bytes', [podcast - 1, podcast], [podcast + 1], tooLarge),
    // Zeros are no sound.
    limit('its bytes', withSound(Buffer.alloc), 'bytes', [1], [], { accepted: '415 unsupported_media' }),
  ];
};

const lists = ({ asker, other }: Scene): Limit[] => {
  const item = { contentType: 'question', contentId: asker.user.id };
  const manyItems =
    (act: string): Send =>
    ({ items }) => ({
      call: `POST /api/batch/${act}-status`,
      as: other,
      body: { items: Array.from({ length: items as number }, () => item) },
    });
  const feed = query(other, '/api/feed');
  const ofQuestion = (part: string) =>
    query(other, async () => `/api/questions/${(await asker.ask({ title: 'How many?' })).id}/${part}`);
  const upload =
    (filetype: string, purpose = 'podcast'): Send =>
    (lengths) => ({
      call: 'POST /api/uploads',
      as: other,
      headers: {
        'tus-resumable': '1.0.0',
        'upload-length': String(Object.values(lengths)[0]),
        'upload-metadata': `filename ${base64('a')},filetype ${base64(filetype)},purpose ${base64(purpose)}`,
      },
    });
  const withKey: Send = ({ key }) => ({
    call: 'POST /api/questions',
    as: asker,
    body: { title: 'Once?' },
    key: key as string,
  });
  const error = { kind: 'Error', detail: null, page: '/', build: 'a.js' };
  const manyFrames: Send = ({ frames }) => ({
    call: 'POST /api/client-errors',
    as: other,
    body: { ...error, frames: Array.from({ length: frames as number }, () => 'a.js:1:1') },
  });
  const most = limits.batchStatusItems;
  const { audio, video, image } = uploadLimits;
  const sorts = ['recent', 'engagement', 'trending', 'boosted', 'replies'];
  return [
    ...['boost', 'repost'].map((act) =>
      limit(`items of a batch of ${act}s`, manyItems(act), 'items', [0, most], [most + 1]),
    ),
    limit('an anchor', feed, 'anchor', [], [x(1), x(500), x(501), x(5000)], { refused: '400 anchor_expired' }),
    limit('a page', feed, 'page', ['1', '1000000'], ['0', '1000001', '-1', '1.5', 'x', '']),
    limit('the length of a page', feed, 'limit', ['1', '50'], ['0', '51', 'x', '']),
    limit('an order', feed, 'sortBy', sorts, ['', 'Recent', 'mood']),
    limit('how many older messages', ofQuestion('discussions'), 'limit', ['1', '100'], ['0', '101', 'x']),
    limit('the number seen last in a room', ofQuestion('room'), 'after', ['0'], ['-1', '1', '0.5', 'x', '']),
    limit('a key', withKey, 'key', ['!', '~', x(limits.idempotencyKey)], ['', 'a b', x(limits.idempotencyKey + 1)], {
      refused: '400 invalid_key',
    }),
    limit('an upload of sound', upload('audio/mpeg'), 'length', [1, audio], [audio + 1], tooLarge),
    limit('an upload of a film', upload('video/mp4'), 'length', [1, video], [video + 1], tooLarge),
    limit('an upload of a picture', upload('image/png', 'profile-image'), 'length', [1, image], [image + 1], tooLarge),
    limit('a length of nothing', upload('audio/mpeg'), '', [2], [0, -1, 'x', 1.5]),
    limit('the places of an error', manyFrames, 'frames', [0, mostErrorFrames], [mostErrorFrames + 1]),
  ];
};

export const limitsOf = (scene: Scene): Limit[][] => [accounts(scene), posts(scene), episodes(scene), lists(scene)];
