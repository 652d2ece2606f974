import { isolated } from '@hearsay/contracts';
import { figures } from './language.ts';
import { clock } from './podcasts.ts';

export const createTexts = {
  title: 'Create',
  ask: { title: 'Ask a Question', text: 'Out loud, or as a whisper that boosts open.' },
  podcast: { title: 'Publish a podcast', text: 'An episode of sound or film, recorded here or chosen.' },
  upload: { title: 'Upload Media', text: 'Coming Soon' },
  question: {
    title: 'Title',
    titlePlaceholder: 'What do you want to know?',
    titleMissing: 'Please enter a question title.',
    description: 'Description',
    descriptionPlaceholder: 'What is behind it?',
    confession: 'Confession mode',
    confessionHint: 'Description and replies stay a whisper until enough boosts.',
    threshold: 'Boosts until everyone hears it',
    usual: (boosts: number) => `Questions here reach about ${figures(boosts)}`,
    nothingBehind: 'Nothing is behind it yet. Add words, or only replies will be locked.',
    anonymous: 'Anonymous',
    anonymousHint: 'Nobody sees that it was you, and that never changes.',
    similar: 'Others have asked this',
    boostInstead: 'Boost this instead',
    boosted: 'Boosted',
    submit: 'Ask',
    sending: 'Publishing…',
    done: 'Question published!',
    askPerson: (username: string) => `Ask @${isolated(username)}`,
    waits: (username: string) => `It appears once ${isolated(username)} has approved it.`,
    nobody: (username: string) => `There is no ${isolated(username)} to ask.`,
    notTakenAnonymously: (username: string) => `${isolated(username)} takes no anonymous questions.`,
    notTaken: (username: string) => `${isolated(username)} takes no questions from you right now.`,
    yourself: 'This is you. What you want to know is for others to answer.',
    failed: { title: 'Error', text: 'Failed to publish question. Please try again.' },
  },
};

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
