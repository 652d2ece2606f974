import { mediaFamilyOf, mimeTypesByExtension, type PodcastMediaType } from '@hearsay/contracts';

const endingsOf = (family: PodcastMediaType): string[] =>
  Object.entries(mimeTypesByExtension)
    .filter(([, type]) => mediaFamilyOf(type) === family)
    .map(([ending]) => `.${ending}`);

/** Audio includes file types of videos, because phones store sound in them. */
export const acceptedFileTypes: Readonly<Record<PodcastMediaType, string>> = {
  audio: ['audio/*', ...endingsOf('audio'), '.mp4', '.webm', '.3gp'].join(','),
  video: ['video/*', ...endingsOf('video')].join(','),
};

/** @returns one character per byte, in its low eight bits, or an empty string if the file cannot be read */
const bytesAt = (file: Blob, from: number, count: number): Promise<string> =>
  new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => resolve('');
    reader.readAsText(file.slice(from, from + count), 'x-user-defined');
  });

/** Reads a big-endian number that uses the low `bits` bits of each byte. */
const numberIn = (bytes: string, bits: 7 | 8): number =>
  [...bytes].reduce((sum, byte) => sum * 2 ** bits + (byte.charCodeAt(0) & (2 ** bits - 1)), 0);

const chunkHead = 8;
const maxChunks = 100;

/** True for a WAV file with a data size of 0. Recorders write this size if they cannot seek back to the start. */
const saysNoSamples = async (file: Blob): Promise<boolean> => {
  let at = 12;
  for (let chunk = 0; chunk < maxChunks; chunk += 1) {
    const head = await bytesAt(file, at, chunkHead);
    const size = numberIn([...head.slice(4)].reverse().join(''), 8);
    if (head.startsWith('data')) return size === 0;
    if (head.length < chunkHead) return false;
    at += chunkHead + size + (size % 2);
  }
  return false;
};

const tagHead = 10;
const hasFooter = 0x10;

const marksBehindTags = async (file: Blob): Promise<string> => {
  for (let at = 0; ; ) {
    const head = await bytesAt(file, at, tagHead);
    if (!head.startsWith('ID3') || head.length < tagHead) return head;
    at += tagHead + numberIn(head.slice(6), 7) + (head.charCodeAt(5) & hasFooter ? tagHead : 0);
  }
};

/** Looks at magic bytes, not at the name. @returns the browsers that cannot play the file, or null */
export const browsersUnableToPlay = async (file: Blob): Promise<'all' | 'firefox' | null> => {
  const marks = await bytesAt(file, 0, 12);
  if (/^RIFF.{4}AVI $/s.test(marks)) return 'all';
  const isUnknownToFirefox =
    /^RF64.{4}WAVE$/s.test(marks) ||
    (/^RIFF.{4}WAVE$/s.test(marks) && (await saysNoSamples(file))) ||
    (marks.startsWith('ID3') && (await marksBehindTags(file)).startsWith('fLaC'));
  return isUnknownToFirefox ? 'firefox' : null;
};
