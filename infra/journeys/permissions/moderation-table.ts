import { notAllowed, notFound, onlyFor, type Row, row, signedIn } from './rows.ts';

const ambassadors = onlyFor({ ambassador: 200 });
const ofOthers = signedIn(201, { owner: notAllowed });
const report = (contentType: string, contentId: string) => ({
  body: { contentType, contentId, reason: 'inappropriate_content' },
});

export const moderationTable: readonly Row[] = [
  row('POST /api/reports', ofOthers, { of: async (scene) => report('discussion', await scene.freshReply()) }),
  row('POST /api/reports', ofOthers, { when: 'of an episode', of: ({ podcast }) => report('podcast', podcast.id) }),
  row('POST /api/reports', ofOthers, { when: 'of a person', of: (scene) => report('user', scene.idOf('owner')) }),
  row('POST /api/reports', signedIn(notFound, { target: 201, owner: notAllowed }), {
    when: 'of a pending question',
    of: ({ pending }) => report('question', pending),
  }),
  row('GET /api/reports/ambassador', ambassadors),
  row('PATCH /api/reports/{id}/status', ambassadors, {
    of: async (scene) => (await scene.freshReport()).id,
    body: { status: 'resolved' },
  }),
  row('GET /api/admin/users/{id}/content', ambassadors, { of: (scene) => scene.idOf('owner') }),
  row('DELETE /api/admin/users/{id}/content', ambassadors, { of: async (scene) => (await scene.somebody()).user.id }),
  row('GET /api/admin/wipes', ambassadors),
  ...['GET /api/admin/wipes/{wipeId}', 'POST /api/admin/wipes/{wipeId}/undo'].map((call) =>
    row(call, ambassadors, { of: async (scene) => ({ params: { wipeId: await scene.freshWipe() } }) }),
  ),
  row('DELETE /api/notifications/{id}', onlyFor({ owner: 200 }, notFound), { of: (scene) => scene.notificationId }),
];
