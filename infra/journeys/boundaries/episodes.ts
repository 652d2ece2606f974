import { dataUrlLimits, limits, type Podcast } from '@hearsay/contracts';
import { shortEpisode, wave } from '../sounds.ts';
import { type Ask, fieldOf, type Line, type LinesScene, line, optional, required, sides } from './lines.ts';

/**
 * The longest words as JSON, where all characters but one take six bytes. The sound must still fit beside the words.
 */
const longest = { title: `x${'\u0001'.repeat(limits.title - 1)}`, description: '\u0001'.repeat(limits.description) };
const urlOf = (bytes: Buffer) => `data:audio/wav;base64,${bytes.toString('base64')}`;

export const episodes = ({ asker }: LinesScene): Line[] => {
  const publish = (body: object): Ask => ({
    path: '/api/podcasts',
    as: asker,
    body: { title: 'Night talk', mediaUrl: shortEpisode, mediaType: 'audio', ...body },
  });
  let published: Promise<Podcast> | undefined;
  const change = async (body: object): Promise<Ask> => {
    published ??= asker.expect<Podcast>('POST', '/api/podcasts', { body: publish({}).body });
    return { method: 'PATCH', path: `/api/podcasts/${(await published).id}`, as: asker, body };
  };
  const { podcast } = dataUrlLimits;
  return [
    line('the title of an episode', 'title', fieldOf('title', publish), required(limits.title)),
    line('its description', 'description', fieldOf('description', publish), optional(limits.description)),
    line('a title that is changed', 'title', fieldOf('title', change), required(limits.title)),
    line('a description that is changed', 'description', fieldOf('description', change), optional(limits.description)),
    line(
      'the kind of an episode',
      'mediaType',
      fieldOf('mediaType', publish),
      sides<unknown>(['audio'], ['text', 'image', '', null]),
    ),
    line(
      'the sound of an episode',
      'mediaUrl',
      fieldOf('mediaUrl', publish),
      sides<unknown>([shortEpisode], ['', 'https://example.org/a.mp3', 'data:audio/wav,x', null]),
    ),
    line(
      'an episode as a data URL',
      null,
      (bytes: number) => publish({ mediaUrl: urlOf(wave(bytes)), ...longest }),
      sides([podcast - 1, podcast], [podcast + 1]),
      { refused: '413 too_large' },
    ),
    // Only bytes within the limit are decoded, and zeros are no sound.
    line(
      'the bytes of an episode',
      'mediaUrl',
      (bytes: number) => publish({ mediaUrl: urlOf(Buffer.alloc(bytes)) }),
      sides([1], [0]),
      { accepted: '415 unsupported_media' },
    ),
  ];
};
