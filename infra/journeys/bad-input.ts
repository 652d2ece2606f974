import { randomUUID } from 'node:crypto';
import type { Discussion, Question } from '@hearsay/contracts';
import type { CallOptions, Client } from './client.ts';

type Who = 'visitor' | 'asker' | 'other';

interface Case extends CallOptions {
  readonly what: string;
  readonly as: Who;
  readonly method: string;
  readonly path: string;
  readonly answer: string;
}

interface BadInputScene {
  readonly clients: Readonly<Record<Who, Client>>;
  readonly question: Question;
  readonly elsewhere: Question;
  readonly reply: Discussion;
}

type ByName<T> = Readonly<Record<string, T>>;
/** @param call a person, a method and a path, for example `asker POST /api/questions` */
const calls = (answer: string, call: string, cases: ByName<CallOptions>): Case[] => {
  const [as, method, path] = call.split(' ') as [Who, string, string];
  return Object.entries(cases).map(([what, options]) => ({ ...options, as, method, path, what, answer }));
};
const bodies = (answer: string, call: string, cases: ByName<unknown>): Case[] =>
  Object.entries(cases).flatMap(([what, body]) => calls(answer, call, { [what]: { body } }));
const paths = (answer: string, start: string, cases: ByName<string>, options: CallOptions = {}): Case[] =>
  Object.entries(cases).flatMap(([what, path]) => calls(answer, `${start} ${path}`, { [what]: options }));

const big = (length: number) => 'x'.repeat(length);
const unknownId = randomUUID();
const invalid = '400 invalid_input';
const unauthenticated = '401 unauthenticated';
const forbidden = '403 forbidden';
const gone = '404 not_found';
const tooLarge = '413 too_large';
const expired = '400 anchor_expired';
const nonsense = Buffer.from(JSON.stringify({ sort: 'recent', at: 'soon', id: '1' })).toString('base64url');

