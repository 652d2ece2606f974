import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import type { PictureAnswer, Squares } from './picture-process.ts';

/** Pixels per side, for a profile and for lists. */
const largePixels = 512;
const smallPixels = 96;
const quality = 82;
const maxPixels = 16_000_000;
/** Limit for AVIF, whose decoder needs about 30 bytes per pixel, and for interlaced PNG, which is decoded whole. */
const maxCostlyPixels = 4_000_000;
/** Types as detected in the bytes. Only the first frame of an animation is used. */
const rasterTypes = new Set(['image/png', 'image/apng', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif']);

type Refused = Extract<PictureAnswer, { refused: unknown }>;
const refused = (code: Refused['refused']['code'], text: string): Refused => ({ refused: { code, text } });
const notAPicture = refused(
  'unsupported_media',
  'This is no picture that can be read. Please send JPEG, PNG, WebP, GIF or AVIF.',
);
const tooManyPixels = (kind: string, pixels: number) =>
  refused('too_large', `${kind} has at most ${pixels / 1e6} million pixels. Please send a smaller one.`);

const cut = async (bytes: Uint8Array): Promise<Squares> => {
  const { data, info } = await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 })
    .rotate()
    .resize(largePixels, largePixels, { fit: 'cover' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixels = () => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
  const large = await pixels().webp({ quality }).toBuffer();
  const small = await pixels().resize(smallPixels, smallPixels).webp({ quality }).toBuffer();
  return { large, small };
};

/** Checks type and size in the file's header before it decodes. */
export const squaresOf = async (bytes: Uint8Array): Promise<PictureAnswer> => {
  try {
    const found = await fileTypeFromBuffer(bytes);
    if (!found || !rasterTypes.has(found.mime)) return notAPicture;
    const { width, height, isProgressive } = await sharp(bytes, { limitInputPixels: false }).metadata();
    const pixels = width * height;
    if (pixels > maxPixels) return tooManyPixels('A picture', maxPixels);
    const isAvif = found.mime === 'image/avif';
    const isInterlaced = found.mime.endsWith('png') && isProgressive;
    if ((isAvif || isInterlaced) && pixels > maxCostlyPixels)
      return tooManyPixels(isAvif ? 'An AVIF picture' : 'An interlaced PNG', maxCostlyPixels);
    return { squares: await cut(bytes) };
  } catch {
    return notAPicture;
  }
};
