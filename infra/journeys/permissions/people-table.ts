import { plus, type Row, row } from './rows.ts';
import { newUpload, password, type Scene } from './scene.ts';
import { everyone, noSession, notAllowed, notThere, only, type Role, signedIn } from './verdicts.ts';

const ofOwner = (scene: Scene) => ({ params: { id: scene.idOf('owner') } });
const ofOneself = (scene: Scene, role: Role) => ({ params: { id: scene.idOf(role) } });
const somebodyElse = { owner: '400 invalid_input' } as const;

const signIn: Row[] = [
  row(
    'POST /api/auth/register',
    async (scene, role) => ({
      as: await scene.standIn(role),
      body: { username: `new-${role}-${Math.random().toString(36).slice(2, 10)}`, password },
    }),
    everyone(201),
  ),
  row(
    'POST /api/auth/login',
    async (scene, role) => ({
      as: await scene.standIn(role),
      body: { username: (await scene.somebody()).user.username, password },
    }),
    everyone(200),
  ),
  row('POST /api/auth/reset', () => ({ body: { token: 'of nobody', newPassword: password } }), everyone(notThere)),
  row('POST /api/auth/logout', async (scene, role) => ({ as: await scene.standIn(role) }), everyone(200)),
  row('GET /api/auth/user', () => ({}), signedIn(200)),
  row('GET /api/auth/user', () => ({ query: { orNull: 'true' } }), everyone(200), { when: 'or null' }),
  row(
    'PATCH /api/auth/password',
    async (scene, role) => ({
      as: await scene.standIn(role),
      body: { currentPassword: password, newPassword: `${password}!` },
    }),
    signedIn(200),
  ),
  row('GET /api/auth/sessions', () => ({}), signedIn(200)),
  row('DELETE /api/auth/sessions', async (scene, role) => ({ as: await scene.standIn(role) }), signedIn(200)),
  row(
    'DELETE /api/auth/sessions/{id}',
    async (scene, role) => {
      const whose = await scene.somebody();
      const [session] = await whose.get<{ id: string }[]>('/api/auth/sessions');
      return { params: { id: session!.id }, ...(role === 'owner' && { as: whose }) };
    },
    only({ owner: 200 }, notThere),
  ),
];

const profiles: Row[] = [
  row('GET /api/users', () => ({}), everyone(200)),
  row('GET /api/users/search', () => ({ query: { q: 'owner' } }), everyone(200)),
  row(
    'GET /api/users/username/{username}',
    ({ people }) => ({ params: { username: people.owner.user.username } }),
    everyone(200),
  ),
  row('GET /api/users/{id}', ofOwner, everyone(200)),
  row('GET /api/users/{id}/recent-question', ofOwner, everyone(200)),
  row('GET /api/users/{id}/following-status', ofOwner, everyone(200), { actors: ['currentUserId'] }),
  row('POST /api/users/{id}/follow', plus(ofOwner, { body: {} }), signedIn(200, somebodyElse), {
    actors: ['followerId'],
  }),
  row('DELETE /api/users/{id}/follow', plus(ofOwner, { body: {} }), signedIn(200, somebodyElse), {
    actors: ['followerId'],
  }),
  ...['pending-questions', 'content', 'xp-activities', 'export'].map(
    (list): Row => ({ call: `GET /api/users/{id}/${list}`, ask: ofOwner, verdicts: only({ owner: 200 }) }),
  ),
  row(
    'POST /api/users/{id}/pending-questions/ignore',
    (scene) => ({ ...ofOwner(scene), body: { userId: scene.people.fan.user.id } }),
    only({ owner: 200 }),
    { subjects: ['userId'] },
  ),
  row(
    'DELETE /api/users/{id}',
    async (scene, role) => {
      const whose = await scene.somebody();
      return { params: { id: whose.user.id }, body: { password }, ...(role === 'owner' && { as: whose }) };
    },
    only({ owner: 200 }),
  ),
  ...Object.entries({
    activity: { showActivity: true },
    'gradient-colors': { gradientColors: 'from-purple-400 to-pink-400' },
    'profile-image': { profileImage: null },
    aura: { aura: 'none' },
    'who-may-ask': { whoMayAsk: 'everyone' },
    'notification-preferences': { reposts: true },
  }).map(
    ([part, body]): Row => ({
      call: `PATCH /api/users/{id}/${part}`,
      ask: plus(ofOwner, { body }),
      verdicts: only({ owner: 200 }),
    }),
  ),
  ...Object.entries({
    'profile-link': { profileLink: null },
    'ambassador-visibility': { hideAmbassadorTitle: false },
  }).map(
    ([part, body]): Row => ({
      call: `PATCH /api/users/{id}/${part}`,
      when: 'the owner’s, who is neither',
      ask: plus(ofOwner, { body }),
      verdicts: signedIn(notAllowed),
    }),
  ),
];

