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

/** Whether a file is an AVI film by its marks, whatever it is called. */
export const isAvi = (file: Blob): Promise<boolean> =>
  new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(/^RIFF.{4}AVI $/s.test(String(reader.result)));
    reader.onerror = () => resolve(false);
    reader.readAsText(file.slice(0, 12), 'latin1');
  });
