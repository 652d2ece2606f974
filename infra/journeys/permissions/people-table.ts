import type { WordRule } from '@hearsay/contracts';
import { defaultPassword as password } from '../client.ts';
import { everyone, noSession, notAllowed, notFound, onlyFor, type Row, row, signedIn } from './rows.ts';
import { newUploadHeaders, type Role, type Scene } from './scene.ts';

const ofOwner = (scene: Scene) => scene.idOf('owner');
const ofOneself = (scene: Scene, role: Role) => scene.idOf(role);
const standIn = async (scene: Scene, role: Role) => ({ as: await scene.standIn(role) });
const owners = onlyFor({ owner: 200 });
const followers = signedIn(200, { owner: '400 invalid_input' });

const signIn: Row[] = [
  row('POST /api/auth/register', everyone(201), {
    of: async (scene, role) => ({
      ...(await standIn(scene, role)),
      body: { username: `new-${role}-${Math.random().toString(36).slice(2, 10)}`, password },
    }),
  }),
  row('POST /api/auth/register', everyone(notFound), {
    when: "by an unknown founder's token",
    body: { username: 'never-a-founder', password, founderToken: 'of nobody' },
  }),
  row('POST /api/auth/login', everyone(200), {
    of: async (scene, role) => ({
      ...(await standIn(scene, role)),
      body: { username: (await scene.somebody()).user.username, password },
    }),
  }),
  row('POST /api/auth/reset', everyone(notFound), { body: { token: 'of nobody', newPassword: password } }),
  row('POST /api/auth/logout', everyone(200), { of: standIn }),
  row('GET /api/auth/user', signedIn(200)),
  row('GET /api/auth/user', everyone(200), { when: 'or null', query: { orNull: 'true' } }),
  row('PATCH /api/auth/password', signedIn(200), {
    of: standIn,
    body: { currentPassword: password, newPassword: `${password}!` },
  }),
  row('GET /api/auth/sessions', signedIn(200)),
  row('DELETE /api/auth/sessions', signedIn(200), { of: standIn }),
  row('DELETE /api/auth/sessions/{id}', onlyFor({ owner: 200 }, notFound), {
    of: async (scene, role) => {
      const whose = await scene.somebody();
      const [session] = await whose.get<{ id: string }[]>('/api/auth/sessions');
      return { params: { id: session!.id }, ...(role === 'owner' && { as: whose }) };
    },
  }),
];

const profiles: Row[] = [
  row('GET /api/users', everyone(200)),
  row('GET /api/users/search', everyone(200), { query: { q: 'owner' } }),
  row('GET /api/users/heard', signedIn(200)),
  row('GET /api/users/username/{username}', everyone(200), {
    of: ({ people }) => ({ params: { username: people.owner.user.username } }),
  }),
  row('GET /api/users/{id}', everyone(200), { of: ofOwner }),
  ...['answer', 'podcast'].map((kind) =>
    row('GET /api/users/{id}/posts', everyone(200), { when: `of kind ${kind}`, of: ofOwner, query: { kind } }),
  ),
  row('GET /api/users/{id}/recent-question', everyone(200), { of: ofOwner }),
  row('GET /api/users/{id}/following-status', everyone(200), { of: ofOwner }),
  row('POST /api/users/{id}/follow', followers, { of: ofOwner }),
  ...['block', 'mute'].map((act) => row(`PUT /api/users/{id}/${act}`, followers, { of: ofOwner, body: { on: false } })),
  ...['blocks', 'mutes'].map((list) => row(`GET /api/${list}`, signedIn(200))),
  row('DELETE /api/users/{id}/follow', followers, { of: ofOwner }),
  ...['pending-questions', 'content', 'xp-activities', 'xp-today', 'export'].map((list) =>
    row(`GET /api/users/{id}/${list}`, owners, { of: ofOwner }),
  ),
  row('GET /api/users/{id}/pending-questions', owners, { when: 'filtered', of: ofOwner, query: { filtered: 'true' } }),
  row('POST /api/users/{id}/pending-questions/ignore', owners, {
    of: (scene) => ({ params: { id: ofOwner(scene) }, body: { userId: scene.people.fan.user.id } }),
    subject: 'userId',
  }),
  row('GET /api/users/{id}/podcast-feed', owners, { of: ofOwner }),
  row('PUT /api/users/{id}/podcast-feed', owners, {
    of: (scene) => ({ params: { id: ofOwner(scene) }, body: { episodes: [scene.podcast.id] } }),
  }),
  row('PUT /api/users/{id}/podcast-feed', signedIn(notAllowed, { owner: 200 }), {
    when: 'of oneself, with the owner’s episode',
    of: (scene, role) => ({ params: { id: ofOneself(scene, role) }, body: { episodes: [scene.podcast.id] } }),
  }),
  row('POST /api/users/{id}/podcast-feed/renew', owners, {
    of: async (scene) => {
      await scene.people.owner.openFeed([scene.podcast.id]);
      return ofOwner(scene);
    },
  }),
  row('DELETE /api/users/{id}', owners, {
    of: async (scene, role) => {
      const whose = await scene.somebody();
      return { params: { id: whose.user.id }, ...(role === 'owner' && { as: whose }) };
    },
    body: { password },
  }),
  ...Object.entries({
    activity: { showActivity: true },
    'gradient-colors': { gradientColors: 'from-purple-400 to-pink-400' },
    'profile-image': { profileImage: null },
    aura: { aura: 'none' },
    'who-may-ask': { whoMayAsk: 'everyone' },
    'notification-preferences': { reposts: true },
  }).map(([part, body]) => row(`PATCH /api/users/{id}/${part}`, owners, { of: ofOwner, body })),
  row('PATCH /api/users/{id}/who-may-ask', owners, {
    when: 'anonymously',
    of: ofOwner,
    body: { anonymousAsks: 'on', anonymousAsksOffUntil: null },
  }),
  row('PATCH /api/users/{id}/invitation', owners, { of: ofOwner, body: { invitation: 'Ask me about owls' } }),
  row('PATCH /api/users/{id}/invitation', onlyFor({ owner: 200, ambassador: 200 }), {
    when: 'away',
    of: ofOwner,
    body: { invitation: null },
  }),
  ...Object.entries({
    'profile-link': { profileLink: null },
    'ambassador-visibility': { hideAmbassadorTitle: false },
  }).map(([part, body]) => {
    const when = 'the owner’s, who is neither';
    return row(`PATCH /api/users/{id}/${part}`, signedIn(notAllowed), { when, of: ofOwner, body });
  }),
];