export const badInputCases = ({ clients, question, elsewhere, reply }: BadInputScene): Case[] => {
  const ask = 'asker POST /api/questions';
  const chat = 'other POST /api/discussions';
  const boost = `other POST /api/questions/${question.id}/boost`;
  const batch = 'other POST /api/batch/boost-status';
  const register = 'visitor POST /api/auth/register';
  const login = 'visitor POST /api/auth/login';
  const receipts = '/api/receipts';
  const { id, username } = clients.asker.user;
  const own = `/api/users/${id}`;
  const named = (name: unknown) => ({ username: name, password: 'long enough' });
  const item = { contentType: 'question', contentId: question.id };
  const words = { questionId: question.id, content: 'Words' };
  return [
    ...paths(gone, 'visitor POST', { 'an unknown call': '/api/nothing' }),
    ...paths('405 method_not_allowed', 'visitor PUT', { 'no such method': `/api/questions/${question.id}` }),

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
      'oneself as target': { title: 'Me?', targetUserId: id },
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
    ...calls(forbidden, ask, {
      'another site': { body: { title: 'Me?' }, headers: { 'sec-fetch-site': 'cross-site' } },
      'a foreign origin': { body: { title: 'Me?' }, headers: { origin: 'https://elsewhere.example' } },
    }),

    ...bodies(invalid, `visitor POST ${receipts}`, {
      'a look without a receipt': {},
      'a receipt that is too short': { receipt: big(21) },
      'a receipt that is a list': { receipt: [big(22)] },
    }),
    ...bodies(gone, `visitor POST ${receipts}`, { 'an invented receipt': { receipt: big(22) } }),
    ...bodies(invalid, `visitor DELETE ${receipts}`, { 'a receipt of other letters': { receipt: '!'.repeat(22) } }),
    ...bodies(gone, `visitor DELETE ${receipts}`, { 'withdrawing by an invented receipt': { receipt: big(22) } }),

    ...bodies(invalid, 'asker POST /api/word-rules', {
      'a rule of one letter': { text: ' a ' },
      'a rule without a word': { text: '?!' },
      'a rule that has ended': { text: 'soon', expiresAt: '2026-01-01T00:00:00.000Z' },
    }),
    ...bodies(invalid, `asker PATCH ${own}/who-may-ask`, {
      'no choice of who may ask': {},
      'anonymous asks off for years': { anonymousAsksOffUntil: '2099-01-01T00:00:00.000Z' },
      'anonymous asks off until the past': { anonymousAsks: 'off', anonymousAsksOffUntil: '2026-01-01T00:00:00.000Z' },
    }),

    ...bodies(invalid, chat, {
      'no words': { questionId: question.id },
      'no question': { content: 'Words' },
      'a question that is no id': { content: 'Words', questionId: '1' },
      'an unknown parent': { ...words, parentReplyId: unknownId },
      'a parent of another question': { content: 'Words', questionId: elsewhere.id, parentReplyId: reply.id },
      'a parent that is no id': { ...words, parentReplyId: 'that one' },
    }),
    ...calls(invalid, chat, { 'half a character': { raw: `{"questionId":"${question.id}","content":"\\ud83d"}` } }),
    ...bodies(invalid, 'visitor POST /api/discussions', {
      'a malformed id of a visitor': { content: 'Words', questionId: '1' },
    }),
    ...bodies(gone, chat, { 'an unknown question': { content: 'Words', questionId: unknownId } }),
    ...bodies(forbidden, chat, { 'an anonymous reply where none is wanted': { ...words, isAnonymous: true } }),
    ...paths(
      gone,
      'other POST',
      {
        'a reply to no id': '/api/questions/1/discussions',
        'a reply to nothing': `/api/questions/${unknownId}/discussions`,
      },
      { body: { content: 'Words' } },
    ),

    ...bodies(invalid, boost, { 'a boost as text': { isBoosted: 'true' } }),
    ...paths(
      gone,
      'other POST',
      {
        'a boost of no id': '/api/questions/1/boost',
        'a boost of nothing': `/api/questions/${unknownId}/boost`,
        'a boost of a reply as a question': `/api/questions/${reply.id}/boost`,
        'a boost of a question as a reply': `/api/discussions/${question.id}/boost`,
      },
      { body: {} },
    ),
    ...bodies(tooLarge, boost, { 'a huge boost': { isBoosted: true, note: big(5000) } }),
    ...bodies(invalid, batch, {
      'a batch without items': {},
      'a batch of another kind': { items: [{ ...item, contentType: 'song' }] },
      'a batch of no id': { items: [{ ...item, contentId: '1' }] },
    }),

    ...paths(gone, 'visitor GET', {
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
      'posts of nobody': `/api/users/${unknownId}/posts?kind=answer`,
    }),
    ...paths(invalid, 'visitor GET', {
      'broken percent signs': '/api/questions/%E0%A4%A',
      'a room without a number': `/api/questions/${question.id}/room`,
      'a word of the nearly heard': '/api/feed/nearly-heard?limit=ten',
      'a search for nothing': '/api/search',
      'a search for one letter': '/api/search?q=%20a%20',
      'a search for people': '/api/search?q=nora&kind=user',
      'posts of no kind': `${own}/posts`,
      'posts before no instant': `${own}/posts?kind=answer&before=soon`,
    }),
    ...bodies(invalid, `asker PATCH ${own}/invitation`, {
      'an invitation with a link': { invitation: 'See example.com' },
      'an invitation of two lines': { invitation: 'One\ntwo' },
      'an invitation that is a number': { invitation: 7 },
    }),
    ...bodies(invalid, `other PUT ${own}/block`, {
      'a block that is neither on nor off': { on: 'yes' },
      'a block without a state': {},
    }),
    ...bodies(gone, `other PUT /api/users/${unknownId}/mute`, { 'a mute of nobody': { on: true } }),
    ...bodies(gone, `other PUT /api/questions/${unknownId}/mute`, { 'a mute of no question': { on: true } }),
    ...bodies(gone, 'other POST /api/reports', {
      'a report of nobody': { contentType: 'user', contentId: unknownId, reason: 'Rude' },
    }),
    ...paths(unauthenticated, 'visitor GET', { 'the heard people of a visitor': '/api/users/heard' }),
    ...paths(expired, 'visitor GET', {
      'a broken anchor': '/api/feed?anchor=nonsense',
      'a page of results that does not exist': '/api/search?q=nora&after=nonsense',
      'an anchor with a null character': '/api/feed?anchor=%00',
      'an anchor of our form with nonsense in it': `/api/feed?anchor=${nonsense}`,
    }),
    ...paths(invalid, 'other GET', { 'notifications before no id': '/api/notifications?before=1' }),
    ...paths(invalid, 'asker GET', { 'XP before no id': `${own}/xp-activities?before=1` }),
    ...bodies(invalid, 'other POST /api/notifications/read', {
      'reading neither a question nor notices': {},
      'reading a question and notices': { questionId: question.id, ids: [] },
      'reading notices that are no ids': { ids: ['1'] },
      'reading too many notices': { ids: Array.from({ length: 101 }, () => question.id) },
    }),
    ...paths(gone, 'other POST', { 'reading no id': '/api/notifications/1/read' }),
    ...calls(unauthenticated, 'visitor GET /api/auth/user', {
      'a cookie of nobody': { headers: { cookie: 'hearsay_session=nonsense' } },
      'a session of nobody': { headers: { cookie: `hearsay_session=${'n'.repeat(43)}` } },
    }),
  ];
};
