import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import {
  type CallContext,
  type ContentType,
  contentRpc,
  engagementRpc,
  type FeedPlace,
  identityRpc,
  type LiveRoom,
  liveSubjects,
  type PodcastView,
  Refusal,
  type RpcInput,
  type UploadView,
} from '@hearsay/contracts';
import { type MediaStore, openMediaStore } from '@hearsay/media-store';
import { Authors, SealedAuthors } from '@hearsay/service-runtime';
import { type EventSource, eventually, randomSealKeys, startTestService, type TestService } from '@hearsay/testing';
import { afterAll, beforeAll, expect } from '@jest/globals';
import type pg from 'pg';
import { AuthorIds, Authorship } from './authors/authorship.js';
import { content } from './content.definition.js';
import { waveTone } from './sounds/sample-sounds.suite.js';

type Context = Partial<CallContext>;
type Source = 'engagement' | 'identity';
type Feed = Partial<RpcInput<typeof contentRpc.feed>>;

const tone = waveTone(2);

export const expectRefusal = (act: Promise<unknown>, code: string): Promise<void> =>
  expect(act).rejects.toMatchObject({ code });

export const idsOf = (items: readonly { readonly id: string }[]): string[] => items.map(({ id }) => id);

/** A running content service, with stubs of the services that it calls. */
export class ContentUnderTest {
  service!: TestService;
  engagement!: EventSource;
  identity!: EventSource;
  /** By default `maya` asks and `jonas` replies. */
  maya: string = randomUUID();
  jonas: string = randomUUID();
  readonly #folder = mkdtempSync(join(tmpdir(), 'hearsay-media-'));
  readonly settings = {
    ...randomSealKeys(),
    MEDIA_URL: pathToFileURL(this.#folder).href,
    ERASE_AFTER_HOURS: 72,
    REDIS_URL: process.env.TEST_REDIS_URL ?? '',
  };
  readonly seals = new SealedAuthors(this.settings, 'content');
  readonly store: MediaStore = openMediaStore(this.settings.MEDIA_URL);
  /** This field and the next six set the answers of the stubs of identity and engagement. */
  readonly signedOnly = randomUUID();
  readonly unknown = randomUUID();
  readonly closed = new Set<string>([randomUUID()]);
  readonly blockers = new Set<string>();
  readonly reposted = new Set<string>();
  readonly boosts = new Map<string, number>();
  readonly peaks = new Map<string, number>();
  /** Runs before engagement applies a lowered threshold. */
  beforeThreshold: (questionId: string) => unknown = () => undefined;

  /** Registers Jest hooks, so create it at the top of a test file. `sources` are the logs that the test writes. */
  constructor(...sources: readonly Source[]) {
    const stubs = {
      identity: {
        [identityRpc.mayAsk.name]: this.#mayAsk,
        [identityRpc.blockersAmong.name]: (input: unknown) => {
          const { accountIds } = input as RpcInput<typeof identityRpc.blockersAmong>;
          return { blockerIds: accountIds.filter((id) => this.blockers.has(id)) };
        },
      },
      engagement: {
        [engagementRpc.contentCounts.name]: this.#counts,
        [engagementRpc.applyThreshold.name]: this.#applyThreshold,
      },
    };
    beforeAll(async () => {
      const started = await startTestService(content, this.settings, { sources, stubs });
      this.service = started;
      this.engagement = started.engagement;
      this.identity = started.identity;
    });
    afterAll(async () => {
      await this.service.stop();
      rmSync(this.#folder, { recursive: true, force: true });
    });
  }

  readonly #mayAsk = (input: unknown, context: CallContext) => {
    mustCarryNoCommandContext(context);
    const { targetId, isAnonymous } = input as RpcInput<typeof identityRpc.mayAsk>;
    if (targetId === this.unknown) throw new Refusal('not_found');
    return { mayAsk: targetId === this.signedOnly ? !isAnonymous : !this.closed.has(targetId) };
  };

  readonly #counts = (input: unknown, context: CallContext) => {
    mustCarryNoCommandContext(context);
    const { items } = input as RpcInput<typeof engagementRpc.contentCounts>;
    const counts = items.map((item) => ({
      ...item,
      boostCount: this.boosts.get(item.contentId) ?? 0,
      ...(this.peaks.has(item.contentId) && { boostPeak: this.peaks.get(item.contentId) }),
      repostCount: this.reposted.has(item.contentId) ? 1 : 0,
      revision: [this.boosts, this.peaks, this.reposted].some((acts) => acts.has(item.contentId)) ? 2 : 0,
      isBoosted: false,
      hasReposted: false,
    }));
    return { counts };
  };

