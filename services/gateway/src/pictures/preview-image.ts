import sharp from 'sharp';
import { drawableWords, fitLines, textAsPath } from './drawn-text.ts';
import type { PreviewContent } from './picture-process.ts';

/** Social networks show this size large (https://ogp.me). */
const width = 1200;
const height = 630;
const margin = 88;
const room = width - 2 * margin;
const titleSizes = [84, 68, 56] as const;
const lineHeight = 1.14;

const colours = {
  ink: '#100f14',
  text: '#f4f0e8',
  soft: '#b6b0bd',
  air: '#ff6a3d',
  airInk: '#1c0b04',
  amber: '#ffc24b',
  line: '#322f3b',
};
const segments = 20;

type Of<Kind extends PreviewContent['kind']> = Extract<PreviewContent, { kind: Kind }>;

const logo = (x: number, y: number, scale: number): string =>
  `<g transform="translate(${x} ${y}) scale(${scale})" fill="none" stroke="${colours.air}" stroke-width="2.6" stroke-linecap="round"><path d="M4 10v4M8 6v12M12 3v18M16 6.5v11M20 10v4"/></g>`;

/** The logo and the name beside it. `y` is the baseline of the name. */
const brand = (y: number): string =>
  logo(margin - 10, y - 46, 2.6) + textAsPath('Hearsay', margin + 62, y, 44, colours.text);

const drawnLines = (
  words: string,
  {
    top,
    maxLines,
    sizes = titleSizes,
    colour = colours.text,
  }: {
    readonly top: number;
    readonly maxLines: number;
    readonly sizes?: readonly number[];
    readonly colour?: string;
  },
): { readonly shapes: string; readonly bottom: number } => {
  const { lines, size } = fitLines(words, { sizes, maxLines, room });
  const shapes = lines.map((line, at) => textAsPath(line, margin, top + at * size * lineHeight, size, colour)).join('');
  return { shapes, bottom: top + (lines.length - 1) * size * lineHeight };
};

const meter = (share: number, y: number): string =>
  Array.from({ length: segments }, (_, at) => {
    const step = room / segments;
    const tall = 22 + at;
    const lit = at >= (segments * 2) / 3 ? colours.amber : colours.air;
    const colour = at < Math.round(share * segments) ? lit : colours.line;
    return `<rect x="${margin + at * step}" y="${y - tall}" width="${step - 8}" height="${tall}" rx="7" fill="${colour}"/>`;
  }).join('');

const questionShapes = ({ title, isRevealed, revealCount, replyBoostThreshold }: Of<'question'>): string => {
  const left = replyBoostThreshold - revealCount;
  const foot = isRevealed
    ? textAsPath('Everyone hears it', margin, height - margin + 20, 36, colours.amber)
    : meter(revealCount / Math.max(1, replyBoostThreshold), height - margin - 20) +
      textAsPath(
        `${Math.max(1, left)} more ${left > 1 ? 'boosts' : 'boost'} and everyone hears it`,
        margin,
        height - margin + 30,
        34,
        colours.soft,
      );
  return brand(108) + drawnLines(drawableWords(title) ?? 'A question', { top: 240, maxLines: 4 }).shapes + foot;
};

const bannerHeight = 140;
/** Minimum size for podcast directories (https://podcasters.apple.com/support/896-artwork-requirements). */
const coverSize = 1400;

/** The gradient goes from corner to corner, almost as in the profile's banner. */
const banner = (stops: readonly string[], tall = bannerHeight): string => {
  const parts = stops.map((stop, at) => `<stop offset="${at / Math.max(1, stops.length - 1)}" stop-color="${stop}"/>`);
  return `<defs><linearGradient id="own" x1="0" y1="0" x2="1" y2="1">${parts.join('')}</linearGradient></defs><rect width="100%" height="${tall}" fill="url(#own)"/>`;
};

const personShapes = ({ username, level, invitation, stops }: Of<'person'>): string => {
  const name = drawnLines(drawableWords(username) ?? 'Someone', { top: bannerHeight + 100, maxLines: 2 });
  const tag = textAsPath(`Level ${level}`, margin, name.bottom + 60, 36, colours.amber);
  const words = invitation === null ? null : drawableWords(invitation);
  const invited =
    words === null ? '' : drawnLines(words, { top: name.bottom + 122, maxLines: 2, sizes: [44, 38] }).shapes;
  return banner(stops) + name.shapes + tag + invited + brand(height - 44);
};

const coverShapes = ({ username, stops }: Of<'cover'>): string => {
  const name = drawnLines(drawableWords(username) ?? 'Someone', { top: 990, maxLines: 3, sizes: [150, 120, 96] });
  return banner(stops, 760) + name.shapes + brand(coverSize - 80);
};

const waveHeight = 120;
const buttonSize = 104;

const playButton = (y: number): string =>
  `<rect x="${margin}" y="${y}" width="${buttonSize}" height="${buttonSize}" rx="28" fill="${colours.air}"/><path d="M${margin + 40} ${y + 30}l34 22l-34 22z" fill="${colours.airInk}" stroke="${colours.airInk}" stroke-width="6" stroke-linejoin="round"/>`;

/** Without heights, because the sound could not be decoded, the wave is a flat line, as in the player. */
const wave = (heights: readonly number[], middle: number): string => {
  const from = margin + buttonSize + 32;
  const step = (width - margin - from) / heights.length;
  return heights
    .map((share, at) => {
      const tall = 8 + (share / 100) * (waveHeight - 8);
      return `<rect x="${from + at * step}" y="${middle - tall / 2}" width="${step - 4}" height="${tall}" rx="4" fill="${colours.soft}"/>`;
    })
    .join('');
};

const clock = (seconds: number): string => {
  const whole = Math.round(seconds);
  const pad = (part: number) => String(part).padStart(2, '0');
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)];
  return `${hours > 0 ? `${hours}:${pad(minutes)}` : minutes}:${pad(whole % 60)}`;
};

const podcastShapes = ({ title, author, duration, peaks }: Of<'podcast'>): string => {
  const middle = 462;
  const length = duration === null ? '' : ` · ${clock(duration)}`;
  const by = `By ${drawableWords(author) ?? 'someone'}${length}`;
  return (
    brand(108) +
    drawnLines(drawableWords(title) ?? 'An episode', { top: 224, maxLines: 3, sizes: [76, 62, 52] }).shapes +
    playButton(middle - buttonSize / 2) +
    wave(peaks ?? Array.from({ length: 64 }, () => 0), middle) +
    drawnLines(by, { top: height - 48, maxLines: 1, sizes: [36] }).shapes
  );
};

const shapesOf = (previewed: PreviewContent): string => {
  switch (previewed.kind) {
    case 'question':
      return questionShapes(previewed);
    case 'person':
      return personShapes(previewed);
    case 'cover':
      return coverShapes(previewed);
    case 'podcast':
      return podcastShapes(previewed);
  }
};

export const drawPreview = async (previewed: PreviewContent): Promise<Uint8Array> => {
  const size = previewed.kind === 'cover' ? { wide: coverSize, tall: coverSize } : { wide: width, tall: height };
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.wide}" height="${size.tall}"><rect width="100%" height="100%" fill="${colours.ink}"/>${shapesOf(previewed)}</svg>`;
  return sharp(Buffer.from(svg)).png({ compressionLevel: 9, palette: true }).toBuffer();
};
