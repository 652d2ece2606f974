import { randomBytes } from 'node:crypto';
import { dataUrlLimits, limits, mostErrorFrames, type Question, uploadLimits } from '@hearsay/contracts';
import type { CallOptions, Client } from './client.ts';
import { newcomer } from './client.ts';
import { shortEpisode } from './sounds.ts';

interface Ask extends CallOptions {
  readonly method?: string;
  readonly path: string;
  readonly as: Client;
}

/** A line that a rule of input draws, with what lies just inside of it and just outside. */
export interface Line<Value = unknown> {
  readonly what: string;
  readonly ask: (value: Value) => Ask | Promise<Ask>;
  readonly inside: readonly Value[];
  readonly outside: readonly Value[];
  /** What is answered inside; without it 200 or 201. */
  readonly accepted?: string;
  /** What is answered outside. */
  readonly refused?: string;
  /** The field that a refusal names; null where it names none. */
  readonly field: string | null;
}

interface LinesScene {
  readonly url: string;
  readonly asker: Client;
  readonly other: Client;
  /** May set a link. */
  readonly spotlight: Client;
}

const x = (length: number) => 'x'.repeat(length);
/** A name that nobody has, of so many characters. */
const name = (length: number) => randomBytes(25).toString('hex').padEnd(length, 'y').slice(0, length);
const base64 = (text: string) => Buffer.from(text).toString('base64');
const line = <Value>(drawn: Line<Value>): Line => drawn as Line;
/** Texts that must be there: trimmed, from one character to a greatest length. */
const required = (most: number) => ({ inside: ['x', x(most), `  ${x(most)}\n`], outside: ['', ' \n\t', x(most + 1), null, 7] });
/** Texts that may be there. */
const optional = (most: number) => ({ inside: ['', '  ', null, x(most), ` ${x(most)} `], outside: [x(most + 1), 7] });
const password = {
  inside: [x(limits.password.min), x(limits.password.max)],
  outside: ['', x(limits.password.min - 1), x(limits.password.max + 1), null],
};