  readonly #applyThreshold = async (input: unknown, { accountId }: CallContext) => {
    if (accountId !== null) throw new Refusal('forbidden');
    const { questionId } = input as RpcInput<typeof engagementRpc.applyThreshold>;
    await this.beforeThreshold(questionId);
    return { boostPeak: this.peaks.get(questionId) ?? this.boosts.get(questionId) ?? 0, revision: 2 };
  };

  get call(): TestService['call'] {
    return this.service.call;
  }

  get pool(): pg.Pool {
    return this.service.service.pool;
  }

  async rows<Row extends object = Record<string, unknown>>(sql: string, ...values: unknown[]): Promise<Row[]> {
    return (await this.pool.query(sql, values)).rows as Row[];
  }

  /** Resolves when all source events are applied and no job is due. */
  settled(): Promise<void> {
    return this.service.settled();
  }

  authorship(): Authorship {
    const ids = new AuthorIds(this.pool, this.seals);
    return new Authorship(this.seals, new Authors((wanted) => ids.resolve(wanted)), ids);
  }

  readonly ask = async (over: object = {}, as: string | null = this.maya, context: Context = {}) => {
    const words = { title: 'Would you tell?', description: null };
    const draft = { ...words, isAnonymous: false, allowAnonymousAnswers: true, replyBoostThreshold: 0 };
    return (await this.call(contentRpc.askQuestion, { ...draft, ...over }, as, context)).question;
  };

  readonly edit = async (questionId: string, change: object, as: string | null = this.maya) =>
    (await this.call(contentRpc.editQuestion, { questionId, ...change }, as)).question;

  /** Makes the end of a question's lock due. */
  readonly endLock = (questionId: string) =>
    this.rows(`update questions set lock_until = now() - interval '1 second' where id = $1`, questionId);

  readonly reply = async (
    questionId: string,
    words = 'Me too',
    as = this.jonas,
    over: object = {},
    context: Context = {},
  ) => {
    const draft = { questionId, content: words, isAnonymous: false, parentReplyId: null };
    return (await this.call(contentRpc.postReply, { ...draft, ...over }, as, context)).reply;
  };

  readonly page = (questionId: string, as: string | null = null) =>
    this.call(contentRpc.questionPage, { questionId }, as);

  readonly repliesOf = async (questionId: string) => idsOf((await this.page(questionId)).replies);

  readonly entries = async (questionId: string, as: string | null = null, after = 0) =>
    (await this.call(contentRpc.roomEntries, { questionId, after }, as)).entries;

  readonly isListed = async (questionId: string, as: string | null = null) =>
    (await this.call(contentRpc.questionViews, { ids: [questionId] }, as)).questions.length === 1;

  readonly latch = (questionId: string, boostPeak: number) =>
    this.call(contentRpc.latchReveal, { questionId, boostPeak }, null);

  readonly remove = (
    contentType: ContentType,
    contentId: string,
    as: string | null,
    isAmbassador = false,
    context: Context = {},
  ) => this.call(contentRpc.removeContent, { contentType, contentId, isAmbassador }, as, context);

  readonly removeEpisode = (id: string, as: string | null, isAmbassador = false, context: Context = {}) =>
    this.call(contentRpc.removePodcast, { id, isAmbassador }, as, context);

  readonly feed = (over: Feed = {}, as: string | null = null) =>
    this.call(contentRpc.feed, { sort: 'recent', anchor: null, page: 1, limit: 10, ...over }, as);

  readonly wholeFeed = async (over: Feed = {}, as: string | null = null): Promise<FeedPlace[]> => {
    const items: FeedPlace[] = [];
    for (let anchor: string | null = null; ; ) {
      const page: Awaited<ReturnType<typeof this.feed>> = await this.feed({ limit: 50, ...over, anchor }, as);
      items.push(...page.items);
      anchor = page.anchor;
      if (anchor === null) return items;
    }
  };

  readonly profile = (accountId: string, before: string | null = null, as: string | null = null) =>
    this.call(contentRpc.profile, { accountId, before }, as);

  /** Records the live messages of a room from now on. */
  readonly recordRoomMessages = (questionId: string) => this.service.live<LiveRoom>(liveSubjects.room(questionId));

  readonly hide = (
    accountId: string,
    removalId: string,
    cause: 'wipe' | 'account' = 'wipe',
    anonymousPosts: 'keep' | 'remove' = 'keep',
  ) => this.call(contentRpc.hideContentOf, { accountId, removalId, cause, anonymousPosts }, null);

  readonly show = (removalId: string) => this.call(contentRpc.showContentOf, { removalId }, null);

  readonly progress = async (removalId: string) =>
    (await this.call(contentRpc.hidingProgress, { removalIds: [removalId] }, null)).hidings[0];

  readonly finished = (removalId: string) =>
    eventually('the job has done its work', async () => (await this.progress(removalId))?.isRunning === false);

  readonly openUpload = async (over: object = {}, as = this.maya): Promise<UploadView> => {
    const file = { filename: 'tone.wav', filetype: 'audio/wav', bytes: tone.length };
    const upload = { id: randomUUID(), purpose: 'podcast' as const, ...file, ...over };
    return (await this.call(contentRpc.openUpload, upload, as)).upload;
  };

  readonly uploaded = async (bytes = tone, over: object = {}, as = this.maya): Promise<UploadView> => {
    const upload = await this.openUpload({ bytes: bytes.length, ...over }, as);
    await this.store.append(upload.key, 0, Readable.from([bytes]));
    return upload;
  };

  readonly publish = async (
    uploadId: string,
    as: string | null = this.maya,
    over: object = {},
    context: Context = {},
  ): Promise<PodcastView> => {
    const words = { title: 'Night talk', description: null, mediaType: 'audio' as const };
    return (await this.call(contentRpc.publishPodcast, { ...words, uploadId, ...over }, as, context)).podcast;
  };

  readonly published = async (as = this.maya, over: object = {}): Promise<PodcastView> =>
    this.publish((await this.uploaded(tone, {}, as)).id, as, over);
}

/** Content must not pass the time or the idempotency key of a call on to other services. */
const mustCarryNoCommandContext = ({ now, idempotencyKey }: CallContext): void => {
  if (now !== undefined || idempotencyKey !== undefined) throw new Refusal('forbidden');
};
