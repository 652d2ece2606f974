import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import {
  ActorBody,
  type CallContext,
  contentRpc,
  dataUrlLimits,
  EditPodcastBody,
  errorRules,
  formatTranscript,
  maxTranscriptBytes,
  mediaFamilyOf,
  mediaTypeOf,
  Podcast,
  PodcastAnswer,
  PodcastAnswers,
  PodcastAnswersBody,
  PodcastCard,
  PodcastChapters,
  PodcastDetail,
  PublishPodcastBody,
  parseTranscript,
  Refusal,
  Success,
  Transcribed,
  TranscriptBody,
  transcriptTypes,
  uploadPathPattern,
} from '@hearsay/contracts';
import type { MediaStore } from '@hearsay/media-store';
import { RpcClient } from '@hearsay/messaging';
import { uuidv7 } from '@hearsay/service-runtime';
import { Inject } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import { type ApiRequest, requireSignedIn, type WithBody } from '../http/call.js';
import { ApiController, ApiDelete, ApiGet, ApiPatch, ApiPost, ApiPut } from '../http/route.js';
import { type DataUrl, readDataUrl } from '../media/data-url.js';
import { presentChapters, presentPodcastCard } from '../present/content.js';
import { pickPublicFields } from '../present/pick.js';
import { wrongField } from '../present/refusal.js';
import { Podcasts } from '../read/podcasts.js';
import { removalCall } from './questions.controller.js';

/** JSON may need six bytes for each of the 5000 characters of a description. */
const wordsBytes = 64 * 1024;
/** A data URL encodes three bytes as four characters. JSON needs 80 characters for a line of 76 with its line break. */
const publishBytes = Math.ceil((((dataUrlLimits.podcast * 4) / 3) * 80) / 76) + wordsBytes;

/** A hundred answers take less than 10 kB, or less than 20 kB with spaces in the JSON. */
const answersBytes = 24 * 1024;

export const mediaStoreToken = Symbol('media store');

