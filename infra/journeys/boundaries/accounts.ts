import { randomBytes } from 'node:crypto';
import { dataUrlLimits, limits } from '@hearsay/contracts';
import { newcomer } from '../client.ts';
import { type Ask, fieldOf, type Line, type LinesScene, line, newClient, optional, sides, x } from './lines.ts';

const name = (length: number) => randomBytes(25).toString('hex').padEnd(length, 'y').slice(0, length);
const { min, max } = limits.password;
const password = sides<unknown>([x(min), x(max)], ['', x(min - 1), x(max + 1), null]);

export const accounts = ({ url, asker, other, spotlight }: LinesScene): Line[] => {
  const visitor =
    (call: string, words: object) =>
    (body: object): Ask => ({
      path: `/api/auth/${call}`,
      as: newClient(asker),
      body: { ...words, ...body },
    });
  const register = visitor('register', { username: name(20), password: 'long enough' });
  const reset = visitor('reset', { token: 'of nobody', newPassword: 'long enough' });
  const change =
    (part: string) =>
    (body: object): Ask => ({
      method: 'PATCH',
      path: `/api/users/${spotlight.user.id}/${part}`,
      as: spotlight,
      body,
    });
  const changed = (part: string, field: string) => fieldOf(field, change(part));
  const changePassword = async (newPassword: unknown): Promise<Ask> => ({
    method: 'PATCH',
    path: '/api/auth/password',
    as: await newcomer(url),
    body: { currentPassword: 'a long enough password', newPassword },
  });
  const leave = (value: unknown): Ask => ({
    method: 'DELETE',
    path: `/api/users/${other.user.id}`,
    as: other,
    body: { password: value },
  });
  const find =
    (call: string) =>
    (query: Record<string, string>): Ask => ({
      method: 'GET',
      path: `/api/users${call}?${new URLSearchParams(query)}`,
      as: other,
    });
  const longest = limits.username.max;
  const wrong = { accepted: '401 unauthenticated' };
  const unknown = { accepted: '404 not_found' };
  const flags = sides<unknown>([false, true], ['true', 1, null]);
  return [
    line(
      'a name',
      'username',
      fieldOf('username', register),
      sides(
        [name(limits.username.min), name(longest), ` ${name(longest)} `],
        ['', '   ', name(2), ' ab ', name(longest + 1)],
      ),
    ),
    line('a password', 'password', (value) => register({ username: name(20), password: value }), password),
    line(
      'the name of a login',
      'username',
      fieldOf('username', visitor('login', { password: 'wrong' })),
      sides<unknown>(['x', ' x '], ['', '  ', null]),
      wrong,
    ),
    line(
      'the password of a login',
      'password',
      fieldOf('password', visitor('login', { username: other.user.username })),
      sides<unknown>(['x', x(1000)], ['', x(1001), null]),
      wrong,
    ),
    line('a new password', 'newPassword', changePassword, password),
    line(
      'the token of a link',
      'token',
      fieldOf('token', reset),
      sides<unknown>(['x', x(200)], ['', x(201), null]),
      unknown,
    ),
    line('the new password of a link', 'newPassword', fieldOf('newPassword', reset), password, unknown),
    line('the password of a deletion', 'password', leave, sides(['x', x(1000)], ['', x(1001)]), {
      accepted: '403 forbidden',
    }),
    line('a profile link', 'profileLink', changed('profile-link', 'profileLink'), optional(limits.profileLink)),
    line(
      'a gradient',
      'gradientColors',
      changed('gradient-colors', 'gradientColors'),
      sides<unknown>(['from-purple-400 to-pink-400'], ['', 'from-purple-400 to-pink-401', x(201), null]),
    ),
    line(
      'the address of a picture',
      'profileImage',
      changed('profile-image', 'profileImage'),
      sides<unknown>(
        ['', null],
        [
          `https://8.8.8.8/${x(2032)}`,
          'ftp://8.8.8.8/a.png',
          'a.png',
          'data:image/png,x',
          'https://a:b@8.8.8.8/',
          'http://127.0.0.1/a.png',
          'http://[::ffff:127.0.0.1]/a.png',
        ],
      ),
    ),
    // Only bytes within the limit are decoded, and zeros are no picture.
    line(
      'a picture as a data URL',
      null,
      (bytes: number) =>
        change('profile-image')({ profileImage: `data:image/png;base64,${Buffer.alloc(bytes).toString('base64')}` }),
      sides([1, dataUrlLimits.profileImage], [dataUrlLimits.profileImage + 1]),
      { accepted: '415 unsupported_media', refused: '413 too_large' },
    ),
    line('an aura', 'aura', changed('aura', 'aura'), sides<unknown>(['none'], ['', 'None', 'rainbow', null])),
    line(
      'who may ask',
      'whoMayAsk',
      changed('who-may-ask', 'whoMayAsk'),
      sides<unknown>(['nobody', 'following', 'signed-in', 'everyone'], ['', 'friends', null]),
    ),
    line('a switch', 'showActivity', changed('activity', 'showActivity'), flags),
    line('a switch of notifications', 'reposts', changed('notification-preferences', 'reposts'), flags),
    line(
      'a search',
      'q',
      (q: string) => find('/search')({ q }),
      sides(['', x(limits.search), ` ${x(limits.search)} `], [x(limits.search + 1)]),
    ),
    line(
      'the name that a page of people follows',
      'after',
      (after: string) => find('')({ after }),
      sides(['', x(longest)], [x(longest + 1)]),
    ),
  ];
};
