import { randomUUID } from 'node:crypto';
import type { Discussion, Question } from '@hearsay/contracts';
import type { CallOptions, Client } from './client.ts';

interface Call extends CallOptions {
  readonly method?: 'GET' | 'POST' | 'DELETE' | 'PUT' | 'PATCH';
  readonly path: string;
  readonly as?: 'visitor' | 'asker' | 'other';
}

interface Case extends Call {
  readonly what: string;
  readonly answer: string;
}

interface BadInputScene {
  readonly clients: Readonly<Record<'visitor' | 'asker' | 'other', Client>>;
  readonly question: Question;
  readonly elsewhere: Question;
  readonly reply: Discussion;
}

type ByName<T> = Readonly<Record<string, T>>;
const calls = (answer: string, call: Partial<Call>, cases: ByName<Partial<Call>>): Case[] =>
  Object.entries(cases).map(([what, given]) => ({ path: '', ...call, ...given, what, answer }));
const bodies = (answer: string, call: Call, cases: ByName<unknown>): Case[] =>
  Object.entries(cases).map(([what, body]) => ({ ...call, body, what, answer }));
const reads = (answer: string, cases: ByName<string>, as: Call['as'] = 'visitor'): Case[] =>
  Object.entries(cases).map(([what, path]) => ({ method: 'GET', path, as, what, answer }));

const big = (length: number) => 'x'.repeat(length);
const unknownId = randomUUID();
const invalid = '400 invalid_input';
const unauthenticated = '401 unauthenticated';
const forbidden = '403 forbidden';
const gone = '404 not_found';
const tooLarge = '413 too_large';
const expired = '400 anchor_expired';
const nonsense = Buffer.from(JSON.stringify({ sort: 'recent', at: 'soon', id: '1' })).toString('base64url');

