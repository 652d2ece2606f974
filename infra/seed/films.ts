import sharp from 'sharp';
import { chanceOf } from './chance.ts';
import { type KeyFrame, webmOf } from './webm.ts';

/** In pixels, and frames a second: enough for a night at sea, and quickly made. */
const size = { width: 480, height: 270 };
const framesPerSecond = 12;
/** The lamp turns once in so many seconds, then its pictures come again. */
const turnSeconds = 8;
/** Of 100. */
const quality = 42;

/** Where things are in the picture. */
const horizon = 188;
const lamp = { x: 336, y: 84 };
const starCount = 60;

const rounded = (value: number): string => value.toFixed(1);

const stars = (turn: number): string => {
  const chance = chanceOf('stars over the lighthouse');
  return Array.from({ length: starCount }, () => {
    const [x, y, brightness, phase] = [
      chance() * size.width,
      chance() ** 1.4 * (horizon - 20),
      0.3 + chance() * 0.6,
      chance(),
    ];
    const twinkle = brightness * (0.75 + 0.25 * Math.sin(2 * Math.PI * (turn * 3 + phase)));
    return `<circle cx="${rounded(x)}" cy="${rounded(y)}" r="${rounded(0.5 + brightness)}" fill="#fff" fill-opacity="${twinkle.toFixed(2)}"/>`;
  }).join('');
};

/** The two arms of the light, as far as they point at us: narrow and far when they lie across the picture, a flash when they come towards us. */
const beams = (turn: number): string => {
  const arm = (angle: number): string => {
    const across = Math.cos(angle);
    const towards = Math.sin(angle);
    const reach = across * 520;
    const spread = 10 + 34 * Math.abs(across) + 60 * Math.max(0, towards) ** 3;
    const light = (0.16 + 0.34 * Math.max(0, towards) ** 2).toFixed(2);
    const [x, y] = [lamp.x + reach, lamp.y + 14 * towards];
    return `<polygon points="${lamp.x},${lamp.y} ${rounded(x)},${rounded(y - spread)} ${rounded(x)},${rounded(y + spread)}" fill="#ffe9b0" fill-opacity="${light}"/>`;
  };
  const angle = 2 * Math.PI * turn;
  const flash = Math.max(0, Math.sin(angle)) ** 6 + Math.max(0, Math.sin(angle + Math.PI)) ** 6;
  return `${arm(angle)}${arm(angle + Math.PI)}<circle cx="${lamp.x}" cy="${lamp.y}" r="${rounded(7 + 26 * flash)}" fill="#fff3cf" fill-opacity="${(0.35 + 0.4 * flash).toFixed(2)}"/>`;
};

const waves = (turn: number): string =>
  Array.from({ length: 7 }, (_, row) => {
    const y = horizon + 6 + row * 12;
    const path = Array.from({ length: 25 }, (_unused, step) => {
      const x = step * 20;
      const rise = Math.sin(2 * Math.PI * (turn * (row % 2 === 0 ? 2 : -2) + x / (90 + row * 25))) * (1 + row * 0.7);
      return `${step === 0 ? 'M' : 'L'}${x} ${rounded(y + rise)}`;
    }).join('');
    return `<path d="${path}" fill="none" stroke="#6fa3c8" stroke-opacity="${(0.12 + row * 0.05).toFixed(2)}" stroke-width="${rounded(1 + row * 0.3)}"/>`;
  }).join('');

/** The boat goes out and comes back in a turn. */
const boat = (turn: number): string => {
  const x = 110 + 46 * Math.sin(2 * Math.PI * turn);
  const y = horizon + 22 + 2 * Math.sin(2 * Math.PI * turn * 2);
  return `<g transform="translate(${rounded(x)} ${rounded(y)})"><path d="M-22 0H22L14 9H-14Z" fill="#10141f"/><path d="M0 -2V-26L15 -4Z" fill="#2c3448"/><circle cx="-12" cy="-4" r="1.8" fill="#ffb45e"/></g>`;
};

const tower = `<path d="M${lamp.x - 60} ${horizon + 26}Q${lamp.x} ${horizon - 30} ${lamp.x + 90} ${horizon + 26}Z" fill="#0c0f18"/>
  <path d="M${lamp.x - 13} ${horizon}L${lamp.x - 8} ${lamp.y + 10}H${lamp.x + 8}L${lamp.x + 13} ${horizon}Z" fill="#1b2030"/>
  <path d="M${lamp.x - 11} ${lamp.y + 50}H${lamp.x + 11}L${lamp.x + 12} ${lamp.y + 66}H${lamp.x - 12}Z" fill="#39435e"/>
  <path d="M${lamp.x - 12} ${lamp.y + 10}H${lamp.x + 12}V${lamp.y + 6}H${lamp.x - 12}ZM${lamp.x - 9} ${lamp.y - 9}L${lamp.x} ${lamp.y - 19}L${lamp.x + 9} ${lamp.y - 9}Z" fill="#10141f"/>`;

/** A moment of the night at the lighthouse; `turn` from 0 up to 1 is how far the lamp has turned. */
const picture = (
  turn: number,
): string => `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">
  <defs>
    <linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#0a0d1e"/><stop offset="1" stop-color="#33345f"/></linearGradient>
    <linearGradient id="sea" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#1d2b4a"/><stop offset="1" stop-color="#070b16"/></linearGradient>
  </defs>
  <rect width="${size.width}" height="${horizon}" fill="url(#sky)"/>${stars(turn)}
  <rect y="${horizon}" width="${size.width}" height="${size.height - horizon}" fill="url(#sea)"/>
  ${beams(turn)}${tower}${waves(turn)}${boat(turn)}
</svg>`;

/** Where a lossy WebP file has its picture: behind RIFF, WEBP, `VP8 ` and a length of four bytes (RFC 9649). */
const webp = { chunk: 12, length: 16, picture: 20 };

/** WebP without transparency is one key frame of VP8 in a box. @throws when an encoder wrote another kind */
const keyFrameOf = async (svg: string): Promise<KeyFrame> => {
  const file = await sharp(Buffer.from(svg)).removeAlpha().webp({ quality, effort: 2 }).toBuffer();
  if (file.toString('latin1', webp.chunk, webp.length) !== 'VP8 ') throw new Error('This WebP is no plain VP8 picture');
  const end = webp.picture + file.readUInt32LE(webp.length);
  return new Uint8Array(file.subarray(webp.picture, end));
};

/** A silent film of a night at the lighthouse as WebM, drawn by this program: the same seconds give the same pictures. */
export const lighthouseFilm = async (seconds: number): Promise<Uint8Array<ArrayBuffer>> => {
  const turn = turnSeconds * framesPerSecond;
  const drawn = await Promise.all(Array.from({ length: turn }, (_, index) => keyFrameOf(picture(index / turn))));
  const frames = Array.from({ length: seconds * framesPerSecond }, (_, index) => drawn[index % turn]!);
  return webmOf({ ...size, framesPerSecond, frames });
};
