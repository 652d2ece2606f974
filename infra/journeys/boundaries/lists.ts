import { limits, mostErrorFrames, uploadLimits } from '@hearsay/contracts';
import { type Ask, type Line, type LinesScene, line, sides, x } from './lines.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');

export const lists = ({ asker, other }: LinesScene): Line[] => {
  const item = { contentType: 'question', contentId: asker.user.id };
  const feed = (query: Record<string, string>): Ask => ({
    method: 'GET',
    path: `/api/feed?${new URLSearchParams(query)}`,
    as: other,
  });
  const ofQuestion =
    (call: string) =>
    async (value: string): Promise<Ask> => ({
      method: 'GET',
      path: `/api/questions/${(await asker.ask({ title: 'How many?' })).id}/${call}=${value}`,
      as: other,
    });
  const upload = (filetype: string) => (length: number | string) => ({
    path: '/api/uploads',
    as: other,
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': String(length),
      'upload-metadata': `filename ${base64('a')},filetype ${base64(filetype)},purpose ${base64(filetype === 'image/png' ? 'profile-image' : 'podcast')}`,
    },
  });
  const error = { kind: 'Error', detail: null, page: '/', build: 'a.js' };
  const most = limits.batchStatusItems;
  return [
    ...['boost', 'repost'].map((act) =>
      line(
        `how many items a batch of ${act}s has`,
        'items',
        (count: number) => ({
          path: `/api/batch/${act}-status`,
          as: other,
          body: { items: Array.from({ length: count }, () => item) },
        }),
        sides([0, most], [most + 1]),
      ),
    ),
    line('an anchor', null, (length: number) => feed({ anchor: x(length) }), sides([], [1, 500, 501, 5000]), {
      refused: '400 anchor_expired',
    }),
    line(
      'a page',
      'page',
      (page: string) => feed({ page }),
      sides(['1', '1000000'], ['0', '1000001', '-1', '1.5', 'x', '']),
    ),
    line('the length of a page', 'limit', (limit: string) => feed({ limit }), sides(['1', '50'], ['0', '51', 'x', ''])),
    line(
      'an order',
      'sortBy',
      (sortBy: string) => feed({ sortBy }),
      sides(['recent', 'engagement', 'trending', 'boosted', 'replies'], ['', 'Recent', 'mood']),
    ),
    line('how many older messages', 'limit', ofQuestion('discussions?limit'), sides(['1', '100'], ['0', '101', 'x'])),
    line(
      'the number seen last in a room',
      'after',
      ofQuestion('room?after'),
      sides(['0'], ['-1', '1', '0.5', 'x', '']),
    ),
    line(
      'a key',
      null,
      (key: string) => ({ path: '/api/questions', as: asker, body: { title: 'Once?' }, key }),
      sides(['!', '~', x(limits.idempotencyKey)], ['', 'a b', x(limits.idempotencyKey + 1)]),
      { refused: '400 invalid_key' },
    ),
    ...Object.entries({
      'audio/mpeg': uploadLimits.audio,
      'video/mp4': uploadLimits.video,
      'image/png': uploadLimits.image,
    }).map(([filetype, bytes]) =>
      line<number>(`the length of an upload of ${filetype}`, null, upload(filetype), sides([1, bytes], [bytes + 1]), {
        refused: '413 too_large',
      }),
    ),
    line<number | string>(
      'a length of nothing',
      null,
      upload('audio/mpeg'),
      sides<number | string>([2], [0, -1, 'x', 1.5]),
    ),
    line(
      'the places of an error',
      'frames',
      (count: number) => ({
        path: '/api/client-errors',
        as: other,
        body: { ...error, frames: Array.from({ length: count }, () => 'a.js:1:1') },
      }),
      sides([0, mostErrorFrames], [mostErrorFrames + 1]),
    ),
  ];
};
