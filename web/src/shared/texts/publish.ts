import { figures } from './language.ts';
import { clock } from './podcasts.ts';

const MEGABYTE = 1_000_000;

/** Counts as phones and the limits do: a megabyte is a million bytes. */
function fileSize(bytes: number): string {
  if (bytes < MEGABYTE) return `${figures(Math.ceil(bytes / 1000))} KB`;
  return `${figures(Math.round(bytes / (MEGABYTE / 10)) / 10)} MB`;
}

export const publishTexts = {
  heading: 'Publish a podcast',
  kind: 'Kind',
  audio: 'Audio',
  video: 'Video',
  title: 'Title',
  titleMissing: (mediaType: string) => `Please enter a ${mediaType} title.`,
  mediaMissing: (mediaType: string) => `Please upload or record ${mediaType} content.`,
  stillUploading: 'The file is still on its way.',
  description: 'Description',
  descriptionPlaceholder: 'What is it about?',
  media: (mediaType: 'audio' | 'video') => (mediaType === 'audio' ? 'Audio file' : 'Video file'),
  pick: (mediaType: 'audio' | 'video') => (mediaType === 'audio' ? 'Upload audio' : 'Upload video'),
  record: (mediaType: 'audio' | 'video') => (mediaType === 'audio' ? 'Record audio' : 'Video recording is coming soon'),
  size: fileSize,
  stopFirst: 'You can publish once the recording is stopped and uploaded.',
  uploadFirst: 'You can publish once the file is uploaded.',
  stopAt: (seconds: number) => `Stop recording · ${clock(seconds)}`,
  limits: { audio: 'MP3/WAV/AAC up to 100MB', video: 'MP4/AVI/MOV up to 500MB' },
  uploading: 'Upload',
  cancelUpload: 'Cancel upload',
  readyToPublish: 'Uploaded, ready to be published',
  percent: (percent: number) => `${percent} %`,
  uploaded: 'File uploaded',
  remove: 'Remove',
  unplayable: {
    all: 'Browsers do not play AVI. Save the film as MP4 so that everybody can watch it, or upload it as it is.',
    firefox:
      'Firefox does not play this file. Save the sound as MP3 so that everybody can hear it, or upload it as it is.',
  },
  uploadAnyway: 'Upload anyway',
  pickAnother: 'Choose another file',
  recorded: 'Audio recorded',
  discard: (mediaType: 'audio' | 'video') => `Discard the ${mediaType} that you have recorded or uploaded?`,
  discardVerb: 'Discard',
  uploadFailed: 'Upload failed',
  uploadFailedText: 'Please try again.',
  problems: {
    microphone: { title: 'Microphone Error', text: 'Could not access microphone. Please check permissions.' },
    error: { title: 'Recording Error', text: 'This browser could not begin to record.' },
    failed: { title: 'Recording failed', text: 'Please try again.' },
  },
  submit: 'Publish',
  sending: 'Publishing…',
  done: 'Podcast published!',
  failed: { title: 'Error', text: 'Failed to publish podcast. Please try again.' },
};
