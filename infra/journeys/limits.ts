import { dataUrlLimits, limits, maxErrorFrames, uploadLimits } from '@hearsay/contracts';
import type { CallOptions, Client } from './client.ts';
import { wavFile } from './media-samples.ts';

interface Ask extends CallOptions {
  readonly as: Client;
  /** Method and path, such as `POST /api/questions`. */
  readonly call: string;
}

/** Values at and beyond limits that the API description does not state as bounds of a field. */
export interface Limit {
  readonly what: string;
  readonly answer: string;
  readonly values: readonly unknown[];
  readonly ask: (value: unknown) => Ask;
}

interface Scene {
  readonly asker: Client;
  readonly other: Client;
}

const amounts = (what: string, asks: Readonly<Record<string, readonly unknown[]>>, ask: Limit['ask']): Limit[] =>
  Object.entries(asks).map(([answer, values]) => ({ what, answer, values, ask }));

const base64 = (words: string) => Buffer.from(words).toString('base64');
const times = <T>(count: unknown, item: T): T[] => Array.from({ length: count as number }, () => item);
const invalid = '400 invalid_input';
const tooLarge = '413 too_large';

/** Limits of uploads. Invalid pictures get 413 above the limit, and 415 within it, when the gateway decodes them. */
const bytes = ({ asker, other }: Scene): Limit[] => {
  const { profileImage, podcast } = dataUrlLimits;
  /** In JSON, these texts have the most bytes: six a character. The largest sound must still fit into the request. */
  const title = `x${'\u0001'.repeat(limits.title - 1)}`;
  const description = '\u0001'.repeat(limits.description);
  const publish = (sound: (size: number) => Buffer) => (size: unknown) => {
    const mediaUrl = `data:audio/wav;base64,${sound(size as number).toString('base64')}`;
    return { as: asker, call: 'POST /api/podcasts', body: { title, description, mediaUrl, mediaType: 'audio' } };
  };
  const upload = (filetype: string, most: number, purpose = 'podcast') =>
    amounts(`an upload of ${filetype}`, { accepted: [1, most], [tooLarge]: [most + 1] }, (length) => ({
      call: 'POST /api/uploads',
      as: other,
      headers: {
        'tus-resumable': '1.0.0',
        'upload-length': String(length),
        'upload-metadata': `filename ${base64('a')},filetype ${base64(filetype)},purpose ${base64(purpose)}`,
      },
    }));
  return [
    ...amounts('a picture', { '415 unsupported_media': [1, profileImage], [tooLarge]: [profileImage + 1] }, (size) => ({
      as: other,
      call: `PATCH /api/users/${other.user.id}/profile-image`,
      body: { profileImage: `data:image/png;base64,${Buffer.alloc(size as number).toString('base64')}` },
    })),
    ...amounts('an episode', { accepted: [podcast - 1, podcast], [tooLarge]: [podcast + 1] }, publish(wavFile)),
    ...amounts('its bytes', { '415 unsupported_media': [1] }, publish(Buffer.alloc)),
    ...upload('audio/mpeg', uploadLimits.audio),
    ...upload('video/mp4', uploadLimits.video),
    ...upload('image/png', uploadLimits.image, 'profile-image'),
  ];
};

const texts = ({ asker, other }: Scene): Limit[] => {
  const { title, idempotencyKey } = limits;
  const ask = { as: asker, call: 'POST /api/questions' };
  const keys = ['!', '~', 'x'.repeat(idempotencyKey)];
  return [
    ...[{}, { isAnonymous: true }, { targetUserId: other.user.id }].flatMap((more) =>
      amounts('a title that is no anonymous ask', { accepted: [title], [invalid]: [title + 1] }, (length) => ({
        ...ask,
        body: { title: 'x'.repeat(length as number), ...more },
      })),
    ),
    ...amounts('no description', { accepted: [null] }, (description) => ({
      ...ask,
      body: { title: 'Why?', description },
    })),
    ...amounts('a token of a reset', { '404 not_found': [1, 200], [invalid]: [0, 201] }, (length) => ({
      as: asker,
      call: 'POST /api/auth/reset',
      body: { token: 'x'.repeat(length as number), newPassword: 'long enough' },
    })),
    ...amounts('a key', { accepted: keys, '400 invalid_key': ['', 'a b', `${keys[2]}x`] }, (key) => ({
      ...ask,
      body: { title: 'Once?' },
      key: key as string,
    })),
    ...amounts('an anchor', { '400 anchor_expired': [1, 500, 501, 5000] }, (length) => ({
      as: other,
      call: `GET /api/feed?anchor=${'x'.repeat(length as number)}`,
    })),
  ];
};

const lists = ({ asker, other }: Scene): Limit[] => {
  const item = { contentType: 'question', contentId: asker.user.id };
  const { batchStatusItems } = limits;
  const error = { kind: 'Error', detail: null, page: '/', build: 'a.js' };
  return [
    ...['boost', 'repost'].flatMap((act) =>
      amounts(
        `a batch of ${act}s`,
        { accepted: [0, batchStatusItems], [invalid]: [batchStatusItems + 1] },
        (count) => ({
          call: `POST /api/batch/${act}-status`,
          as: other,
          body: { items: times(count, item) },
        }),
      ),
    ),
    ...amounts('places of an error', { accepted: [0, maxErrorFrames], [invalid]: [maxErrorFrames + 1] }, (count) => ({
      call: 'POST /api/client-errors',
      as: other,
      body: { ...error, frames: times(count, 'a.js:1:1') },
    })),
  ];
};

/** Groups of limits. The limits of one group are checked one after the other. */
export const limitsOf = (scene: Scene): Limit[][] => [bytes(scene), texts(scene), lists(scene)];
