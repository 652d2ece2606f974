import { type CallContext, contentRpc, type RpcParsed } from '@hearsay/contracts';
import { CommandPipeline, executeLookedUp } from '@hearsay/event-store';
import { Handles } from '@hearsay/messaging';
import { actorOf, commandContext, fittingAnswer, idForCall, uuidv7 } from '@hearsay/service-runtime';
import { Controller } from '@nestjs/common';
import { byStandingAccount } from '../authors/standing.decider.js';
import { EpisodeMedia } from './episode-media.js';
import { editPodcast, type PublishPodcast, playPodcast, publishPodcast, removePodcast } from './podcast.decider.js';
import { PodcastQueries } from './podcast.queries.js';

const newText = (words: string) => ({ id: uuidv7(), words });

@Controller()
export class PodcastController {
  constructor(
    private readonly pipeline: CommandPipeline,
    private readonly queries: PodcastQueries,
    private readonly episodeMedia: EpisodeMedia,
  ) {}

  @Handles(contentRpc.publishPodcast)
  async publishPodcast(input: RpcParsed<typeof contentRpc.publishPodcast>, context: CallContext) {
    const actor = actorOf(context);
    const lookUp = async (): Promise<PublishPodcast> => ({
      ...input,
      podcastId: idForCall(context),
      titleTextId: uuidv7(),
      descriptionTextId: input.description === null ? null : uuidv7(),
      owner: { accountId: actor, sealed: null },
      media: await this.episodeMedia.of(actor, input.uploadId, input.mediaType),
    });
    const { podcastId } = await executeLookedUp(
      this.pipeline,
      byStandingAccount(publishPodcast),
      lookUp,
      commandContext(context, input),
    );
    return { podcast: await this.queries.written(podcastId, actor) };
  }

  @Handles(contentRpc.editPodcast)
  async editPodcast(input: RpcParsed<typeof contentRpc.editPodcast>, context: CallContext) {
    const accountId = actorOf(context);
    const { id: podcastId, title, description } = input;
    await this.pipeline.execute(
      byStandingAccount(editPodcast),
      {
        podcastId,
        accountId,
        ...(title !== undefined && { title: newText(title) }),
        ...(description !== undefined && { description: description === null ? null : newText(description) }),
      },
      commandContext(context, input),
    );
    return { podcast: await this.queries.written(podcastId, accountId) };
  }

  @Handles(contentRpc.removePodcast)
  async removePodcast(input: RpcParsed<typeof contentRpc.removePodcast>, context: CallContext) {
    const { id: podcastId, isAmbassador } = input;
    await this.pipeline.execute(
      removePodcast,
      { podcastId, removalId: uuidv7(), accountId: actorOf(context), isAmbassador },
      // The actor's role is no part of the payload, since it may differ on a repeat.
      commandContext(context, { id: podcastId }),
    );
    return {};
  }

  @Handles(contentRpc.playPodcast)
  async playPodcast(input: RpcParsed<typeof contentRpc.playPodcast>, context: CallContext) {
    const accountId = actorOf(context);
    const { podcastId } = await this.pipeline.execute(
      playPodcast,
      { podcastId: input.id, accountId },
      commandContext(context, input),
    );
    return { playCount: await this.queries.playCount(podcastId) };
  }

  @Handles(contentRpc.podcast)
  async podcast({ id }: RpcParsed<typeof contentRpc.podcast>, context: CallContext) {
    return { podcast: await this.queries.podcast(id, context.accountId) };
  }

  @Handles(contentRpc.ownPodcastsPage)
  async ownPodcastsPage(input: RpcParsed<typeof contentRpc.ownPodcastsPage>, context: CallContext) {
    return { podcasts: await this.queries.ownPage(actorOf(context), input.before) };
  }

  @Handles(contentRpc.podcastViews)
  async podcastViews({ ids }: RpcParsed<typeof contentRpc.podcastViews>, context: CallContext) {
    const podcasts = await this.queries.podcasts(ids, context.accountId);
    const kept = fittingAnswer(podcasts, ({ title, description }) => title + (description ?? ''));
    const next = podcasts[kept.length];
    return { podcasts: kept, to: next ? ids.indexOf(next.id) : ids.length };
  }

  @Handles(contentRpc.podcastTitles)
  async podcastTitles({ ids }: RpcParsed<typeof contentRpc.podcastTitles>) {
    return { titles: await this.queries.titles(ids) };
  }

  @Handles(contentRpc.media)
  async media({ key }: RpcParsed<typeof contentRpc.media>) {
    return { media: await this.queries.media(key) };
  }
}
