import { type ContentType, contentRpc, engagementRpc, identityRpc, moderationRpc } from '@hearsay/contracts';
import type { ActOf, SeedCalls } from './calls.ts';
import { episodes, type SeedEpisode } from './episodes.ts';
import { lighthouseFilm } from './films.ts';
import type { Scene, Subject } from './scene-plan.ts';
import { type SoundKind, soundOf } from './sounds.ts';
import { upload } from './uploads.ts';
import type { WrittenStory } from './write-acts.ts';
import { developmentPassword } from './write-people.ts';

interface Content {
  readonly contentType: ContentType;
  readonly contentId: string;
}

interface SceneOptions {
  readonly ids: ReadonlyMap<string, string>;
  readonly usernames: ReadonlyMap<string, string>;
  readonly written: readonly WrittenStory[];
  readonly instant: number;
  /** Address of the gateway, which takes bytes. */
  readonly gateway: string;
}

/** The file of an episode, as its creator would have it on their disk. */
const madeFrom = async (media: Pick<SeedEpisode, 'key' | 'seconds'> & ({ sound: SoundKind } | { film: string })) => {
  const { key, seconds } = media;
  return 'sound' in media
    ? {
        mediaType: 'audio' as const,
        filename: `${key}.wav`,
        filetype: 'audio/wav',
        bytes: soundOf(media.sound, seconds, key),
      }
    : {
        mediaType: 'video' as const,
        filename: `${key}.webm`,
        filetype: 'video/webm',
        bytes: await lighthouseFilm(seconds),
      };
};

/** Carries scenes out: what they are about has been written before. */
export class SceneWriter {
  readonly #calls: SeedCalls;
  readonly #options: SceneOptions;
  readonly #episodeIds = new Map<number, string>();
  readonly #reportIds = new Map<number, string>();
  /** By person: a session for their uploads. */
  readonly #tokens = new Map<string, Promise<string>>();

  constructor(calls: SeedCalls, options: SceneOptions) {
    this.#calls = calls;
    this.#options = options;
  }

  /** Episodes come before what is done with them, reports before their end, all else at once. */
  async write(scenes: readonly Scene[]): Promise<void> {
    const beginning = scenes.filter(({ kind }) => kind === 'publish');
    const end = scenes.filter(({ kind }) => kind === 'resolve');
    const middle = scenes.filter((scene) => !beginning.includes(scene) && !end.includes(scene));
    for (const some of [beginning, middle, end])
      await Promise.all(some.map((scene) => this.#write(scene, this.#keyOf(scene))));
  }

  /** What is done once in all scenes has one key. */
  #keyOf(scene: Scene): string {
    switch (scene.kind) {
      case 'publish':
      case 'play':
      case 'boost':
        return `${scene.kind} episode ${episodes[scene.episode]!.key} ${scene.by}`;
      case 'repost':
        return `repost ${JSON.stringify(scene.about)} ${scene.by}`;
      case 'follow':
        return `follow ${scene.whom} ${scene.by}`;
      default:
        return `${scene.kind} ${scene.report}`;
    }
  }

  async #write(scene: Scene, key: string): Promise<void> {
    const { ids, instant } = this.#options;
    const act = { accountId: ids.get(scene.by)!, now: new Date(instant - scene.ago * 1000).toISOString(), key };
    switch (scene.kind) {
      case 'publish':
        return this.#publish(scene.episode, act);
      case 'play':
        await this.#calls.call(contentRpc.playPodcast, { id: this.#episodeIds.get(scene.episode)! }, act);
        return;
      case 'boost':
        await this.#calls.call(engagementRpc.setBoost, { ...this.#contentOf(scene), isBoosted: true }, act);
        return;
      case 'repost':
        await this.#calls.call(engagementRpc.repost, { ...this.#contentOf(scene.about), text: scene.words }, act);
        return;
      case 'follow':
        await this.#calls.call(engagementRpc.setFollow, { accountId: ids.get(scene.whom)!, isFollowing: true }, act);
        return;
      case 'report': {
        const { report } = await this.#calls.call(
          moderationRpc.fileReport,
          { ...this.#contentOf(scene.about), reason: scene.reason },
          act,
        );
        this.#reportIds.set(scene.report, report.id);
        return;
      }
      case 'resolve':
        await this.#calls.call(moderationRpc.resolveReport, { reportId: this.#reportIds.get(scene.report)! }, act);
    }
  }

  #contentOf(about: Subject): Content {
    if ('episode' in about) return { contentType: 'podcast', contentId: this.#episodeIds.get(about.episode)! };
    const { questionId, replyIds } = this.#options.written[about.story]!;
    return about.line === null
      ? { contentType: 'question', contentId: questionId }
      : { contentType: 'discussion', contentId: replyIds[about.line]! };
  }

  /** Bytes are uploaded once: a repeated seed finds its episodes by their titles. */
  async #publish(index: number, act: ActOf & { readonly accountId: string }): Promise<void> {
    const { by, title, description, ...media } = episodes[index]!;
    const { podcasts } = await this.#calls.call(
      contentRpc.ownPodcastsPage,
      { before: null },
      { accountId: act.accountId },
    );
    const known = podcasts.find((podcast) => podcast.title === title);
    if (known) {
      this.#episodeIds.set(index, known.id);
      return;
    }
    const { mediaType, ...file } = await madeFrom(media);
    const uploadId = await upload(this.#options.gateway, { token: await this.#tokenOf(by), ...file });
    const episode = { title, description: description ?? null, mediaType, uploadId };
    const { podcast } = await this.#calls.call(contentRpc.publishPodcast, episode, act);
    this.#episodeIds.set(index, podcast.id);
  }

  #tokenOf(person: string): Promise<string> {
    const username = this.#options.usernames.get(person)!;
    const token =
      this.#tokens.get(person) ??
      this.#calls
        .call(identityRpc.login, { username, password: developmentPassword })
        .then((signedIn) => signedIn.token);
    this.#tokens.set(person, token);
    return token;
  }
}