const ownAura = (when: string, aura: string, verdicts = signedIn(notAllowed)): Row =>
  row('PATCH /api/users/{id}/aura', verdicts, { when, of: ofOneself, body: { aura } });

const rights: Row[] = [
  row('PATCH /api/users/{id}/profile-link', onlyFor({ ambassador: 200, spotlight: 200 }), {
    when: 'of oneself',
    of: ofOneself,
    body: { profileLink: 'https://example.org' },
  }),
  row('PATCH /api/users/{id}/ambassador-visibility', onlyFor({ ambassador: 200 }), {
    when: 'of oneself',
    of: ofOneself,
    body: { hideAmbassadorTitle: false },
  }),
  ownAura('to ambassador', 'ambassador', onlyFor({ ambassador: 200 })),
  ownAura('to spotlight', 'spotlight', onlyFor({ spotlight: 200 })),
  ownAura('to one of a higher level', 'divine-mastery'),
  ownAura('to the golden crown, which needs a level beside the role', 'golden-crown'),
];

const notifications: Row[] = [
  row('GET /api/notifications', signedIn(200)),
  row('GET /api/notifications/{id}', owners, { of: ofOwner }),
  row('GET /api/notifications/unread-count', signedIn(200)),
  row('POST /api/notifications/read', signedIn(200), { of: ({ approved }) => ({ body: { questionId: approved } }) }),
  row('POST /api/notifications/read', signedIn(200), { when: 'listed', body: { ids: [] } }),
  row('DELETE /api/notifications', signedIn(200), { body: { ids: [] } }),
  row('POST /api/notifications/{id}/read', onlyFor({ owner: 200 }, notFound), { of: (scene) => scene.notificationId }),
  row('POST /api/notifications/{id}/read-all', owners, { of: ofOwner }),
];

const wordRules: Row[] = [
  row('GET /api/word-rules', signedIn(200)),
  row('POST /api/word-rules', signedIn(201), { body: { text: 'spoiler', expiresAt: null } }),
  row('POST /api/word-rules/preview', signedIn(200), { body: { text: 'spoiler' } }),
  row('DELETE /api/word-rules/{id}', onlyFor({ owner: 200 }, notFound), {
    of: async ({ people: { owner } }) =>
      (await owner.expect<WordRule>('POST', '/api/word-rules', { body: { text: 'and this' } })).id,
  }),
];

const ofUpload = (scene: Scene, role: Role) => scene.uploadFor(role);
const tus = { 'tus-resumable': '1.0.0' };
const bytes = { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
const written = everyone(404, { visitor: noSession, owner: 204 });

const uploads: Row[] = [
  row('POST /api/uploads', signedIn(201), { headers: newUploadHeaders }),
  row('HEAD /api/uploads/{id}', everyone(404, { visitor: 401, owner: 200 }), { of: ofUpload, headers: tus }),
  row('PATCH /api/uploads/{id}', written, { of: ofUpload, raw: 'abc', headers: bytes }),
  row('POST /api/uploads/{id}', written, {
    of: ofUpload,
    raw: 'abc',
    headers: { ...bytes, 'x-http-method-override': 'PATCH' },
  }),
  row('DELETE /api/uploads/{id}', written, { of: ofUpload, headers: tus }),
];

const everyonesCalls: Row[] = [
  row('GET /api/feed', everyone(200)),
  row('GET /api/feed/nearly-heard', everyone(200)),
  row('GET /api/search', everyone(200), { query: { q: 'who' } }),
  row('GET /api/search', signedIn(200), { when: 'for episodes', query: { q: 'who', kind: 'podcast' } }),
  row('POST /api/client-errors', everyone(200), {
    body: { kind: 'TypeError', detail: null, page: '/', build: 'index.js', frames: [] },
  }),
  row('POST /api/bench/no-op', signedIn(200), { body: {} }),
];

export const peopleTable: readonly Row[] = [
  ...[...signIn, ...profiles, ...rights],
  ...[...notifications, ...wordRules, ...uploads, ...everyonesCalls],
];
