import { liveSubjects, moderationRpc, notificationRpc } from '@hearsay/contracts';
import { uuidv7 } from '@hearsay/service-runtime';
import { eventually } from '@hearsay/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { aGateway, GatewayUnderTest } from './gateway-under-test.suite.js';
import { SocketClient } from './socket-client.suite.js';
import { reportView } from './views.suite.js';

type SignedIn = ReturnType<GatewayUnderTest['services']['signIn']>;

describe('reports', () => {
  const gateway = aGateway();
  let fan: SignedIn;
  let ambassador: SignedIn;
  beforeEach(() => {
    fan = gateway.services.signIn(`fan-${uuidv7()}`);
    ambassador = gateway.services.signIn(`ambassador-${uuidv7()}`, { isAmbassador: true });
  });

  it('of anonymous content name no author to any reader', async () => {
    const view = reportView({
      contentType: 'discussion',
      preview: { title: null, description: null, content: null, mediaType: 'text' },
    });
    gateway.services.on(moderationRpc.reports, () => ({
      reports: [{ ...view, owner: { sealed: 'sealed-text' }, ownerId: fan.person.id }],
    }));
    const { body: list, text } = await gateway.ask('GET', '/api/reports/ambassador', { cookie: ambassador.cookie });
    expect(list).toMatchObject([
      { reportedUser: { username: 'Anonymous', isAnonymous: true }, contentPreview: { content: null } },
    ]);
    expect(text).not.toContain('sealed-text');
    expect(text).not.toContain(fan.person.id);
  });

  it('of a deleted author’s words say so, and do not call them anonymous', async () => {
    gateway.services.on(moderationRpc.reports, () => ({ reports: [reportView({ authorId: uuidv7() })] }));
    const { body: list } = await gateway.ask('GET', '/api/reports/ambassador', { cookie: ambassador.cookie });
    expect(list).toMatchObject([{ reportedUser: { username: 'Deleted', isAnonymous: false } }]);
  });

  it('are counted in each bell, with the last number while moderation is down', async () => {
    const author = gateway.services.signIn(`author-${uuidv7()}`, { isAmbassador: true });
    gateway.services.on(notificationRpc.unread, () => ({ unread: 2 }));
    gateway.services.on(moderationRpc.pendingReports, (_input, { accountId }) => ({
      reports: accountId === author.person.id ? 0 : 3,
    }));
    const unread = (cookie: string) => gateway.ask('GET', '/api/notifications/unread-count', { cookie });
    expect((await unread(fan.cookie)).body).toEqual({ unread: 2, reports: null });
    expect((await unread(ambassador.cookie)).body).toEqual({ unread: 2, reports: 3 });
    expect((await unread(author.cookie)).body).toEqual({ unread: 2, reports: 0 });
    await gateway.services.stop('moderation');
    expect((await unread(author.cookie)).body).toEqual({ unread: 2, reports: 0 });
    expect((await unread(ambassador.cookie)).body).toEqual({ unread: 2, reports: 3 });
    await gateway.services.start('moderation');
  });

  it('are notified when resolved to the reporter and other ambassadors', async () => {
    const author = gateway.services.signIn(`author-${uuidv7()}`, { isAmbassador: true });
    const reporter = gateway.services.signIn(`reporter-${uuidv7()}`);
    const [ours, theirs, others, authors, visitors] = [
      await SocketClient.open(gateway.url, { cookie: ambassador.cookie }),
      await SocketClient.open(gateway.url, { cookie: reporter.cookie }),
      await SocketClient.open(gateway.url, { cookie: fan.cookie }),
      await SocketClient.open(gateway.url, { cookie: author.cookie }),
      await SocketClient.open(gateway.url),
    ];
    const reportId = uuidv7();
    gateway.services.live(liveSubjects.reports, {
      reportId,
      reporterId: reporter.person.id,
      authorId: author.person.id,
    });
    for (const socket of [ours, theirs]) {
      await eventually('the frame', () => socket.frames.some(({ type }) => type === 'report_resolved'));
      expect(socket.frames).toContainEqual({
        type: 'report_resolved',
        data: { message: expect.any(String), reportId },
      });
    }
    for (const socket of [others, authors, visitors]) {
      socket.send({ type: 'ping', data: {} });
      await eventually('the answer', () => socket.frames.some(({ type }) => type === 'pong'));
      expect(socket.frames.map(({ type }) => type)).toEqual(['pong']);
    }
    for (const socket of [ours, theirs, others, authors, visitors]) socket.close();
  });
});
