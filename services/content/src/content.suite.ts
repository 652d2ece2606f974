import { contentRpc } from '@hearsay/contracts';
import { Authors, SealedAuthors, type SealKeys } from '@hearsay/service-runtime';
import { randomSealKeys, type TestService } from '@hearsay/testing';
import { AuthorIds, Authorship } from './authors/authorship.js';

export const contentSettings = () => ({
  ...randomSealKeys(),
  MEDIA_URL: 'file:///dev/null/media',
  ERASE_AFTER_HOURS: 72,
  REDIS_URL: process.env.TEST_REDIS_URL ?? '',
});

export const authorshipOf = ({ service }: TestService, settings: SealKeys): Authorship => {
  const seals = new SealedAuthors(settings, 'content');
  const ids = new AuthorIds(service.pool, seals);
  return new Authorship(seals, new Authors((wanted) => ids.resolve(wanted)), ids);
};

export class Conversation {
  constructor(
    readonly service: TestService,
    private readonly asker: string,
    private readonly replier: string,
  ) {}

  async ask(over: object = {}, as: string | null = this.asker, context: object = {}) {
    const draft = {
      title: 'Would you tell?',
      description: null,
      isAnonymous: false,
      allowAnonymousAnswers: true,
      replyBoostThreshold: 0,
    };
    return (await this.service.call(contentRpc.askQuestion, { ...draft, ...over }, as, context)).question;
  }

  async reply(questionId: string, words: string, as = this.replier, over: object = {}, context: object = {}) {
    const draft = { questionId, content: words, isAnonymous: false, parentReplyId: null };
    return (await this.service.call(contentRpc.postReply, { ...draft, ...over }, as, context)).reply;
  }

  page(questionId: string, as: string | null) {
    return this.service.call(contentRpc.questionPage, { questionId }, as);
  }

  latch(questionId: string, boostPeak: number) {
    return this.service.call(contentRpc.latchReveal, { questionId, boostPeak }, null);
  }
}
