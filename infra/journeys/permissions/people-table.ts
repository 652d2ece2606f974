import type { Row } from './rows.ts';
import { newUpload, password, type Scene } from './scene.ts';
import { everyone, noSession, notAllowed, notThere, only, type Role, signedIn } from './verdicts.ts';

const ofOwner = (scene: Scene) => ({ params: { id: scene.idOf('owner') } });
const ofOneself = (scene: Scene, role: Role) => ({ params: { id: scene.idOf(role) } });
const somebodyElse = { owner: '400 invalid_input' } as const;

const signIn: Row[] = [
  {
    call: 'POST /api/auth/register',
    ask: async (scene, role) => ({
      as: await scene.standIn(role),
      body: { username: `new-${role}-${Math.random().toString(36).slice(2, 10)}`, password },
    }),
    verdicts: everyone(201),
  },
  {
    call: 'POST /api/auth/login',
    ask: async (scene, role) => ({
      as: await scene.standIn(role),
      body: { username: (await scene.somebody()).user.username, password },
    }),
    verdicts: everyone(200),
  },
  {
    call: 'POST /api/auth/reset',
    ask: () => ({ body: { token: 'of nobody', newPassword: password } }),
    verdicts: everyone(notThere),
  },
  {
    call: 'POST /api/auth/logout',
    ask: async (scene, role) => ({ as: await scene.standIn(role) }),
    verdicts: everyone(200),
  },
  { call: 'GET /api/auth/user', ask: () => ({}), verdicts: signedIn(200) },
  { call: 'GET /api/auth/user', when: 'or null', ask: () => ({ query: { orNull: 'true' } }), verdicts: everyone(200) },
  {
    call: 'PATCH /api/auth/password',
    ask: async (scene, role) => ({
      as: await scene.standIn(role),
      body: { currentPassword: password, newPassword: `${password}!` },
    }),
    verdicts: signedIn(200),
  },
  { call: 'GET /api/auth/sessions', ask: () => ({}), verdicts: signedIn(200) },
  {
    call: 'DELETE /api/auth/sessions',
    ask: async (scene, role) => ({ as: await scene.standIn(role) }),
    verdicts: signedIn(200),
  },
  {
    call: 'DELETE /api/auth/sessions/{id}',
    ask: async (scene, role) => {
      const whose = await scene.somebody();
      const [session] = await whose.get<{ id: string }[]>('/api/auth/sessions');
      return { params: { id: session!.id }, ...(role === 'owner' && { as: whose }) };
    },
    verdicts: only({ owner: 200 }, notThere),
  },
];

const profiles: Row[] = [
  { call: 'GET /api/users', ask: () => ({}), verdicts: everyone(200) },
  { call: 'GET /api/users/search', ask: () => ({ query: { q: 'owner' } }), verdicts: everyone(200) },
  {
    call: 'GET /api/users/username/{username}',
    ask: ({ people }) => ({ params: { username: people.owner.user.username } }),
    verdicts: everyone(200),
  },
  { call: 'GET /api/users/{id}', ask: ofOwner, verdicts: everyone(200) },
  { call: 'GET /api/users/{id}/recent-question', ask: ofOwner, verdicts: everyone(200) },
  { call: 'GET /api/users/{id}/following-status', ask: ofOwner, verdicts: everyone(200), actors: ['currentUserId'] },
  {
    call: 'POST /api/users/{id}/follow',
    ask: (scene) => ({ ...ofOwner(scene), body: {} }),
    verdicts: signedIn(200, somebodyElse),
    actors: ['followerId'],
  },
  {
    call: 'DELETE /api/users/{id}/follow',
    ask: (scene) => ({ ...ofOwner(scene), body: {} }),
    verdicts: signedIn(200, somebodyElse),
    actors: ['followerId'],
  },
  ...['pending-questions', 'content', 'xp-activities', 'export'].map(
    (list): Row => ({ call: `GET /api/users/{id}/${list}`, ask: ofOwner, verdicts: only({ owner: 200 }) }),
  ),
  {
    call: 'POST /api/users/{id}/pending-questions/ignore',
    ask: (scene) => ({ ...ofOwner(scene), body: { userId: scene.people.fan.user.id } }),
    verdicts: only({ owner: 200 }),
    subjects: ['userId'],
  },
  {
    call: 'DELETE /api/users/{id}',
    ask: async (scene, role) => {
      const whose = await scene.somebody();
      return { params: { id: whose.user.id }, body: { password }, ...(role === 'owner' && { as: whose }) };
    },
    verdicts: only({ owner: 200 }),
  },
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
      ask: (scene) => ({ ...ofOwner(scene), body }),
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
      ask: (scene) => ({ ...ofOwner(scene), body }),
      verdicts: signedIn(notAllowed),
    }),
  ),
];

