import { type CallContext, contentRpc, type RpcOutput, type RpcParsed } from '@hearsay/contracts';
import { Handles } from '@hearsay/messaging';
import { Controller } from '@nestjs/common';
import { fittingAnswer } from './answer-size.js';
import { FeedQueries } from './feeds/feed.queries.js';
import { OwnQueries } from './questions/own.queries.js';
import { QuestionQueries } from './questions/question.queries.js';
import { RoomQueries } from './rooms/room.queries.js';

@Controller()
export class PageController {
  constructor(
    private readonly questions: QuestionQueries,
    private readonly rooms: RoomQueries,
    private readonly feeds: FeedQueries,
    private readonly own: OwnQueries,
  ) {}

  @Handles(contentRpc.questionPage)
  questionPage(input: RpcParsed<typeof contentRpc.questionPage>, context: CallContext): Promise<RpcOutput<typeof contentRpc.questionPage>> {
    return this.questions.page(input.questionId, context.accountId);
  }

  @Handles(contentRpc.repliesBefore)
  repliesBefore(
    input: RpcParsed<typeof contentRpc.repliesBefore>,
    context: CallContext,
  ): Promise<RpcOutput<typeof contentRpc.repliesBefore>> {
    return this.questions.repliesBefore(input.questionId, input.before, input.limit, context.accountId);
  }

  @Handles(contentRpc.reply)
  reply(input: RpcParsed<typeof contentRpc.reply>, context: CallContext): Promise<RpcOutput<typeof contentRpc.reply>> {
    return this.questions.reply(input.id, context.accountId);
  }

  @Handles(contentRpc.locate)
  async locate(input: RpcParsed<typeof contentRpc.locate>): Promise<RpcOutput<typeof contentRpc.locate>> {
    return { location: await this.questions.locate(input.id) };
  }

  @Handles(contentRpc.feed)
  feed(input: RpcParsed<typeof contentRpc.feed>): Promise<RpcOutput<typeof contentRpc.feed>> {
    return this.feeds.page(input);
  }

  @Handles(contentRpc.questionViews)
  async questionViews(input: RpcParsed<typeof contentRpc.questionViews>): Promise<RpcOutput<typeof contentRpc.questionViews>> {
    const questions = await this.questions.questions(input.ids, null);
    const kept = fittingAnswer(questions, ({ title, description }) => title + (description ?? ''));
    const next = questions[kept.length];
    return { questions: kept, to: next ? input.ids.indexOf(next.id) : input.ids.length };
  }

  @Handles(contentRpc.ownQuestions)
  async ownQuestions(
    input: RpcParsed<typeof contentRpc.ownQuestions>,
    context: CallContext,
  ): Promise<RpcOutput<typeof contentRpc.ownQuestions>> {
    return { questions: await this.own.questions(input.ids, context.accountId) };
  }

  @Handles(contentRpc.ownOnPage)
  ownOnPage(input: RpcParsed<typeof contentRpc.ownOnPage>, context: CallContext): Promise<RpcOutput<typeof contentRpc.ownOnPage>> {
    return this.own.onPage(input.questionId, context.accountId);
  }

  @Handles(contentRpc.roomEntries)
  roomEntries(input: RpcParsed<typeof contentRpc.roomEntries>, context: CallContext): Promise<RpcOutput<typeof contentRpc.roomEntries>> {
    return this.rooms.entries(input.questionId, input.after, context.accountId);
  }

  @Handles(contentRpc.roomHeads)
  async roomHeads(input: RpcParsed<typeof contentRpc.roomHeads>): Promise<RpcOutput<typeof contentRpc.roomHeads>> {
    return { rooms: await this.rooms.heads(input.questionIds) };
  }

  @Handles(contentRpc.boostTargets)
  async boostTargets(input: RpcParsed<typeof contentRpc.boostTargets>): Promise<RpcOutput<typeof contentRpc.boostTargets>> {
    return { targets: await this.questions.boostTargets(input.items) };
  }
}