const accounts = ({ url, asker, other, spotlight }: LinesScene): Line[] => {
  const register = (body: object): Ask => ({ path: '/api/auth/register', as: newClient(asker), body });
  const login = (body: object): Ask => ({ path: '/api/auth/login', as: newClient(asker), body });
  const ownPath = (part: string) => `/api/users/${spotlight.user.id}/${part}`;
  const change = (part: string, body: object): Ask => ({ method: 'PATCH', path: ownPath(part), as: spotlight, body });
  return [
    line({
      what: 'a name',
      ask: (username) => register({ username, password: 'long enough' }),
      inside: [name(limits.username.min), name(limits.username.max), ` ${name(limits.username.max)} `],
      outside: ['', '   ', name(2), ' ab ', name(limits.username.max + 1)],
      field: 'username',
    }),
    line({ what: 'a password', ask: (value) => register({ username: name(20), password: value }), ...password, field: 'password' }),
    line({
      what: 'the name of a login',
      ask: (username) => login({ username, password: 'wrong' }),
      inside: ['x', ' x '],
      outside: ['', '  ', null],
      accepted: '401 unauthenticated',
      field: 'username',
    }),
    line({
      what: 'the password of a login',
      ask: (value) => login({ username: other.user.username, password: value }),
      inside: ['x', x(1000)],
      outside: ['', x(1001), null],
      accepted: '401 unauthenticated',
      field: 'password',
    }),
    line({
      what: 'a new password',
      ask: async (newPassword) => ({
        method: 'PATCH',
        path: '/api/auth/password',
        as: await newcomer(url),
        body: { currentPassword: 'a long enough password', newPassword },
      }),
      ...password,
      field: 'newPassword',
    }),
    line({
      what: 'the token of a link',
      ask: (token) => ({ path: '/api/auth/reset', as: newClient(asker), body: { token, newPassword: 'long enough' } }),
      inside: ['x', x(200)],
      outside: ['', x(201), null],
      accepted: '404 not_found',
      field: 'token',
    }),
    line({
      what: 'the password of whoever deletes their account',
      ask: (value) => ({ method: 'DELETE', path: `/api/users/${other.user.id}`, as: other, body: { password: value } }),
      inside: ['x', x(1000)],
      outside: ['', x(1001)],
      accepted: '403 forbidden',
      field: 'password',
    }),
    line({
      what: 'a profile link',
      ask: (profileLink) => ({
        method: 'PATCH',
        path: `/api/users/${spotlight.user.id}/profile-link`,
        as: spotlight,
        body: { profileLink },
      }),
      ...optional(limits.profileLink),
      field: 'profileLink',
    }),
    line({
      what: 'a gradient',
      ask: (gradientColors) => change('gradient-colors', { gradientColors }),
      inside: ['from-purple-400 to-pink-400'],
      outside: ['', 'from-purple-400 to-pink-401', x(201), null],
      field: 'gradientColors',
    }),
    line({
      what: 'the address of a picture',
      ask: (profileImage) => change('profile-image', { profileImage }),
      inside: [`https://example.org/${x(2028)}`, ' http://example.org/a.png ', '', null],
      outside: [`https://example.org/${x(2029)}`, 'ftp://example.org/a.png', 'a.png', 'data:image/png,x', 'https://a:b@example.org/'],
      field: 'profileImage',
    }),
    line({
      what: 'a picture as a data URL',
      ask: (bytes: number) => change('profile-image', { profileImage: `data:image/png;base64,${Buffer.alloc(bytes).toString('base64')}` }),
      // Zeros are no picture, and that is seen only when they are let in.
      inside: [1, dataUrlLimits.profileImage],
      accepted: '415 unsupported_media',
      outside: [dataUrlLimits.profileImage + 1],
      refused: '413 too_large',
      field: null,
    }),
    line({
      what: 'an aura',
      ask: (aura) => change('aura', { aura }),
      inside: ['none'],
      outside: ['', 'None', 'rainbow', null],
      field: 'aura',
    }),
    line({
      what: 'who may ask',
      ask: (whoMayAsk) => change('who-may-ask', { whoMayAsk }),
      inside: ['nobody', 'following', 'signed-in', 'everyone'],
      outside: ['', 'friends', null],
      field: 'whoMayAsk',
    }),
    line<unknown>({
      what: 'a switch',
      ask: (showActivity) => change('activity', { showActivity }),
      inside: [false, true],
      outside: ['true', 1, null],
      field: 'showActivity',
    }),
    line({
      what: 'a search',
      ask: (q) => ({ method: 'GET', path: `/api/users/search?${new URLSearchParams({ q })}`, as: other }),
      inside: ['', x(limits.search), ` ${x(limits.search)} `],
      outside: [x(limits.search + 1)],
      field: 'q',
    }),
  ];
};

/** A browser of nobody, at the same address. */
const newClient = (like: Client): Client => new (like.constructor as typeof Client)(like.url);