/** What the roles themselves bring. */
const rights: Row[] = [
  {
    call: 'PATCH /api/users/{id}/profile-link',
    when: 'of oneself',
    ask: (scene, role) => ({ ...ofOneself(scene, role), body: { profileLink: 'https://example.org' } }),
    verdicts: only({ ambassador: 200, spotlight: 200 }),
  },
  {
    call: 'PATCH /api/users/{id}/ambassador-visibility',
    when: 'of oneself',
    ask: (scene, role) => ({ ...ofOneself(scene, role), body: { hideAmbassadorTitle: false } }),
    verdicts: only({ ambassador: 200 }),
  },
  ...(['ambassador', 'spotlight'] as const).map(
    (aura): Row => ({
      call: 'PATCH /api/users/{id}/aura',
      when: `to ${aura}`,
      ask: (scene, role) => ({ ...ofOneself(scene, role), body: { aura } }),
      verdicts: only({ [aura]: 200 }),
    }),
  ),
  {
    call: 'PATCH /api/users/{id}/aura',
    when: 'to one of a higher level',
    ask: (scene, role) => ({ ...ofOneself(scene, role), body: { aura: 'divine-mastery' } }),
    verdicts: signedIn(notAllowed),
  },
  {
    call: 'PATCH /api/users/{id}/aura',
    when: 'to the golden crown, which needs a level beside the role',
    ask: (scene, role) => ({ ...ofOneself(scene, role), body: { aura: 'golden-crown' } }),
    verdicts: signedIn(notAllowed),
  },
];

const notifications: Row[] = [
  { call: 'GET /api/notifications', ask: () => ({}), verdicts: signedIn(200), actors: ['userId'] },
  {
    call: 'GET /api/notifications/{id}',
    ask: (scene) => ({ params: { id: scene.idOf('owner') } }),
    verdicts: only({ owner: 200 }),
    actors: ['userId'],
  },
  { call: 'GET /api/notifications/unread-count', ask: () => ({}), verdicts: signedIn(200) },
  {
    call: 'POST /api/notifications/read',
    ask: ({ approved }) => ({ body: { questionId: approved.id } }),
    verdicts: signedIn(200),
  },
  {
    call: 'POST /api/notifications/{id}/read',
    ask: ({ notificationId }) => ({ params: { id: notificationId } }),
    verdicts: only({ owner: 200 }, notThere),
  },
  {
    call: 'POST /api/notifications/{id}/read-all',
    ask: (scene) => ({ params: { id: scene.idOf('owner') } }),
    verdicts: only({ owner: 200 }),
  },
];

const uploads: Row[] = [
  { call: 'POST /api/uploads', ask: () => ({ headers: newUpload }), verdicts: signedIn(201) },
  {
    call: 'HEAD /api/uploads/{id}',
    ask: async (scene, role) => ({
      params: { id: await scene.uploadFor(role) },
      headers: { 'tus-resumable': '1.0.0' },
    }),
    verdicts: everyone(404, { visitor: 401, owner: 200 }),
  },
  {
    call: 'PATCH /api/uploads/{id}',
    ask: async (scene, role) => ({
      params: { id: await scene.uploadFor(role) },
      raw: 'abc',
      headers: { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    }),
    verdicts: everyone(404, { visitor: noSession, owner: 204 }),
  },
  {
    // Where a network lets only POST through.
    call: 'POST /api/uploads/{id}',
    ask: async (scene, role) => ({
      params: { id: await scene.uploadFor(role) },
      raw: 'abc',
      headers: {
        'x-http-method-override': 'PATCH',
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      },
    }),
    verdicts: everyone(404, { visitor: noSession, owner: 204 }),
  },
  {
    call: 'DELETE /api/uploads/{id}',
    ask: async (scene, role) => ({
      params: { id: await scene.uploadFor(role) },
      headers: { 'tus-resumable': '1.0.0' },
    }),
    verdicts: everyone(404, { visitor: noSession, owner: 204 }),
  },
];

const everyonesCalls: Row[] = [
  { call: 'GET /api/feed', ask: () => ({}), verdicts: everyone(200), actors: ['userId'] },
  {
    call: 'POST /api/client-errors',
    ask: () => ({ body: { kind: 'TypeError', detail: null, page: '/', build: 'index.js', frames: [] } }),
    verdicts: everyone(200),
  },
  { call: 'POST /api/bench/no-op', ask: () => ({ body: {} }), verdicts: signedIn(200), actors: ['userId'] },
];

export const peopleTable: readonly Row[] = [
  ...signIn,
  ...profiles,
  ...rights,
  ...notifications,
  ...uploads,
  ...everyonesCalls,
];
