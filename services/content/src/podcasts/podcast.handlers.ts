import { contentRpc } from '@hearsay/contracts';
import { type CommandPipeline, executeAfterLookUp } from '@hearsay/event-store';
import type { MediaStore } from '@hearsay/media-store';
import { handlersOf } from '@hearsay/messaging';
import { actorOf, commandContext, idForCall, uuidv7 } from '@hearsay/service-runtime';
import { refuseIfDeleted } from '../authors/deletion.decider.js';
import { fittingViews, newText, wordsOf } from '../texts.js';
import type { Uploads } from '../uploads/uploads.js';
import type { finishEpisodeUpload } from './finish-episode-upload.js';
import {
  editPodcast,
  type PublishPodcast,
  playPodcast,
  publishPodcast,
  removePodcast,
  type SetPodcastAnswers,
  setPodcastAnswers,
} from './podcast.decider.js';
import type { PodcastQueries } from './podcast.queries.js';
import { removeTranscript, type SetTranscript, setTranscript } from './transcript.decider.js';
import { readTranscriptParts } from './transcript-parts.js';

export const podcastHandlers = (
  pipeline: CommandPipeline,
  queries: PodcastQueries,
  uploads: Uploads,
  finishUpload: ReturnType<typeof finishEpisodeUpload>,
  store: Pick<MediaStore, 'read'>,
) =>
  handlersOf(contentRpc, {
    async publishPodcast(input, context) {
      const actor = actorOf(context);
      const lookUp = async (): Promise<PublishPodcast> => ({
        ...input,
        podcastId: idForCall(context),
        title: newText(input.title),
        description: newText(input.description),
        owner: { accountId: actor, sealed: null },
        media: await finishUpload(actor, input.uploadId, input.mediaType),
      });
      const publish = refuseIfDeleted(publishPodcast);
      const { podcastId } = await executeAfterLookUp(pipeline, publish, lookUp, commandContext(context, input));
      return { podcast: await queries.written(podcastId, actor) };
    },

    async editPodcast(input, context) {
      const accountId = actorOf(context);
      const { id: podcastId, title, description } = input;
      const edit = { podcastId, accountId, title: newText(title), description: newText(description) };
      await pipeline.execute(refuseIfDeleted(editPodcast), edit, commandContext(context, input));
      return { podcast: await queries.written(podcastId, accountId) };
    },

    async removePodcast({ id, isAmbassador }, context) {
      const removal = { podcastId: id, removalId: uuidv7(), accountId: actorOf(context), isAmbassador };
      // A repeated call must have the same payload. It leaves out the caller's role, which may have changed.
      await pipeline.execute(removePodcast, removal, commandContext(context, { id }));
      return {};
    },

    async playPodcast(input, context) {
      const play = { podcastId: input.id, accountId: actorOf(context) };
      const { podcastId } = await pipeline.execute(playPodcast, play, commandContext(context, input));
      return { playCount: await queries.playCount(podcastId) };
    },

    async setPodcastAnswers(input, context) {
      const lookUp = async (): Promise<SetPodcastAnswers> => {
        const accountId = actorOf(context);
        const owners = await queries.answerableQuestions(input.answers.map(({ questionId }) => questionId));
        const recentMarks = await queries.recentMarks(accountId);
        const answers = input.answers.map((answer) => ({ ...answer, questionOwner: owners.get(answer.questionId)! }));
        return { podcastId: input.id, accountId, answers, recentMarks };
      };
      const set = refuseIfDeleted(setPodcastAnswers);
      const { podcastId } = await executeAfterLookUp(pipeline, set, lookUp, commandContext(context, input));
      return { answers: await queries.answersOf(podcastId) };
    },

    async setPodcastTranscript(input, context) {
      const { id: podcastId, uploadId } = input;
      const accountId = actorOf(context);
      const lookUp = async (): Promise<SetTranscript> => {
        const upload = await uploads.find(accountId, uploadId);
        if (!upload || upload.isUsed) return { podcastId, accountId, uploadId, bytes: null, parts: [] };
        const { key, filetype: contentType, bytes } = upload;
        const parts = await readTranscriptParts(store, key);
        return { podcastId, accountId, uploadId, bytes: { key, contentType, bytes }, parts };
      };
      return executeAfterLookUp(pipeline, refuseIfDeleted(setTranscript), lookUp, commandContext(context, input));
    },

    removePodcastTranscript(input, context) {
      const act = { podcastId: input.id, accountId: actorOf(context) };
      return pipeline.execute(removeTranscript, act, commandContext(context, input));
    },

    podcastTranscript: async ({ id }) => ({ key: await queries.transcriptKey(id) }),

    async podcast({ id }, { accountId }) {
      const [podcast, answers] = await Promise.all([queries.podcast(id, accountId), queries.answersOf(id)]);
      return { podcast, answers };
    },
    answeredIn: async ({ questionId, mutes }) => ({ answeredIn: await queries.answeredIn(questionId, mutes) }),
    ownPodcastsPage: async ({ before }, context) => ({ podcasts: await queries.ownPage(actorOf(context), before) }),

    async podcastViews({ ids }, { accountId }) {
      const found = await queries.podcasts(ids, accountId);
      const { kept: podcasts, to } = fittingViews(ids, found, ({ id }) => id, wordsOf);
      return { podcasts, to };
    },

    podcastTitles: async ({ ids }) => ({ titles: await queries.titles(ids) }),
    media: async ({ key }) => ({ media: await queries.media(key) }),
  });