export const badInput = ({ clients, question, elsewhere, reply }: BadInputScene): Case[] => {
  const ask = { path: '/api/questions', as: 'asker' } as const;
  const chat = { path: '/api/discussions', as: 'other' } as const;
  const dialog = { path: `/api/questions/${question.id}/discussions`, as: 'other' } as const;
  const boost = { path: `/api/questions/${question.id}/boost`, as: 'other', body: {} } as const;
  const batch = { path: '/api/batch/boost-status', as: 'other' } as const;
  const register = { path: '/api/auth/register' };
  const login = { path: '/api/auth/login' };
  const user = { method: 'GET', path: '/api/auth/user' } as const;
  const { username } = clients.asker.user;
  const named = (name: unknown) => ({ username: name, password: 'long enough' });
  const item = { contentType: 'question', contentId: question.id };
  const words = { questionId: question.id, content: 'Words' };
  return [
    ...calls(gone, {}, { 'an unknown call': { path: '/api/nothing' } }),
    ...calls(
      '405 method_not_allowed',
      { method: 'PUT' },
      { 'no such method': { path: `/api/questions/${question.id}` } },
    ),

    ...bodies(invalid, register, {
      'no body': undefined,
      'no password': { username: 'somebody new' },
      'a reserved name': named('HearSay'),
      'a name that is a number': named(12345),
      "an empty founder's token": { ...named('somebody new'), founderToken: '' },
      'a look-alike of a reserved name': named('арі'),
    }),
    ...bodies('409 conflict', register, { 'a taken name': named(username.toUpperCase()) }),
    ...bodies(invalid, login, { 'login without anything': {} }),
    ...bodies(unauthenticated, login, {
      'a wrong password': { username, password: 'not this one' },
      'a name nobody has': { username: 'nobody-at-all', password: 'not this one' },
      'a login name with a null character': { username: 'some\u0000body', password: 'not this one' },
      'a password with a null character': { username, password: 'a\u0000b' },
    }),

    ...bodies(invalid, ask, {
      'no title': {},
      'a title that is a list': { title: ['Me?'] },
      'a null character in a title': { title: 'Me\u0000?' },
      'anonymity as text': { title: 'Me?', isAnonymous: 'yes' },
      'oneself as target': { title: 'Me?', targetUserId: clients.asker.user.id },
      'a target that is no id': { title: 'You?', targetUserId: 'other' },
      'a list as body': [],
    }),
    ...calls(invalid, ask, {
      'half a character in a description': { raw: '{"title":"Me?","description":"\\udc00"}' },
      'null as body': { raw: 'null' },
      'half a body': { raw: '{"title": "Me' },
      'a body with a prototype': { raw: '{"__proto__": {"title": "Me?"}}' },
    }),
    ...bodies(gone, ask, { 'nobody as target': { title: 'You?', targetUserId: unknownId } }),
    ...calls('415 unsupported_media', ask, {
      'another content type': { raw: 'title=Me', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    }),
    ...bodies(tooLarge, ask, { 'a huge body': { title: 'Me?', description: big(70_000) } }),
    ...calls(
      forbidden,
      { ...ask, body: { title: 'Me?' } },
      {
        'another site': { headers: { 'sec-fetch-site': 'cross-site' } },
        'a foreign origin': { headers: { origin: 'https://elsewhere.example' } },
      },
    ),

    ...bodies(
      invalid,
      { path: '/api/receipts' },
      {
        'a look without a receipt': {},
        'a receipt that is too short': { receipt: 'x'.repeat(21) },
        'a receipt that is a list': { receipt: ['x'.repeat(22)] },
      },
    ),
    ...bodies(gone, { path: '/api/receipts' }, { 'an invented receipt': { receipt: 'x'.repeat(22) } }),
    ...bodies(
      invalid,
      { method: 'DELETE', path: '/api/receipts' },
      { 'a receipt of other letters': { receipt: '!'.repeat(22) } },
    ),
    ...bodies(
      gone,
      { method: 'DELETE', path: '/api/receipts' },
      { 'withdrawing by an invented receipt': { receipt: 'x'.repeat(22) } },
    ),

    ...bodies(
      invalid,
      { path: '/api/word-rules', as: 'asker' },
      {
        'a rule of one letter': { text: ' a ' },
        'a rule that is too long': { text: big(61) },
        'a rule without a word': { text: '?!' },
        'a rule that has ended': { text: 'soon', expiresAt: '2026-01-01T00:00:00.000Z' },
      },
    ),
    ...bodies(
      invalid,
      { method: 'PATCH', path: `/api/users/${clients.asker.user.id}/who-may-ask`, as: 'asker' },
      {
        'no choice of who may ask': {},
        'anonymous asks off for years': { anonymousAsksOffUntil: '2099-01-01T00:00:00.000Z' },
        'anonymous asks off until the past': {
          anonymousAsks: 'off',
          anonymousAsksOffUntil: '2026-01-01T00:00:00.000Z',
        },
        'anonymous asks that are maybe on': { anonymousAsks: 'maybe' },
      },
    ),

    ...bodies(invalid, chat, {
      'no words': { questionId: question.id },
      'no question': { content: 'Words' },
      'a question that is no id': { content: 'Words', questionId: '1' },
      'an unknown parent': { ...words, parentReplyId: unknownId },
      'a parent of another question': { content: 'Words', questionId: elsewhere.id, parentReplyId: reply.id },
      'a parent that is no id': { ...words, parentReplyId: 'that one' },
    }),
    ...calls(invalid, chat, {
      'a malformed id of a visitor': { body: { content: 'Words', questionId: '1' }, as: 'visitor' },
      'half a character': { raw: `{"questionId":"${question.id}","content":"\\ud83d"}` },
    }),
    ...bodies(gone, chat, { 'an unknown question': { content: 'Words', questionId: unknownId } }),
    ...bodies(forbidden, chat, { 'an anonymous reply where none is wanted': { ...words, isAnonymous: true } }),
    ...calls(
      gone,
      { ...dialog, body: { content: 'Words' } },
      {
        'a reply to no id': { path: '/api/questions/1/discussions' },
        'a reply to nothing': { path: `/api/questions/${unknownId}/discussions` },
      },
    ),

    ...bodies(invalid, boost, { 'a boost as text': { isBoosted: 'true' } }),
    ...calls(gone, boost, {
      'a boost of no id': { path: '/api/questions/1/boost' },
      'a boost of nothing': { path: `/api/questions/${unknownId}/boost` },
      'a boost of a reply as a question': { path: `/api/questions/${reply.id}/boost` },
      'a boost of a question as a reply': { path: `/api/discussions/${question.id}/boost` },
    }),
    ...bodies(tooLarge, boost, { 'a huge boost': { isBoosted: true, note: big(5000) } }),
    ...bodies(invalid, batch, {
      'a batch without items': {},
      'a batch of another kind': { items: [{ ...item, contentType: 'song' }] },
      'a batch of no id': { items: [{ ...item, contentId: '1' }] },
    }),

    ...reads(gone, {
      'an unknown call by GET': '/api/nothing',
      'a status of an unknown kind': `/api/boost-status/song/${question.id}`,
      'a status of nothing': `/api/boost-status/question/${unknownId}`,
      'a question that is no id': '/api/questions/1',
      'a question that is not there': `/api/questions/${unknownId}`,
      'a reply read as a question': `/api/questions/${reply.id}`,
      'a path of five thousand characters': `/api/questions/${big(5000)}`,
      'an unknown message': `/api/discussions/${unknownId}`,
      'the card of no episode': `/api/podcasts/${unknownId}/card`,
      'unknown content': `/api/content/${unknownId}`,
      'the room of nothing': `/api/questions/${unknownId}/room?after=0`,
      'a call of a later day': '/api/users/seek?q=a',
    }),
    ...reads(invalid, {
      'broken percent signs': '/api/questions/%E0%A4%A',
      'a room without a number': `/api/questions/${question.id}/room`,
      'none of the nearly heard': '/api/feed/nearly-heard?limit=0',
      'too many of the nearly heard': '/api/feed/nearly-heard?limit=11',
      'a word of the nearly heard': '/api/feed/nearly-heard?limit=ten',
      'a search for nothing': '/api/search',
      'a search for one letter': '/api/search?q=%20a%20',
      'a search for 101 characters': `/api/search?q=${big(101)}`,
      'a search for people': '/api/search?q=nora&kind=user',
    }),
    ...reads(invalid, {
      'posts of no kind': `/api/users/${clients.asker.user.id}/posts`,
      'posts of another kind': `/api/users/${clients.asker.user.id}/posts?kind=question`,
      'posts before no instant': `/api/users/${clients.asker.user.id}/posts?kind=answer&before=soon`,
    }),
    ...bodies(
      invalid,
      { method: 'PATCH', path: `/api/users/${clients.asker.user.id}/invitation`, as: 'asker' },
      {
        'an invitation with a link': { invitation: 'See example.com' },
        'an invitation of two lines': { invitation: 'One\ntwo' },
        'an invitation of 81 characters': { invitation: big(81) },
        'an invitation that is a number': { invitation: 7 },
      },
    ),
    ...bodies(
      invalid,
      { method: 'PUT', path: `/api/users/${clients.asker.user.id}/block`, as: 'other' },
      { 'a block that is neither on nor off': { on: 'yes' }, 'a block without a state': {} },
    ),
    ...bodies(
      gone,
      { method: 'PUT', path: `/api/users/${unknownId}/mute`, as: 'other' },
      { 'a mute of nobody': { on: true } },
    ),
    ...bodies(
      gone,
      { method: 'PUT', path: `/api/questions/${unknownId}/mute`, as: 'other' },
      { 'a mute of no question': { on: true } },
    ),
    ...bodies(
      invalid,
      { path: '/api/reports', as: 'other' },
      { 'a report of another kind': { contentType: 'room', contentId: unknownId, reason: 'Rude' } },
    ),
    ...bodies(
      gone,
      { path: '/api/reports', as: 'other' },
      { 'a report of nobody': { contentType: 'user', contentId: unknownId, reason: 'Rude' } },
    ),
    ...reads(gone, { 'posts of nobody': `/api/users/${unknownId}/posts?kind=answer` }),
    ...reads(unauthenticated, { 'the heard people of a visitor': '/api/users/heard' }),
    ...reads(expired, {
      'a broken anchor': '/api/feed?anchor=nonsense',
      'a page of results that does not exist': '/api/search?q=nora&after=nonsense',
      'an anchor with a null character': '/api/feed?anchor=%00',
      'an anchor of our form with nonsense in it': `/api/feed?anchor=${nonsense}`,
    }),
    ...reads(invalid, { 'notifications before no id': '/api/notifications?before=1' }, 'other'),
    ...reads(
      invalid,
      {
        'XP before no id': `/api/users/${clients.asker.user.id}/xp-activities?before=1`,
        'no XP at all': `/api/users/${clients.asker.user.id}/xp-activities?limit=0`,
        'too many XP at once': `/api/users/${clients.asker.user.id}/xp-activities?limit=51`,
      },
      'asker',
    ),
    ...bodies(
      invalid,
      { path: '/api/notifications/read', as: 'other' },
      {
        'reading neither a question nor notices': {},
        'reading a question and notices': { questionId: question.id, ids: [] },
        'reading notices that are no ids': { ids: ['1'] },
        'reading too many notices': { ids: Array.from({ length: 101 }, () => question.id) },
      },
    ),
    ...calls(gone, { as: 'other' }, { 'reading no id': { path: '/api/notifications/1/read' } }),
    ...calls(unauthenticated, user, {
      'a cookie of nobody': { headers: { cookie: 'hearsay_session=nonsense' } },
      'a session of nobody': { headers: { cookie: `hearsay_session=${'n'.repeat(43)}` } },
    }),
  ];
};
