import { inLanguage } from './language.ts';

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** Publishing an episode. */
export const publishTexts = inLanguage({
  en: {
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
    record: (mediaType: 'audio' | 'video') =>
      mediaType === 'audio' ? 'Record audio' : 'Video recording is coming soon',
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
  },
});
