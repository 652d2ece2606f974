import { mediaFamilyOf, type PodcastMediaType, typesByEnding } from '@hearsay/contracts';

const endingsOf = (family: PodcastMediaType): string[] =>
  Object.entries(typesByEnding)
    .filter(([, type]) => mediaFamilyOf(type) === family)
    .map(([ending]) => `.${ending}`);

/** What choosers of files offer. Phones keep sound in files of video types too. */
export const chooserTypes: Readonly<Record<PodcastMediaType, string>> = {
  audio: ['audio/*', ...endingsOf('audio'), '.mp4', '.webm', '.3gp'].join(','),
  video: ['video/*', ...endingsOf('video')].join(','),
};

/** The bytes of a part of a file, a character each with the byte in its low eight bits; none where it cannot be read. */
const bytesAt = (file: Blob, from: number, count: number): Promise<string> =>
  new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => resolve('');
    reader.readAsText(file.slice(from, from + count), 'x-user-defined');
  });

/** A number of which each byte counts so many bits, the highest byte first. */
const numberIn = (bytes: string, bits: 7 | 8): number =>
  [...bytes].reduce((sum, byte) => sum * 2 ** bits + (byte.charCodeAt(0) & (2 ** bits - 1)), 0);

const chunkHead = 8;
const mostChunks = 100;

/** Whether a WAVE file says that it has no samples, as recorders do that cannot go back to the start. */
const saysNoSamples = async (file: Blob): Promise<boolean> => {
  let at = 12;
  for (let chunk = 0; chunk < mostChunks; chunk += 1) {
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

/** What stands behind the ID3 tags at the start of a file. */
const marksBehindTags = async (file: Blob): Promise<string> => {
  for (let at = 0; ; ) {
    const head = await bytesAt(file, at, tagHead);
    if (!head.startsWith('ID3') || head.length < tagHead) return head;
    at += tagHead + numberIn(head.slice(6), 7) + (head.charCodeAt(5) & hasFooter ? tagHead : 0);
  }
};

/** Which browsers do not play a file that is published all the same, by its marks and whatever it is called. Null: all may play it. */
export const unplayedBy = async (file: Blob): Promise<'all' | 'firefox' | null> => {
  const marks = await bytesAt(file, 0, 12);
  if (/^RIFF.{4}AVI $/s.test(marks)) return 'all';
  const isUnknownToFirefox =
    /^RF64.{4}WAVE$/s.test(marks) ||
    (/^RIFF.{4}WAVE$/s.test(marks) && (await saysNoSamples(file))) ||
    (marks.startsWith('ID3') && (await marksBehindTags(file)).startsWith('fLaC'));
  return isUnknownToFirefox ? 'firefox' : null;
};
