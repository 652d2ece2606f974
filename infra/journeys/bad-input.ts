import { randomUUID } from 'node:crypto';
import type { Discussion, Question } from '@hearsay/contracts';
import type { CallOptions, Client } from './client.ts';

/** One call that must be refused. */
export interface Case extends CallOptions {
  readonly what: string;
  readonly method?: 'GET' | 'POST' | 'DELETE' | 'PUT' | 'PATCH';
  readonly path: string;
  readonly as?: 'visitor' | 'asker' | 'other';
  readonly status: number;
  readonly code: string;
}

/** The fixtures that wrong input names. `question` takes no anonymous replies and holds `reply`. */
interface BadInputScene {
  readonly clients: Readonly<Record<'visitor' | 'asker' | 'other', Client>>;
  readonly question: Question;
  readonly elsewhere: Question;
  readonly reply: Discussion;
}

const big = (length: number) => 'x'.repeat(length);
const unknownId = randomUUID();

/** Input that calls must refuse. Rules with a line are in `boundaries/`, rules about people in `permissions/`. */
export const badInput = ({ clients, question, elsewhere, reply }: BadInputScene): Case[] => {
  const ask = { path: '/api/questions', as: 'asker' } as const;
  const chat = { path: '/api/discussions', as: 'other' } as const;
  const dialog = { path: `/api/questions/${question.id}/discussions`, as: 'other' } as const;
  const boost = { path: `/api/questions/${question.id}/boost`, as: 'other' } as const;
  const batch = { path: '/api/batch/boost-status', as: 'other' } as const;
  const register = { path: '/api/auth/register' } as const;
  const login = { path: '/api/auth/login' } as const;
  const invalid = { status: 400, code: 'invalid_input' } as const;
  const visitor = { as: 'visitor', status: 401, code: 'unauthenticated' } as const;
  const gone = { status: 404, code: 'not_found' } as const;
  const forbidden = { status: 403, code: 'forbidden' } as const;
  const item = { contentType: 'question', contentId: question.id };
  const words = { questionId: question.id, content: 'Words' };
  return [
    { what: 'an unknown call', path: '/api/nothing', ...gone },
    { what: 'an unknown call by GET', method: 'GET', path: '/api/nothing', ...gone },
    {
      what: 'a method that is not there',
      method: 'PUT',
      path: `/api/questions/${question.id}`,
      status: 405,
      code: 'method_not_allowed',
    },

    { what: 'no body', ...register, ...invalid },
    { what: 'no password', ...register, body: { username: 'somebody new' }, ...invalid },
    { what: 'a name with @', ...register, body: { username: 'some@body', password: 'long enough' }, ...invalid },
    {
      what: 'a name with an invisible character',
      ...register,
      body: { username: 'some\u200bbody', password: 'long enough' },
      ...invalid,
    },
    { what: 'a name like an id', ...register, body: { username: randomUUID(), password: 'long enough' }, ...invalid },
    { what: 'a reserved name', ...register, body: { username: 'HearSay', password: 'long enough' }, ...invalid },
    { what: 'a name that is a number', ...register, body: { username: 12345, password: 'long enough' }, ...invalid },
    {
      what: 'a null character in a name',
      ...register,
      body: { username: 'some\u0000body', password: 'long enough' },
      ...invalid,
    },
    {
      what: 'a taken name',
      ...register,
      body: { username: clients.asker.user.username.toUpperCase(), password: 'another password' },
      status: 409,
      code: 'conflict',
    },
    { what: 'login without anything', ...login, body: {}, ...invalid },
    {
      what: 'a wrong password',
      ...login,
      body: { username: clients.asker.user.username, password: 'not this one' },
      status: 401,
      code: 'unauthenticated',
    },
    {
      what: 'a name nobody has',
      ...login,
      body: { username: 'nobody-at-all', password: 'not this one' },
      status: 401,
      code: 'unauthenticated',
    },

    {
      what: 'a login name with a null character',
      ...login,
      body: { username: 'some\u0000body', password: 'not this one' },
      status: 401,
      code: 'unauthenticated',
    },
    {
      what: 'a password with a null character',
      ...login,
      body: { username: clients.asker.user.username, password: 'a\u0000b' },
      status: 401,
      code: 'unauthenticated',
    },

    { what: 'no title', ...ask, body: {}, ...invalid },
    { what: 'a title that is a list', ...ask, body: { title: ['Me?'] }, ...invalid },
    { what: 'a null character in a title', ...ask, body: { title: 'Me\u0000?' }, ...invalid },
    { what: 'half a character in a description', ...ask, raw: '{"title":"Me?","description":"\\udc00"}', ...invalid },
    { what: 'anonymity as text', ...ask, body: { title: 'Me?', isAnonymous: 'yes' }, ...invalid },
    { what: 'oneself as target', ...ask, body: { title: 'Me?', targetUserId: clients.asker.user.id }, ...invalid },
    { what: 'nobody as target', ...ask, body: { title: 'You?', targetUserId: unknownId }, ...gone },
    { what: 'a target that is no id', ...ask, body: { title: 'You?', targetUserId: 'other' }, ...invalid },
    { what: 'a list as body', ...ask, body: [], ...invalid },
    { what: 'null as body', ...ask, raw: 'null', ...invalid },
    { what: 'half a body', ...ask, raw: '{"title": "Me', ...invalid },
    { what: 'a body with a prototype', ...ask, raw: '{"__proto__": {"title": "Me?"}}', ...invalid },
    {
      what: 'another content type',
      ...ask,
      raw: 'title=Me',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      status: 415,
      code: 'unsupported_media',
    },
    { what: 'a huge body', ...ask, body: { title: 'Me?', description: big(70_000) }, status: 413, code: 'too_large' },
    { what: 'another site', ...ask, body: { title: 'Me?' }, headers: { 'sec-fetch-site': 'cross-site' }, ...forbidden },
    {
      what: 'a foreign origin',
      ...ask,
      body: { title: 'Me?' },
      headers: { origin: 'https://elsewhere.example' },
      ...forbidden,
    },

    { what: 'no words', ...chat, body: { questionId: question.id }, ...invalid },
    { what: 'no question', ...chat, body: { content: 'Words' }, ...invalid },
    { what: 'a question that is no id', ...chat, body: { content: 'Words', questionId: '1' }, ...invalid },
    {
      what: 'a malformed id of a visitor',
      ...chat,
      body: { content: 'Words', questionId: '1' },
      as: 'visitor',
      ...invalid,
    },
    { what: 'an unknown question', ...chat, body: { content: 'Words', questionId: unknownId }, ...gone },
    { what: 'an unknown parent', ...chat, body: { ...words, parentReplyId: unknownId }, ...invalid },
    {
      what: 'a parent of another question',
      ...chat,
      body: { content: 'Words', questionId: elsewhere.id, parentReplyId: reply.id },
      ...invalid,
    },
    { what: 'an anonymous reply where none is wanted', ...chat, body: { ...words, isAnonymous: true }, ...forbidden },
    { what: 'half a character', ...chat, raw: `{"questionId":"${question.id}","content":"\\ud83d"}`, ...invalid },
    { what: 'a null character', ...chat, body: { ...words, content: 'a\u0000b' }, ...invalid },
    { what: 'a parent that is no id', ...chat, body: { ...words, parentReplyId: 'that one' }, ...invalid },
    { what: 'half a character in the dialog', ...dialog, raw: '{"content":"\\ud83d"}', ...invalid },
    { what: 'a reply to no id', ...dialog, path: '/api/questions/1/discussions', body: { content: 'Words' }, ...gone },
    {
      what: 'a reply to nothing',
      ...dialog,
      path: `/api/questions/${unknownId}/discussions`,
      body: { content: 'Words' },
      ...gone,
    },

    { what: 'a boost as text', ...boost, body: { isBoosted: 'true' }, ...invalid },
    { what: 'a boost of no id', ...boost, path: '/api/questions/1/boost', body: {}, ...gone },
    { what: 'a boost of nothing', ...boost, path: `/api/questions/${unknownId}/boost`, body: {}, ...gone },
    { what: 'a boost of a reply as a question', ...boost, path: `/api/questions/${reply.id}/boost`, body: {}, ...gone },
    {
      what: 'a boost of a question as a reply',
      ...boost,
      path: `/api/discussions/${question.id}/boost`,
      body: {},
      ...gone,
    },
    { what: 'a huge boost', ...boost, body: { isBoosted: true, note: big(5000) }, status: 413, code: 'too_large' },
    { what: 'a status of an unknown kind', method: 'GET', path: `/api/boost-status/song/${question.id}`, ...gone },
    { what: 'a status of nothing', method: 'GET', path: `/api/boost-status/question/${unknownId}`, ...gone },
    { what: 'a batch without items', ...batch, body: {}, ...invalid },
    { what: 'a batch of another kind', ...batch, body: { items: [{ ...item, contentType: 'song' }] }, ...invalid },
    { what: 'a batch of no id', ...batch, body: { items: [{ ...item, contentId: '1' }] }, ...invalid },

    { what: 'a question that is no id', method: 'GET', path: '/api/questions/1', ...gone },
    { what: 'an unknown question', method: 'GET', path: `/api/questions/${unknownId}`, ...gone },
    { what: 'a reply read as a question', method: 'GET', path: `/api/questions/${reply.id}`, ...gone },
    { what: 'a path of five thousand characters', method: 'GET', path: `/api/questions/${big(5000)}`, ...gone },
    {
      what: 'broken percent signs',
      method: 'GET',
      path: '/api/questions/%E0%A4%A',
      status: 400,
      code: 'invalid_input',
    },
    { what: 'an unknown message', method: 'GET', path: `/api/discussions/${unknownId}`, ...gone },
    { what: 'unknown content', method: 'GET', path: `/api/content/${unknownId}`, ...gone },
    { what: 'a room without a number', method: 'GET', path: `/api/questions/${question.id}/room`, ...invalid },
    { what: 'the room of nothing', method: 'GET', path: `/api/questions/${unknownId}/room?after=0`, ...gone },
    { what: 'a broken anchor', method: 'GET', path: '/api/feed?anchor=nonsense', status: 400, code: 'anchor_expired' },
    {
      what: 'an anchor with a null character',
      method: 'GET',
      path: '/api/feed?anchor=%00',
      status: 400,
      code: 'anchor_expired',
    },
    {
      what: 'an anchor of our form with nonsense in it',
      method: 'GET',
      path: `/api/feed?anchor=${Buffer.from(JSON.stringify({ sort: 'recent', at: 'soon', id: '1' })).toString('base64url')}`,
      status: 400,
      code: 'anchor_expired',
    },

    {
      what: 'a cookie of nobody',
      method: 'GET',
      path: '/api/auth/user',
      headers: { cookie: 'hearsay_session=nonsense' },
      ...visitor,
    },
    {
      what: 'a session of nobody',
      method: 'GET',
      path: '/api/auth/user',
      headers: { cookie: `hearsay_session=${'n'.repeat(43)}` },
      ...visitor,
    },
    { what: 'a name of two scripts', ...register, body: { username: 'pаypal', password: 'long enough' }, ...invalid },
    {
      what: 'a look-alike of a reserved name',
      ...register,
      body: { username: 'арі', password: 'long enough' },
      ...invalid,
    },
    { what: 'notifications before no id', method: 'GET', path: '/api/notifications?before=1', as: 'other', ...invalid },
    { what: 'reading no id', path: '/api/notifications/1/read', as: 'other', ...gone },
    {
      what: 'XP before no id',
      method: 'GET',
      path: `/api/users/${clients.asker.user.id}/xp-activities?before=1`,
      as: 'asker',
      ...invalid,
    },
    { what: 'a call of a later day', method: 'GET', path: '/api/users/seek?q=a', ...gone },
  ];
};
