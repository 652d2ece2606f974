import { limits, type Question } from '@hearsay/contracts';
import { type Ask, fieldOf, type Line, type LinesScene, line, newClient, optional, required, sides } from './lines.ts';

export const posts = ({ asker, other }: LinesScene): Line[] => {
  const question = () => asker.ask({ title: 'Where is the line?' });
  const ask = (body: object): Ask => ({ path: '/api/questions', as: asker, body });
  const toOther = { targetUserId: other.user.id };
  const guest = (body: object): Ask => ({
    path: '/api/questions',
    as: newClient(asker),
    body: { ...body, ...toOther, isAnonymous: true },
  });
  const change = async (body: object): Promise<Ask> => ({
    method: 'PATCH',
    path: `/api/questions/${(await question()).id}`,
    as: asker,
    body,
  });
  const chat = async (body: object): Promise<Ask> => ({
    path: '/api/discussions',
    as: other,
    body: { questionId: (await question()).id, ...body },
  });
  const under =
    (call: 'discussions' | 'repost', words: object) =>
    async (body: object): Promise<Ask> => ({
      path: `/api/questions/${(await question()).id}/${call}`,
      as: other,
      body: { ...words, ...body },
    });
  const [dialog, repost] = [under('discussions', { content: 'Words' }), under('repost', {})];
  const report = async (body: object): Promise<Ask> => ({
    path: '/api/reports',
    as: other,
    body: { contentType: 'question', contentId: (await question()).id, ...body },
  });
  const approve = async (body: object): Promise<Ask> => {
    // A guest asks, because a person may ask another only ten times a day.
    const { as, path, ...options } = guest({ title: 'And for you?' });
    const { id } = await as.expect<Question>('POST', path, options);
    return { path: `/api/questions/${id}/approve-with-reply`, as: other, body: { content: 'Here', ...body } };
  };
  const { confessionThreshold, approvalThreshold } = limits;
  const titled = (more: object) => (body: object) => ask({ title: 'Why?', ...more, ...body });
  const title = required(limits.title);
  const kinds = ['audio', 'video', 'image', ''];
  return [
    line('a title', 'title', fieldOf('title', ask), title),
    line('a description', 'description', fieldOf('description', titled({})), optional(limits.description)),
    line(
      'a threshold of a confession',
      'replyBoostThreshold',
      fieldOf('replyBoostThreshold', titled({})),
      sides<unknown>(
        [0, confessionThreshold.min, confessionThreshold.max],
        [-1, confessionThreshold.max + 1, 0.5, '1', null],
      ),
    ),
    line('the text of an anonymous question', 'title', fieldOf('title', guest), required(limits.anonymousAsk)),
    line(
      'the same text of a member',
      'title',
      fieldOf('title', titled({ ...toOther, isAnonymous: true })),
      required(limits.anonymousAsk),
    ),
    line('an anonymous title for everybody', 'title', fieldOf('title', titled({ isAnonymous: true })), title),
    line('a title that is no such text', 'title', fieldOf('title', titled(toOther)), title),
    line('a title that is changed', 'title', fieldOf('title', change), title),
    line('a description that is changed', 'description', fieldOf('description', change), optional(limits.description)),
    line('a message of the chat', 'content', fieldOf('content', chat), required(limits.chatMessage)),
    line('a reply of the dialog', 'content', fieldOf('content', dialog), required(limits.dialogReply)),
    line('the kind of a reply', 'mediaType', fieldOf('mediaType', dialog), sides(['text'], kinds)),
    line(
      'the media of a reply',
      'mediaUrl',
      fieldOf('mediaUrl', dialog),
      sides<unknown>([null, undefined], ['https://example.org/a.mp3', 'data:audio/wav;base64,AA==']),
    ),
    line(
      'the kind of a repost',
      'mediaType',
      fieldOf('mediaType', repost),
      sides<unknown>(['text', null, undefined], kinds),
    ),
    line(
      'the media of a repost',
      'mediaUrl',
      fieldOf('mediaUrl', repost),
      sides<unknown>([null, undefined], ['https://example.org/a.mp3', '']),
    ),
    line('the words of a repost', 'repostText', fieldOf('repostText', repost), optional(limits.repostText)),
    line('the reason of a report', 'reason', fieldOf('reason', report), required(limits.reportReason)),
    line('the reply of an approval', 'content', fieldOf('content', approve), required(limits.dialogReply)),
    line(
      'the threshold of an approval',
      'boostThreshold',
      fieldOf('boostThreshold', approve),
      sides<unknown>(
        [approvalThreshold.min, approvalThreshold.max, undefined],
        [0, -1, approvalThreshold.max + 1, 1.5, '1', null],
      ),
    ),
  ];
};
