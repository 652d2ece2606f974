import { limits, mostErrorFrames, uploadLimits } from '@hearsay/contracts';
import { type Ask, type Line, type LinesScene, line, x } from './lines.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');
/** Pages, batches, keys and uploads. */
export const lists = ({ asker, other }: LinesScene): Line[] => {
  const item = { contentType: 'question', contentId: asker.user.id };
  const feed = (query: Record<string, string>): Ask => ({
    method: 'GET',
    path: `/api/feed?${new URLSearchParams(query)}`,
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
  return [
    line({
      what: 'how many items a batch has',
      ask: (count: number) => ({
        path: '/api/batch/boost-status',
        as: other,
        body: { items: Array.from({ length: count }, () => item) },
      }),
      inside: [0, limits.batchStatusItems],
      outside: [limits.batchStatusItems + 1],
      field: 'items',
    }),
    line({
      what: 'how many items a batch of reposts has',
      ask: (count: number) => ({
        path: '/api/batch/repost-status',
        as: other,
        body: { items: Array.from({ length: count }, () => item) },
      }),
      inside: [0, limits.batchStatusItems],
      outside: [limits.batchStatusItems + 1],
      field: 'items',
    }),
    line({
      what: 'an anchor',
      ask: (length: number) => feed({ anchor: x(length) }),
      inside: [],
      outside: [1, 500, 501, 5000],
      refused: '400 anchor_expired',
      field: null,
    }),
    line({
      what: 'a page',
      ask: (page) => feed({ page }),
      inside: ['1', '1000000'],
      outside: ['0', '1000001', '-1', '1.5', 'x', ''],
      field: 'page',
    }),
    line({
      what: 'the length of a page',
      ask: (limit) => feed({ limit }),
      inside: ['1', '50'],
      outside: ['0', '51', 'x', ''],
      field: 'limit',
    }),
    line({
      what: 'an order',
      ask: (sortBy) => feed({ sortBy }),
      inside: ['recent', 'engagement', 'trending', 'boosted', 'replies'],
      outside: ['', 'Recent', 'mood'],
      field: 'sortBy',
    }),
    line({
      what: 'how many older messages are asked for',
      ask: async (limit) => ({
        method: 'GET',
        path: `/api/questions/${(await asker.ask({ title: 'How many?' })).id}/discussions?limit=${limit}`,
        as: other,
      }),
      inside: ['1', '100'],
      outside: ['0', '101', 'x'],
      field: 'limit',
    }),
    line({
      what: 'the number that was seen last in a room',
      ask: async (after) => ({
        method: 'GET',
        path: `/api/questions/${(await asker.ask({ title: 'Since when?' })).id}/room?after=${after}`,
        as: other,
      }),
      inside: ['0'],
      outside: ['-1', '1', '0.5', 'x', ''],
      field: 'after',
    }),
    line({
      what: 'a key',
      ask: (key: string) => ({ path: '/api/questions', as: asker, body: { title: 'Once?' }, key }),
      inside: ['!', '~', x(limits.idempotencyKey)],
      outside: ['', 'a b', x(limits.idempotencyKey + 1)],
      refused: '400 invalid_key',
      field: null,
    }),
    ...(
      [
        ['audio/mpeg', uploadLimits.audio],
        ['video/mp4', uploadLimits.video],
        ['image/png', uploadLimits.image],
      ] as const
    ).map(([filetype, most]) =>
      line<number>({
        what: `the length of an upload of ${filetype}`,
        ask: upload(filetype),
        inside: [1, most],
        outside: [most + 1],
        refused: '413 too_large',
        field: null,
      }),
    ),
    line<number | string>({
      what: 'a length of nothing',
      ask: upload('audio/mpeg'),
      inside: [2],
      outside: [0, -1, 'x', 1.5],
      field: null,
    }),
    line({
      what: 'the places of an error',
      ask: (count: number) => ({
        path: '/api/client-errors',
        as: other,
        body: {
          kind: 'Error',
          detail: null,
          page: '/',
          build: 'a.js',
          frames: Array.from({ length: count }, () => 'a.js:1:1'),
        },
      }),
      inside: [0, mostErrorFrames],
      outside: [mostErrorFrames + 1],
      field: 'frames',
    }),
  ];
};
