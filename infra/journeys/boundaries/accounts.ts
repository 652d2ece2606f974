import { randomBytes } from 'node:crypto';
import { dataUrlLimits, limits } from '@hearsay/contracts';
import { newcomer } from '../client.ts';
import { type Ask, type Line, type LinesScene, line, newClient, optional, x } from './lines.ts';

/** A name that nobody has, of so many characters. */
const name = (length: number) => randomBytes(25).toString('hex').padEnd(length, 'y').slice(0, length);
const password = {
  inside: [x(limits.password.min), x(limits.password.max)],
  outside: ['', x(limits.password.min - 1), x(limits.password.max + 1), null],
};

/** Names, passwords and profiles. */
export const accounts = ({ url, asker, other, spotlight }: LinesScene): Line[] => {
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
    line({
      what: 'a password',
      ask: (value) => register({ username: name(20), password: value }),
      ...password,
      field: 'password',
    }),
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
      what: 'the new password of a link',
      ask: (newPassword) => ({
        path: '/api/auth/reset',
        as: newClient(asker),
        body: { token: 'of nobody', newPassword },
      }),
      ...password,
      accepted: '404 not_found',
      field: 'newPassword',
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
      inside: ['', null],
      outside: [
        `https://8.8.8.8/${x(2032)}`,
        'ftp://8.8.8.8/a.png',
        'a.png',
        'data:image/png,x',
        'https://a:b@8.8.8.8/',
        'http://127.0.0.1/a.png',
        'http://[::ffff:127.0.0.1]/a.png',
      ],
      field: 'profileImage',
    }),
    line({
      what: 'a picture as a data URL',
      ask: (bytes: number) =>
        change('profile-image', { profileImage: `data:image/png;base64,${Buffer.alloc(bytes).toString('base64')}` }),
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
    line<unknown>({
      what: 'a switch of notifications',
      ask: (reposts) => change('notification-preferences', { reposts }),
      inside: [false, true],
      outside: ['true', 1, null],
      field: 'reposts',
    }),
    line({
      what: 'a search',
      ask: (q) => ({ method: 'GET', path: `/api/users/search?${new URLSearchParams({ q })}`, as: other }),
      inside: ['', x(limits.search), ` ${x(limits.search)} `],
      outside: [x(limits.search + 1)],
      field: 'q',
    }),
    line({
      what: 'the name that a page of people follows',
      ask: (after) => ({ method: 'GET', path: `/api/users?${new URLSearchParams({ after })}`, as: other }),
      inside: ['', x(limits.username.max)],
      outside: [x(limits.username.max + 1)],
      field: 'after',
    }),
  ];
};
