import { liveSubjects, moderationRpc, notificationRpc, Refusal, Report } from '@hearsay/contracts';
import { uuidv7 } from '@hearsay/service-runtime';
import { eventually } from '@hearsay/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { GatewayUnderTest } from './gateway-under-test.suite.js';
import { SocketClient } from './socket-client.suite.js';
import { reportView } from './views.suite.js';

type SignedIn = ReturnType<GatewayUnderTest['services']['signIn']>;

describe('reports', () => {
  let gateway: GatewayUnderTest;
  let fan: SignedIn;
  let ambassador: SignedIn;

  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
  });
  afterAll(() => gateway.stop());
  beforeEach(() => {
    gateway.services.calls.length = 0;
    fan = gateway.services.signIn(`fan-${uuidv7()}`);
    ambassador = gateway.services.signIn(`ambassador-${uuidv7()}`, { isAmbassador: true });
  });

  const body = (changes: object = {}) => ({
    contentType: 'question',
    contentId: uuidv7(),
    reason: ' Rude ',
    ...changes,
  });
  const file = (changes: object = {}, cookie = fan.cookie) =>
    gateway.ask('POST', '/api/reports', { cookie, body: body(changes) });

  it('are filed by whoever is signed in, with the reason trimmed', async () => {
    const author = gateway.services.signIn('author');
    gateway.services.on(moderationRpc.fileReport, () => ({
      report: reportView({ reporterId: fan.person.id, authorId: author.person.id, reason: 'Rude' }),
    }));
    const contentId = uuidv7();
    const answer = await file({ contentId, reporterId: fan.person.id });
    expect(answer).toMatchObject({
      status: 201,
      body: {
        reporter: { username: fan.person.username },
        reportedUser: { username: 'author', isAnonymous: false },
        status: 'pending',
      },
    });
    expect(z.parse(Report, answer.body)).toEqual(answer.body);
    expect(gateway.services.callsOf(moderationRpc.fileReport)).toMatchObject([
      { input: { contentType: 'question', contentId, reason: 'Rude' }, context: { accountId: fan.person.id } },
    ]);
  });

  it.each(['question', 'discussion', 'podcast'])('are about a %s', async (contentType) => {
    gateway.services.on(moderationRpc.fileReport, () => ({ report: reportView() }));
    expect((await file({ contentType })).status).toBe(201);
  });

  it.each([
    ['no reason', { reason: undefined }],
    ['an empty reason', { reason: '' }],
    ['a blank reason', { reason: ' \n ' }],
    ['a reason of 501 characters', { reason: 'x'.repeat(501) }],
    ['a null character', { reason: 'a\0b' }],
    ['another type', { contentType: 'user' }],
    ['no content', { contentId: undefined }],
    ['an id that is none', { contentId: '1' }],
  ])('with %s are refused', async (_what, changes) => {
    expect(await file(changes)).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    expect(gateway.services.callsOf(moderationRpc.fileReport)).toEqual([]);
  });

  it.each([1, 500])('with a reason of %i characters are taken', async (length) => {
    gateway.services.on(moderationRpc.fileReport, () => ({ report: reportView() }));
    expect((await file({ reason: ` ${'x'.repeat(length)} ` })).status).toBe(201);
  });

  it('are nobody’s without a session, nor in the name of another', async () => {
    expect(await gateway.ask('POST', '/api/reports', { body: body() })).toMatchObject({ status: 401 });
    expect(await file({ reporterId: ambassador.person.id })).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    });
  });

  it.each(['already_reported', 'not_found', 'forbidden'] as const)('answer %s as moderation refuses', async (code) => {
    gateway.services.on(moderationRpc.fileReport, () => {
      throw new Refusal(code);
    });
    expect(await file()).toMatchObject({
      status: { already_reported: 409, not_found: 404, forbidden: 403 }[code],
      body: { code },
    });
  });

  it('of anonymous content name nobody, to whoever reads them', async () => {
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

  it('of what somebody wrote who has deleted their account say so, and do not call it anonymous', async () => {
    gateway.services.on(moderationRpc.reports, () => ({ reports: [reportView({ authorId: uuidv7() })] }));
    const { body: list } = await gateway.ask('GET', '/api/reports/ambassador', { cookie: ambassador.cookie });
    expect(list).toMatchObject([{ reportedUser: { username: 'Deleted', isAnonymous: false } }]);
  });

  describe('for ambassadors', () => {
    const resolve = (cookie: string | undefined, id = uuidv7(), content: object = { status: 'resolved' }) =>
      gateway.ask('PATCH', `/api/reports/${id}/status`, { ...(cookie !== undefined && { cookie }), body: content });

    it('are listed, pending ones unless the history is asked for, and unchanged lists cost nothing', async () => {
      const view = reportView();
      gateway.services.on(moderationRpc.reports, () => ({ reports: [view] }));
      const path = `/api/reports/ambassador?userId=${ambassador.person.id}`;
      const first = await gateway.ask('GET', path, { cookie: ambassador.cookie });
      expect(first).toMatchObject({ status: 200, body: [{ id: view.id }] });
      const etag = first.headers.get('etag') ?? '';
      expect(
        (await gateway.ask('GET', path, { cookie: ambassador.cookie, headers: { 'if-none-match': etag } })).status,
      ).toBe(304);
      await gateway.ask('GET', `${path}&status=resolved&before=${view.id}`, { cookie: ambassador.cookie });
      expect(gateway.services.callsOf(moderationRpc.reports).map(({ input }) => input)).toMatchObject([
        { status: 'pending', before: null, limit: 100 },
        { status: 'pending' },
        { status: 'resolved', before: view.id },
      ]);
      expect((await gateway.ask('GET', `${path}&status=lost`, { cookie: ambassador.cookie })).status).toBe(400);
    });

    it('alone are listed and resolved', async () => {
      for (const [cookie, status] of [[undefined, 401] as const, [fan.cookie, 403] as const]) {
        expect(await gateway.ask('GET', '/api/reports/ambassador', { ...(cookie && { cookie }) })).toMatchObject({
          status,
        });
        expect(await resolve(cookie)).toMatchObject({ status });
      }
      expect(gateway.services.calls.filter(({ service }) => service === 'moderation')).toEqual([]);
    });

    it('are resolved in the own name only', async () => {
      const id = uuidv7();
      gateway.services.on(moderationRpc.resolveReport, () => ({
        report: reportView({
          id,
          status: 'resolved',
          reviewerId: ambassador.person.id,
          resolvedAt: '2026-02-03T04:05:06.789Z',
        }),
      }));
      expect(
        await resolve(ambassador.cookie, id, { status: 'resolved', reviewerId: ambassador.person.id }),
      ).toMatchObject({
        status: 200,
        body: { id, status: 'resolved', reviewer: { id: ambassador.person.id } },
      });
      expect(await resolve(ambassador.cookie, id, { status: 'resolved', reviewerId: fan.person.id })).toMatchObject({
        status: 403,
      });
      expect(await resolve(ambassador.cookie, id, { status: 'pending' })).toMatchObject({ status: 400 });
      expect(await resolve(ambassador.cookie, '1' as never)).toMatchObject({ status: 404 });
    });

    it('are counted in each bell for its ambassador, and the last number stands while moderation is away', async () => {
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
  });

  describe('when they are resolved', () => {
    it('are told to their reporter and to ambassadors, except the one who signed what was reported', async () => {
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
});