const posts = ({ asker, other }: LinesScene): Line[] => {
  const ask = (body: object): Ask => ({ path: '/api/questions', as: asker, body });
  const toOther = { targetUserId: other.user.id };
  const question = () => asker.ask({ title: 'Where is the line?' });
  const pending = () => asker.expect<Question>('POST', '/api/questions', { body: { title: 'And for you?', ...toOther } });
  const approve = async (body: object): Promise<Ask> => ({
    path: `/api/questions/${(await pending()).id}/approve-with-reply`,
    as: other,
    body: { content: 'Here', ...body },
  });
  return [
    line({ what: 'a title', ask: (title) => ask({ title }), ...required(limits.title), field: 'title' }),
    line({
      what: 'a description',
      ask: (description) => ask({ title: 'Why?', description }),
      ...optional(limits.description),
      field: 'description',
    }),
    line({
      what: 'a threshold of a confession',
      ask: (replyBoostThreshold) => ask({ title: 'Why?', replyBoostThreshold }),
      inside: [0, limits.confessionThreshold.min, limits.confessionThreshold.max],
      outside: [-1, limits.confessionThreshold.max + 1, 0.5, '1', null],
      field: 'replyBoostThreshold',
    }),
    line({
      what: 'the text of the dialog for anonymous questions',
      ask: (title) => ({ path: '/api/questions', as: newClient(asker), body: { title, ...toOther, isAnonymous: true } }),
      ...required(limits.anonymousAsk),
      // Of a visitor: what is wrong with a text is said to whoever may send one.
      field: 'title',
    }),
    line({
      what: 'a title that is no such text',
      ask: (title) => ask({ title, ...toOther }),
      ...required(limits.title),
      field: 'title',
    }),
    line({
      what: 'a title that is changed',
      ask: async (title) => ({ method: 'PATCH', path: `/api/questions/${(await question()).id}`, as: asker, body: { title } }),
      ...required(limits.title),
      field: 'title',
    }),
    line({
      what: 'a description that is changed',
      ask: async (description) => ({ method: 'PATCH', path: `/api/questions/${(await question()).id}`, as: asker, body: { description } }),
      ...optional(limits.description),
      field: 'description',
    }),
    line({
      what: 'a message of the chat',
      ask: async (content) => ({ path: '/api/discussions', as: other, body: { questionId: (await question()).id, content } }),
      ...required(limits.chatMessage),
      field: 'content',
    }),
    line({
      what: 'a reply of the dialog',
      ask: async (content) => ({ path: `/api/questions/${(await question()).id}/discussions`, as: other, body: { content } }),
      ...required(limits.dialogReply),
      field: 'content',
    }),
    line({
      what: 'the kind of a reply',
      ask: async (mediaType) => ({
        path: `/api/questions/${(await question()).id}/discussions`,
        as: other,
        body: { content: 'Words', mediaType },
      }),
      inside: ['text'],
      outside: ['audio', 'video', 'image', ''],
      field: 'mediaType',
    }),
    line({
      what: 'the words of a repost',
      ask: async (repostText) => ({ path: `/api/questions/${(await question()).id}/repost`, as: other, body: { repostText } }),
      ...optional(limits.repostText),
      field: 'repostText',
    }),
    line({
      what: 'the reason of a report',
      ask: async (reason) => ({
        path: '/api/reports',
        as: other,
        body: { contentType: 'question', contentId: (await question()).id, reason },
      }),
      ...required(limits.reportReason),
      field: 'reason',
    }),
    line({ what: 'the reply of an approval', ask: (content) => approve({ content }), ...required(limits.dialogReply), field: 'content' }),
    line({
      what: 'the threshold of an approval',
      ask: (boostThreshold) => approve({ boostThreshold }),
      inside: [limits.approvalThreshold.min, limits.approvalThreshold.max, undefined],
      outside: [0, -1, limits.approvalThreshold.max + 1, 1.5, '1', null],
      field: 'boostThreshold',
    }),
  ];
};

const episodes = ({ asker }: LinesScene): Line[] => {
  const publish = (body: object): Ask => ({
    path: '/api/podcasts',
    as: asker,
    body: { title: 'Night talk', mediaUrl: shortEpisode, mediaType: 'audio', ...body },
  });
  return [
    line({ what: 'the title of an episode', ask: (title) => publish({ title }), ...required(limits.title), field: 'title' }),
    line({
      what: 'the description of an episode',
      ask: (description) => publish({ description }),
      ...optional(limits.description),
      field: 'description',
    }),
    line({
      what: 'the sound of an episode',
      ask: (mediaUrl) => publish({ mediaUrl }),
      inside: [shortEpisode],
      outside: ['', 'https://example.org/a.mp3', 'data:audio/wav,x', null],
      field: 'mediaUrl',
    }),
    line({
      what: 'an episode as a data URL',
      ask: (bytes: number) => publish({ mediaUrl: `data:audio/wav;base64,${Buffer.alloc(bytes).toString('base64')}` }),
      // Zeros are no sound, and that is seen only when they are let in.
      inside: [1],
      accepted: '415 unsupported_media',
      outside: [dataUrlLimits.podcast + 1],
      refused: '413 too_large',
      field: null,
    }),
  ];
};