@ApiController('api/podcasts', 'Podcasts')
export class PodcastsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly podcasts: Podcasts,
    @Inject(mediaStoreToken) private readonly store: MediaStore,
  ) {}

  @ApiPost('', {
    summary: 'Publish an episode',
    status: 201,
    body: PublishPodcastBody,
    bodyLimit: publishBytes,
    tooLargeText: 'This is too large for one request; upload files at /api/uploads',
    answer: Podcast,
    actor: ['creatorId', 'userId'],
    limit: 'posts',
    refusals: ['not_found', 'conflict'],
  })
  async publish({ call }: WithBody<typeof PublishPodcastBody>): Promise<Podcast> {
    const { title, description, mediaUrl, mediaType } = call.body;
    const named = uploadPathPattern.exec(mediaUrl)?.[1]?.toLowerCase();
    const uploadId = named ?? (await this.#uploadOf(mediaUrl, mediaType, call.context));
    const published = this.rpc.call(
      contentRpc.publishPodcast,
      { title, description, mediaType, uploadId },
      call.context,
    );
    const { podcast } = await (named
      ? published
      : published.catch((error: unknown) => this.#refused(uploadId, error, call.context)));
    return this.podcasts.present(podcast, call.context);
  }

  @ApiGet(':id', { summary: 'An episode', answer: PodcastDetail, needsSession: true, hasETag: true })
  podcast({ call, params: { id } }: ApiRequest): Promise<PodcastDetail> {
    return this.podcasts.podcast(id, call.context);
  }

  @ApiGet(':id/chapters', {
    summary: 'The answers of an episode as JSON chapters 1.2',
    answer: PodcastChapters,
    needsSession: true,
    hasETag: true,
  })
  async chapters({ call, params: { id } }: ApiRequest): Promise<PodcastChapters> {
    return presentChapters(await this.podcasts.podcast(id, call.context));
  }

  @ApiPut(':id/answers', {
    summary: 'Say which questions an own episode answers, and when',
    body: PodcastAnswersBody,
    answer: PodcastAnswers,
    limit: 'posts',
    refusals: ['not_found', 'conflict'],
    bodyLimit: answersBytes,
  })
  async setAnswers({
    call,
    params: { id },
  }: WithBody<typeof PodcastAnswersBody>): Promise<z.infer<typeof PodcastAnswers>> {
    const { answers } = await this.rpc.call(contentRpc.setPodcastAnswers, { id, answers: call.body }, call.context);
    return answers.map((answer) => pickPublicFields(PodcastAnswer, answer));
  }

  @ApiGet(':id/card', {
    summary: 'Title, author and waveform of an episode, for everyone',
    answer: PodcastCard,
    hasETag: true,
  })
  async card({ call, params: { id } }: ApiRequest): Promise<PodcastCard> {
    return presentPodcastCard(await this.podcasts.podcast(id, { ...call.context, accountId: null }));
  }

  @ApiGet(':id/transcript', {
    summary: 'The transcript of an episode as WebVTT',
    answer: TranscriptBody,
    textAnswer: 'text/vtt',
    needsSession: true,
    hasETag: true,
  })
  async transcript({ call, params: { id } }: ApiRequest, reply: FastifyReply): Promise<string> {
    const { key } = await this.rpc.call(contentRpc.podcastTranscript, { id }, call.context);
    if (key === null) throw new Refusal('not_found', 'This episode has no transcript');
    const words = await text(await this.store.read(key));
    void reply.type('text/vtt; charset=utf-8');
    return words;
  }

  @ApiPut(':id/transcript', {
    summary: 'Give an own episode a transcript, in WebVTT or SubRip',
    body: TranscriptBody,
    textBody: transcriptTypes,
    bodyLimit: maxTranscriptBytes,
    tooLargeText: 'A transcript has at most 2 MB',
    answer: Transcribed,
    limit: 'posts',
    refusals: ['not_found', 'conflict'],
  })
  async setTranscript({
    call,
    params: { id },
    headers,
  }: WithBody<typeof TranscriptBody>): Promise<z.infer<typeof Transcribed>> {
    const given = mediaTypeOf(headers['content-type'] ?? '', '');
    const read = parseTranscript(call.body, given === 'text/vtt' ? given : 'application/x-subrip');
    if ('problem' in read) throw wrongField('transcript', `Line ${read.line}: ${read.problem}`);
    const bytes = Buffer.from(formatTranscript(read.cues));
    const uploadId = await this.#stored({ bytes, filetype: 'text/vtt' }, call.context);
    const set = this.rpc.call(contentRpc.setPodcastTranscript, { id, uploadId }, call.context);
    await set.catch((error: unknown) => this.#refused(uploadId, error, call.context));
    return { cues: read.cues.length };
  }

  @ApiDelete(':id/transcript', {
    summary: 'Remove the transcript of an own episode',
    body: ActorBody,
    answer: Success,
    limit: 'removals',
  })
  async removeTranscript({ call, params: { id } }: ApiRequest): Promise<z.infer<typeof Success>> {
    await this.rpc.call(contentRpc.removePodcastTranscript, { id }, call.context);
    return { success: true };
  }

  @ApiPatch(':id', {
    summary: 'Change the words of an own episode',
    body: EditPodcastBody,
    bodyLimit: wordsBytes,
    answer: Podcast,
    limit: 'posts',
  })
  async edit({ call, params: { id } }: WithBody<typeof EditPodcastBody>): Promise<Podcast> {
    const { userId: _, ...changes } = call.body;
    const { podcast } = await this.rpc.call(contentRpc.editPodcast, { id, ...changes }, call.context);
    return this.podcasts.present(podcast, call.context);
  }

  @ApiDelete(':id', { ...removalCall, summary: 'Delete an episode: one’s own, as an ambassador anyone’s' })
  async remove({ call, params: { id } }: ApiRequest): Promise<z.infer<typeof Success>> {
    await this.rpc.call(
      contentRpc.removePodcast,
      { id, isAmbassador: requireSignedIn(call).isAmbassador },
      call.context,
    );
    return { success: true };
  }

  @ApiPost(':id/play', { summary: 'Count a play, once a day', body: ActorBody, answer: Success, limit: 'boosts' })
  async play({ call, params: { id } }: ApiRequest): Promise<z.infer<typeof Success>> {
    await this.rpc.call(contentRpc.playPodcast, { id }, call.context);
    return { success: true };
  }

  /**
   * Stores the bytes of a data URL as a finished upload, because every episode is published from an upload. Returns the
   * upload's id. @throws Refusal for any other address
   */
  async #uploadOf(mediaUrl: string, mediaType: Podcast['mediaType'], context: CallContext): Promise<string> {
    const data = readDataUrl(mediaUrl, dataUrlLimits.podcast, 'mediaUrl');
    if (!data) throw wrongField('mediaUrl', 'mediaUrl must be a data URL or /api/uploads/{id}');
    if (mediaFamilyOf(mediaTypeOf(data.filetype, '')) !== mediaType) {
      throw new Refusal('unsupported_media', `A data URL of this type cannot be published as ${mediaType}`);
    }
    return this.#stored(data, context);
  }

  /** @returns the id of a finished upload with these bytes */
  async #stored(data: DataUrl, context: CallContext): Promise<string> {
    const { bytes, filetype } = data;
    const asked = { purpose: 'podcast' as const, filename: 'data', filetype, bytes: bytes.length };
    const open = async (id: string) => (await this.rpc.call(contentRpc.openUpload, { id, ...asked }, context)).upload;
    const known = await open(uploadIdOf(data, context));
    // If a first call with this key was refused, its upload is closed. This call then uses a new upload, so that
    // content refuses it for the same reason.
    const upload = !known.isUsed && Date.parse(known.expiresAt) <= Date.now() ? await open(uuidv7()) : known;
    if (!upload.isUsed) await this.store.write(upload.key, bytes);
    return upload.id;
  }

  /** Closes the upload if a repeat would be refused too. The client cannot use it, because it does not know the id. */
  async #refused(uploadId: string, error: unknown, context: CallContext): Promise<never> {
    const isForGood = error instanceof Refusal && errorRules[error.code].status < 500;
    if (isForGood) await this.rpc.call(contentRpc.closeUpload, { id: uploadId }, context).catch(() => undefined);
    throw error;
  }
}

/** The id is computed from key and bytes, so that a repeated call uses the same upload. Without a key it is random. */
const uploadIdOf = ({ bytes }: DataUrl, { accountId, idempotencyKey }: CallContext): string => {
  if (idempotencyKey === undefined) return uuidv7();
  const origin = createHash('sha256')
    .update(JSON.stringify([accountId, idempotencyKey]))
    .update(bytes)
    .digest('base64url');
  return uuidv7(0, origin);
};
