import { limits, type Question } from '@hearsay/contracts';
import { type Ask, type Line, type LinesScene, line, newClient, optional, required } from './lines.ts';

/** Questions, replies, reposts and reports. */
export const posts = ({ asker, other }: LinesScene): Line[] => {
  const ask = (body: object): Ask => ({ path: '/api/questions', as: asker, body });
  const toOther = { targetUserId: other.user.id };
  const question = () => asker.ask({ title: 'Where is the line?' });
  // By a guest: a person asks another ten times a day at most.
  const pending = () =>
    newClient(asker).expect<Question>('POST', '/api/questions', {
      body: { title: 'And for you?', ...toOther, isAnonymous: true },
    });
  const approve = async (body: object): Promise<Ask> => ({
    path: `/api/questions/${(await pending()).id}/approve-with-reply`,
    as: other,
    body: { content: 'Here', ...body },
  });
  return [
    line({ what: 'a title', ask: (title) => ask({ title }), ...required(limits.title), field: 'title' }),
    line({
      what: 'a description',
      ask: (description) => ask({ title: 'Why?', description }),
      ...optional(limits.description),
      field: 'description',
    }),
    line({
      what: 'a threshold of a confession',
      ask: (replyBoostThreshold) => ask({ title: 'Why?', replyBoostThreshold }),
      inside: [0, limits.confessionThreshold.min, limits.confessionThreshold.max],
      outside: [-1, limits.confessionThreshold.max + 1, 0.5, '1', null],
      field: 'replyBoostThreshold',
    }),
    line({
      what: 'the text of the dialog for anonymous questions',
      ask: (title) => ({
        path: '/api/questions',
        as: newClient(asker),
        body: { title, ...toOther, isAnonymous: true },
      }),
      ...required(limits.anonymousAsk),
      // Of a visitor: what is wrong with a text is said to whoever may send one.
      field: 'title',
    }),
    line({
      what: 'the same text of somebody signed in',
      ask: (title) => ask({ title, ...toOther, isAnonymous: true }),
      ...required(limits.anonymousAsk),
      field: 'title',
    }),
    line({
      what: 'an anonymous title for everybody',
      ask: (title) => ask({ title, isAnonymous: true }),
      ...required(limits.title),
      field: 'title',
    }),
    line({
      what: 'a title that is no such text',
      ask: (title) => ask({ title, ...toOther }),
      ...required(limits.title),
      field: 'title',
    }),
    line({
      what: 'a title that is changed',
      ask: async (title) => ({
        method: 'PATCH',
        path: `/api/questions/${(await question()).id}`,
        as: asker,
        body: { title },
      }),
      ...required(limits.title),
      field: 'title',
    }),
    line({
      what: 'a description that is changed',
      ask: async (description) => ({
        method: 'PATCH',
        path: `/api/questions/${(await question()).id}`,
        as: asker,
        body: { description },
      }),
      ...optional(limits.description),
      field: 'description',
    }),
    line({
      what: 'a message of the chat',
      ask: async (content) => ({
        path: '/api/discussions',
        as: other,
        body: { questionId: (await question()).id, content },
      }),
      ...required(limits.chatMessage),
      field: 'content',
    }),
    line({
      what: 'a reply of the dialog',
      ask: async (content) => ({
        path: `/api/questions/${(await question()).id}/discussions`,
        as: other,
        body: { content },
      }),
      ...required(limits.dialogReply),
      field: 'content',
    }),
    line({
      what: 'the kind of a reply',
      ask: async (mediaType) => ({
        path: `/api/questions/${(await question()).id}/discussions`,
        as: other,
        body: { content: 'Words', mediaType },
      }),
      inside: ['text'],
      outside: ['audio', 'video', 'image', ''],
      field: 'mediaType',
    }),
    line({
      what: 'the media of a reply',
      ask: async (mediaUrl) => ({
        path: `/api/questions/${(await question()).id}/discussions`,
        as: other,
        body: { content: 'Words', mediaUrl },
      }),
      inside: [null, undefined],
      outside: ['https://example.org/a.mp3', 'data:audio/wav;base64,AA=='],
      field: 'mediaUrl',
    }),
    line({
      what: 'the kind of a repost',
      ask: async (mediaType) => ({
        path: `/api/questions/${(await question()).id}/repost`,
        as: other,
        body: { mediaType },
      }),
      inside: ['text', null, undefined],
      outside: ['audio', 'video', 'image', ''],
      field: 'mediaType',
    }),
    line({
      what: 'the media of a repost',
      ask: async (mediaUrl) => ({
        path: `/api/questions/${(await question()).id}/repost`,
        as: other,
        body: { mediaUrl },
      }),
      inside: [null, undefined],
      outside: ['https://example.org/a.mp3', ''],
      field: 'mediaUrl',
    }),
    line({
      what: 'the words of a repost',
      ask: async (repostText) => ({
        path: `/api/questions/${(await question()).id}/repost`,
        as: other,
        body: { repostText },
      }),
      ...optional(limits.repostText),
      field: 'repostText',
    }),
    line({
      what: 'the reason of a report',
      ask: async (reason) => ({
        path: '/api/reports',
        as: other,
        body: { contentType: 'question', contentId: (await question()).id, reason },
      }),
      ...required(limits.reportReason),
      field: 'reason',
    }),
    line({
      what: 'the reply of an approval',
      ask: (content) => approve({ content }),
      ...required(limits.dialogReply),
      field: 'content',
    }),
    line({
      what: 'the threshold of an approval',
      ask: (boostThreshold) => approve({ boostThreshold }),
      inside: [limits.approvalThreshold.min, limits.approvalThreshold.max, undefined],
      outside: [0, -1, limits.approvalThreshold.max + 1, 1.5, '1', null],
      field: 'boostThreshold',
    }),
  ];
};