const rights: Row[] = [
  row(
    'PATCH /api/users/{id}/profile-link',
    (scene, role) => ({ ...ofOneself(scene, role), body: { profileLink: 'https://example.org' } }),
    only({ ambassador: 200, spotlight: 200 }),
    { when: 'of oneself' },
  ),
  row(
    'PATCH /api/users/{id}/ambassador-visibility',
    (scene, role) => ({ ...ofOneself(scene, role), body: { hideAmbassadorTitle: false } }),
    only({ ambassador: 200 }),
    { when: 'of oneself' },
  ),
  ...(['ambassador', 'spotlight'] as const).map(
    (aura): Row => ({
      call: 'PATCH /api/users/{id}/aura',
      when: `to ${aura}`,
      ask: (scene, role) => ({ ...ofOneself(scene, role), body: { aura } }),
      verdicts: only({ [aura]: 200 }),
    }),
  ),
  row(
    'PATCH /api/users/{id}/aura',
    (scene, role) => ({ ...ofOneself(scene, role), body: { aura: 'divine-mastery' } }),
    signedIn(notAllowed),
    { when: 'to one of a higher level' },
  ),
  row(
    'PATCH /api/users/{id}/aura',
    (scene, role) => ({ ...ofOneself(scene, role), body: { aura: 'golden-crown' } }),
    signedIn(notAllowed),
    { when: 'to the golden crown, which needs a level beside the role' },
  ),
];

const notifications: Row[] = [
  row('GET /api/notifications', () => ({}), signedIn(200), { actors: ['userId'] }),
  row('GET /api/notifications/{id}', (scene) => ({ params: { id: scene.idOf('owner') } }), only({ owner: 200 }), {
    actors: ['userId'],
  }),
  row('GET /api/notifications/unread-count', () => ({}), signedIn(200)),
  row('POST /api/notifications/read', ({ approved }) => ({ body: { questionId: approved.id } }), signedIn(200)),
  row(
    'POST /api/notifications/{id}/read',
    ({ notificationId }) => ({ params: { id: notificationId } }),
    only({ owner: 200 }, notThere),
  ),
  row(
    'POST /api/notifications/{id}/read-all',
    (scene) => ({ params: { id: scene.idOf('owner') } }),
    only({ owner: 200 }),
  ),
];

const uploads: Row[] = [
  row('POST /api/uploads', () => ({ headers: newUpload }), signedIn(201)),
  row(
    'HEAD /api/uploads/{id}',
    async (scene, role) => ({
      params: { id: await scene.uploadFor(role) },
      headers: { 'tus-resumable': '1.0.0' },
    }),
    everyone(404, { visitor: 401, owner: 200 }),
  ),
  row(
    'PATCH /api/uploads/{id}',
    async (scene, role) => ({
      params: { id: await scene.uploadFor(role) },
      raw: 'abc',
      headers: { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    }),
    everyone(404, { visitor: noSession, owner: 204 }),
  ),
  row(
    'POST /api/uploads/{id}',
    async (scene, role) => ({
      params: { id: await scene.uploadFor(role) },
      raw: 'abc',
      headers: {
        'x-http-method-override': 'PATCH',
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      },
    }),
    everyone(404, { visitor: noSession, owner: 204 }),
  ),
  row(
    'DELETE /api/uploads/{id}',
    async (scene, role) => ({
      params: { id: await scene.uploadFor(role) },
      headers: { 'tus-resumable': '1.0.0' },
    }),
    everyone(404, { visitor: noSession, owner: 204 }),
  ),
];

const everyonesCalls: Row[] = [
  row('GET /api/feed', () => ({}), everyone(200), { actors: ['userId'] }),
  row(
    'POST /api/client-errors',
    () => ({ body: { kind: 'TypeError', detail: null, page: '/', build: 'index.js', frames: [] } }),
    everyone(200),
  ),
  row('POST /api/bench/no-op', () => ({ body: {} }), signedIn(200), { actors: ['userId'] }),
];

export const peopleTable: readonly Row[] = [
  ...signIn,
  ...profiles,
  ...rights,
  ...notifications,
  ...uploads,
  ...everyonesCalls,
];
