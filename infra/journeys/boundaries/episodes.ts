import { dataUrlLimits, limits, type Podcast } from '@hearsay/contracts';
import { shortEpisode, wave } from '../sounds.ts';
import { type Ask, type Line, type LinesScene, line, optional, required } from './lines.ts';

/** The longest words, each character of which but one takes six bytes as JSON: they leave a sound its room. */
const longest = { title: `x${'\u0001'.repeat(limits.title - 1)}`, description: '\u0001'.repeat(limits.description) };

/** Episodes, and the bytes that come with them. */
export const episodes = ({ asker }: LinesScene): Line[] => {
  const publish = (body: object): Ask => ({
    path: '/api/podcasts',
    as: asker,
    body: { title: 'Night talk', mediaUrl: shortEpisode, mediaType: 'audio', ...body },
  });
  let published: Promise<Podcast> | undefined;
  const episode = () => {
    published ??= asker.expect<Podcast>('POST', '/api/podcasts', { body: publish({}).body });
    return published;
  };
  return [
    line({
      what: 'the title of an episode',
      ask: (title) => publish({ title }),
      ...required(limits.title),
      field: 'title',
    }),
    line({
      what: 'the description of an episode',
      ask: (description) => publish({ description }),
      ...optional(limits.description),
      field: 'description',
    }),
    line({
      what: 'the title of an episode that is changed',
      ask: async (title) => ({
        method: 'PATCH',
        path: `/api/podcasts/${(await episode()).id}`,
        as: asker,
        body: { title },
      }),
      ...required(limits.title),
      field: 'title',
    }),
    line({
      what: 'the description of an episode that is changed',
      ask: async (description) => ({
        method: 'PATCH',
        path: `/api/podcasts/${(await episode()).id}`,
        as: asker,
        body: { description },
      }),
      ...optional(limits.description),
      field: 'description',
    }),
    line({
      what: 'the kind of an episode',
      ask: (mediaType) => publish({ mediaType }),
      inside: ['audio'],
      outside: ['text', 'image', '', null],
      field: 'mediaType',
    }),
    line({
      what: 'the sound of an episode',
      ask: (mediaUrl) => publish({ mediaUrl }),
      inside: [shortEpisode],
      outside: ['', 'https://example.org/a.mp3', 'data:audio/wav,x', null],
      field: 'mediaUrl',
    }),
    line({
      what: 'an episode as a data URL',
      ask: (bytes: number) =>
        publish({ mediaUrl: `data:audio/wav;base64,${wave(bytes).toString('base64')}`, ...longest }),
      inside: [dataUrlLimits.podcast - 1, dataUrlLimits.podcast],
      outside: [dataUrlLimits.podcast + 1],
      refused: '413 too_large',
      field: null,
    }),
    line({
      what: 'the bytes of an episode',
      ask: (bytes: number) => publish({ mediaUrl: `data:audio/wav;base64,${Buffer.alloc(bytes).toString('base64')}` }),
      // Zeros are no sound, and that is seen only when they are let in.
      inside: [1],
      accepted: '415 unsupported_media',
      outside: [0],
      field: 'mediaUrl',
    }),
  ];
};
