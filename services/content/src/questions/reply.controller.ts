import { type CallContext, contentRpc, Refusal, type RpcParsed } from '@hearsay/contracts';
import { CommandPipeline, executeLookedUp } from '@hearsay/event-store';
import { Handles } from '@hearsay/messaging';
import { actorOf, commandContext, fittingAnswer, idForCall, uuidv7 } from '@hearsay/service-runtime';
import { Controller } from '@nestjs/common';
import { Authorship } from '../authors/authorship.js';
import { byStandingAccount } from '../authors/standing.decider.js';
import { OwnQueries } from './own.queries.js';
import { type PostReply, postReply } from './post-reply.decider.js';
import { QuestionQueries } from './question.queries.js';

@Controller()
export class ReplyController {
  constructor(
    private readonly pipeline: CommandPipeline,
    private readonly queries: QuestionQueries,
    private readonly own: OwnQueries,
    private readonly authorship: Authorship,
  ) {}

  @Handles(contentRpc.postReply)
  async postReply(input: RpcParsed<typeof contentRpc.postReply>, context: CallContext) {
    const actor = actorOf(context);
    const { parentReplyId, ...draft } = input;
    const lookUp = async (): Promise<PostReply> => {
      const { isMine, isAnonymous, isApproved } = await this.queries.question(input.questionId, actor);
      if (isMine && isAnonymous && !isApproved && !input.isAnonymous) {
        // Only two people see it, so a name other than the target's would be the asker's.
        throw new Refusal('forbidden', 'Until it is approved you can only answer your anonymous question anonymously');
      }
      const parent = parentReplyId === null ? null : await this.#parent(parentReplyId, input.questionId);
      const owner = await this.authorship.ownerOf(actor, input.isAnonymous);
      return { ...draft, replyId: idForCall(context), textId: uuidv7(), owner, parent };
    };
    const { replyId } = await executeLookedUp(
      this.pipeline,
      byStandingAccount(postReply),
      lookUp,
      commandContext(context, input),
    );
    return { reply: await this.queries.replies.written(replyId, actor) };
  }

  @Handles(contentRpc.repliesBefore)
  repliesBefore(input: RpcParsed<typeof contentRpc.repliesBefore>, context: CallContext) {
    return this.queries.repliesBefore(input.questionId, input.before, input.limit, context.accountId);
  }

  @Handles(contentRpc.reply)
  reply(input: RpcParsed<typeof contentRpc.reply>, context: CallContext) {
    return this.queries.replies.withTitle(input.id, context.accountId);
  }

  @Handles(contentRpc.replyViews)
  async replyViews(input: RpcParsed<typeof contentRpc.replyViews>) {
    const found = await this.queries.replies.byId(input.ids, null);
    const titles = await this.queries.titles([...new Set(found.map(({ questionId }) => questionId))], null);
    const titleOf = new Map(titles.map(({ questionId, title }) => [questionId, title]));
    const indexOf = new Map(input.ids.map((id, index) => [id, index]));
    const replies = found
      .flatMap((reply) => {
        const parentTitle = titleOf.get(reply.questionId);
        return parentTitle === undefined ? [] : [{ reply, parentTitle }];
      })
      .sort((a, b) => indexOf.get(a.reply.id)! - indexOf.get(b.reply.id)!);
    const kept = fittingAnswer(replies, ({ reply, parentTitle }) => parentTitle + (reply.content ?? ''));
    const next = replies[kept.length];
    return { replies: kept, to: next ? indexOf.get(next.reply.id)! : input.ids.length };
  }

  @Handles(contentRpc.ownReplies)
  async ownReplies(input: RpcParsed<typeof contentRpc.ownReplies>, context: CallContext) {
    return { replies: await this.own.replies(input.ids, context.accountId) };
  }

  async #parent(id: string, questionId: string) {
    const parent = await this.queries.replies.owner(id);
    if (parent?.questionId !== questionId || !parent.isThere) {
      throw new Refusal('invalid_input', undefined, { fields: { parentReplyId: 'This question has no such reply' } });
    }
    return { id, owner: parent.owner };
  }
}
