import { crc32 } from 'node:zlib';
import { afterAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { PictureProcess } from './picture-process.js';

const decoding = new PictureProcess();
afterAll(() => decoding.stop());

const plain = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: 'red' } });
const squares = (bytes: Buffer) => decoding.squares(async () => bytes);
const outcomeOf = async (bytes: Buffer, process = decoding): Promise<string> => {
  try {
    const { large, small } = await process.squares(async () => bytes);
    const sides = await Promise.all([large, small].map(async (one) => (await sharp(one).metadata()).width));
    return sides.join(' and ');
  } catch (error) {
    return (error as { code: string }).code;
  }
};

/** The header claims a size that the pixels do not have. */
const hugePng = async (): Promise<Buffer> => {
  const bytes = await plain(8, 4).png().toBuffer();
  bytes.writeUInt32BE(10_000, 16);
  bytes.writeUInt32BE(10_000, 20);
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
  return bytes;
};

/** APNG requires the chunk that announces frames before the first frame. */
const animatedPng = async (): Promise<Buffer> => {
  const bytes = await plain(40, 30).png().toBuffer();
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, check]);
  };
  const header = 33;
  const animation = Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]);
  return Buffer.concat([bytes.subarray(0, header), chunk('acTL', animation), bytes.subarray(header)]);
};
const frames = (count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, index) => plain(60, 40).tint({ r: index, g: 0, b: 0 }).png().toBuffer()),
  );

const animation = async () => sharp(await frames(40), { join: { animated: true } });
const pictures: Record<string, () => Promise<Buffer> | Buffer> = {
  PNG: () => plain(600, 300).png().toBuffer(),
  'PNG of 16 bits with transparency': () => plain(600, 300).ensureAlpha(0.5).toColourspace('rgb16').png().toBuffer(),
  'grey PNG': () => plain(60, 30).greyscale().toColourspace('b-w').png().toBuffer(),
  'animated PNG': animatedPng,
  JPEG: () => plain(600, 300).jpeg().toBuffer(),
  'JPEG for print': () => plain(600, 300).toColourspace('cmyk').jpeg().toBuffer(),
  WebP: () => plain(600, 300).webp().toBuffer(),
  'GIF of many frames': async () => (await animation()).gif().toBuffer(),
  AVIF: () => plain(600, 300).avif({ effort: 0 }).toBuffer(),
  'one pixel': () => plain(1, 1).png().toBuffer(),
  'JPEG of 16 megapixels': () => plain(4000, 4000).jpeg({ progressive: true }).toBuffer(),
  'AVIF of 4 megapixels': () => plain(2000, 2000).avif({ effort: 0 }).toBuffer(),
  'interlaced PNG of 4 megapixels': () => plain(2000, 2000).png({ progressive: true }).toBuffer(),
};
const tooLarge: typeof pictures = {
  'JPEG above 16 megapixels': () => plain(4001, 4000).jpeg().toBuffer(),
  'PNG of 100 megapixels by its header': hugePng,
  'AVIF above 4 megapixels': () => plain(2001, 2000).avif({ effort: 0 }).toBuffer(),
  'interlaced PNG above 4 megapixels': () => plain(2001, 2000).png({ progressive: true }).toBuffer(),
};
const unsupported: typeof pictures = {
  drawing: () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
  page: () => Buffer.from('<!doctype html><script>alert(1)</script>'),
  TIFF: () => plain(60, 30).tiff().toBuffer(),
  'beginning of a PNG': () => Buffer.from([137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 0]),
  'half a PNG': async () => (await plain(2000, 1000).png().toBuffer()).subarray(0, 1000),
  nothing: () => Buffer.alloc(0),
};

describe('a picture', () => {
  test.each(
    [
      ['512 and 96', pictures] as const,
      ['too_large', tooLarge] as const,
      ['unsupported_media', unsupported] as const,
    ].flatMap(([outcome, made]) => Object.entries(made).map(([what, make]) => [what, outcome, make] as const)),
  )('%s is %s', async (_what, outcome, make) => {
    expect(await outcomeOf(await make())).toBe(outcome);
  });
});

test('a picture is kept as its pixels alone, upright and in WebP', async () => {
  const original = await plain(600, 300)
    .composite([{ input: { create: { width: 300, height: 300, channels: 3, background: 'blue' } }, left: 300, top: 0 }])
    .withExif({ IFD0: { Copyright: 'Home address, 12 Secret Street' }, IFD3: { GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const bytes = Buffer.from((await squares(original)).large);
  expect(bytes.toString('latin1')).not.toContain('Secret Street');
  const { format, exif, xmp, iptc, orientation } = await sharp(bytes).metadata();
  expect([format, exif, xmp, iptc, orientation]).toEqual(['webp', undefined, undefined, undefined, undefined]);
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  // The upper half is red, the lower half is blue.
  for (const at of [0, (info.width - 1) * info.channels]) expect(data[at]).toBeGreaterThan(200);
  expect(data.at(-1)).toBeGreaterThan(200);
});

describe('the process of pictures', () => {
  const ordinary = () => plain(60, 30).png().toBuffer();

  test('the picture process ends above its memory limit, and the next task restarts it', async () => {
    const tight = new PictureProcess({ memoryMb: 150, timeoutMs: 60_000 });
    // A decoder needs all of a progressive JPEG before its first row.
    const large = await plain(4000, 4000).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer();
    const outcomes = [await outcomeOf(large, tight), await outcomeOf(await ordinary(), tight)];
    tight.stop();
    expect(outcomes).toEqual(['too_large', '512 and 96']);
  });

  test('the picture process is ended if a task takes too long', async () => {
    const hasty = new PictureProcess({ memoryMb: 300, timeoutMs: 1 });
    expect(await outcomeOf(await ordinary(), hasty)).toBe('unavailable');
  });

  test('the picture process refuses pictures beyond its queue', async () => {
    const bytes = await ordinary();
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => outcomeOf(bytes)));
    expect(outcomes.filter((outcome) => outcome === 'unavailable')).toHaveLength(2);
  });

  test('the picture process draws previews between pictures', async () => {
    const question = {
      kind: 'question' as const,
      title: 'Why is Łódź called Łódź?',
      isRevealed: false,
      revealCount: 1,
      replyBoostThreshold: 3,
    };
    const [preview] = await Promise.all([decoding.preview(question), squares(await ordinary())]);
    expect(await sharp(preview).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
  });
});