const lists = ({ asker, other }: LinesScene): Line[] => {
  const item = { contentType: 'question', contentId: asker.user.id };
  const feed = (query: Record<string, string>): Ask => ({ method: 'GET', path: `/api/feed?${new URLSearchParams(query)}`, as: other });
  const upload = (filetype: string) => (length: number | string) => ({
    path: '/api/uploads',
    as: other,
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': String(length),
      'upload-metadata': `filename ${base64('a')},filetype ${base64(filetype)},purpose ${base64(filetype === 'image/png' ? 'profile-image' : 'podcast')}`,
    },
  });
  return [
    line({
      what: 'how many items a batch has',
      ask: (count: number) => ({ path: '/api/batch/boost-status', as: other, body: { items: Array.from({ length: count }, () => item) } }),
      inside: [0, limits.batchStatusItems],
      outside: [limits.batchStatusItems + 1],
      field: 'items',
    }),
    line({
      what: 'a page',
      ask: (page) => feed({ page }),
      inside: ['1', '1000000'],
      outside: ['0', '1000001', '-1', '1.5', 'x', ''],
      field: 'page',
    }),
    line({
      what: 'the length of a page',
      ask: (limit) => feed({ limit }),
      inside: ['1', '50'],
      outside: ['0', '51', 'x', ''],
      field: 'limit',
    }),
    line({
      what: 'an order',
      ask: (sortBy) => feed({ sortBy }),
      inside: ['recent', 'engagement', 'trending', 'boosted', 'replies'],
      outside: ['', 'Recent', 'mood'],
      field: 'sortBy',
    }),
    line({
      what: 'how many older messages are asked for',
      ask: async (limit) => ({
        method: 'GET',
        path: `/api/questions/${(await asker.ask({ title: 'How many?' })).id}/discussions?limit=${limit}`,
        as: other,
      }),
      inside: ['1', '100'],
      outside: ['0', '101', 'x'],
      field: 'limit',
    }),
    line({
      what: 'a key',
      ask: (key: string) => ({ path: '/api/questions', as: asker, body: { title: 'Once?' }, key }),
      inside: ['!', '~', x(limits.idempotencyKey)],
      outside: ['', 'a b', x(limits.idempotencyKey + 1)],
      refused: '400 invalid_key',
      field: null,
    }),
    ...(
      [
        ['audio/mpeg', uploadLimits.audio],
        ['video/mp4', uploadLimits.video],
        ['image/png', uploadLimits.image],
      ] as const
    ).map(([filetype, most]) =>
      line<number>({
        what: `the length of an upload of ${filetype}`,
        ask: upload(filetype),
        inside: [1, most],
        outside: [most + 1],
        refused: '413 too_large',
        field: null,
      }),
    ),
    line<number | string>({ what: 'a length of nothing', ask: upload('audio/mpeg'), inside: [2], outside: [0, -1, 'x', 1.5], field: null }),
    line({
      what: 'the places of an error',
      ask: (count: number) => ({
        path: '/api/client-errors',
        as: other,
        body: { kind: 'Error', detail: null, page: '/', build: 'a.js', frames: Array.from({ length: count }, () => 'a.js:1:1') },
      }),
      inside: [0, mostErrorFrames],
      outside: [mostErrorFrames + 1],
      field: 'frames',
    }),
  ];
};

/** Every line that the rules of input draw, in groups that do not disturb each other. */
export const linesOf = (scene: LinesScene): Line[][] => [accounts(scene), posts(scene), episodes(scene), lists(scene)];
