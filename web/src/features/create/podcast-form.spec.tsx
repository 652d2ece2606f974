import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, renderHook, screen, waitFor } from '@testing-library/react';
import { useLocation } from 'react-router';
import { fakeApi, refusal } from '../../../test/page.tsx';
import { renderWith } from '../../../test/render.tsx';
import { idOf, ownId, podcast } from '../../../test/sample-content.ts';
import { toasted } from '../../../test/toasted.ts';
import { isPageKept } from '../../shared/errors/kept-page.ts';
import { createQueryClient } from '../../shared/session/query-client.ts';
import { toastStore } from '../../shared/toast/toast.ts';
import { begunUpload } from './begun-upload.ts';
import { useLeaveWarning } from './media-field.tsx';
import PodcastForm from './podcast-form.tsx';
import { useRecorder } from './use-recorder.ts';

const mediaUrl = `/api/uploads/${idOf(1)}`;
let answer: () => unknown;
let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  localStorage.clear();
  answer = () => podcast(5);
  api = fakeApi(() => answer());
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'mediaDevices');
  Reflect.deleteProperty(globalThis, 'MediaRecorder');
});

function Page() {
  return useLocation().pathname === '/create' ? <PodcastForm userId={ownId} /> : <p>the feed</p>;
}

function show(kept: object = {}) {
  localStorage.setItem('draft:podcast', JSON.stringify(kept));
  renderWith(createQueryClient(), <Page />, { address: '/create?type=podcast' });
}
const publish = () => fireEvent.click(screen.getByRole('button', { name: 'Publish' }));

describe('the podcast form', () => {
  it.each([
    ['Audio', 'Please enter a audio title.', 'Please upload or record audio content.', 'MP3/WAV/AAC up to 100MB'],
    ['Video', 'Please enter a video title.', 'Please upload or record video content.', 'MP4/AVI/MOV up to 500MB'],
  ])(
    'says for %s what is missing and which files are allowed, and sends nothing',
    async (kind, title, media, limit) => {
      show({ title: '  ' });
      fireEvent.click(screen.getByRole('radio', { name: kind }));
      publish();
      expect(await screen.findByText(title)).toBeInTheDocument();
      expect(screen.getByText(media)).toBeInTheDocument();
      expect(screen.getByText(limit)).toBeInTheDocument();
      expect(api.acts).toEqual([]);
    },
  );

  it('records sound, but not yet film', () => {
    show();
    expect(screen.getByRole('button', { name: 'Record audio' })).toBeEnabled();
    fireEvent.click(screen.getByRole('radio', { name: 'Video' }));
    expect(screen.getByRole('button', { name: 'Video recording is coming soon' })).toBeDisabled();
  });

  it('publishes trimmed words with the upload and leads to the feed', async () => {
    show({ title: ' Aloud ', description: '  ', mediaUrl });
    publish();
    expect(await screen.findByText('the feed')).toBeInTheDocument();
    const body = { title: 'Aloud', description: null, mediaUrl, mediaType: 'audio', creatorId: ownId };
    expect(api.sent()).toEqual([{ call: 'POST /api/podcasts', body }]);
    expect(toastStore.shown()).toMatchObject({ title: 'Podcast published!', tone: 'good' });
    expect(localStorage.getItem('draft:podcast')).toBeNull();
  });

  it('keeps the words when it fails, and asks again for a file that the server lost', async () => {
    answer = () => refusal(404);
    show({ title: 'Aloud', mediaUrl });
    publish();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Upload audio' })).toBeInTheDocument());
    expect(toastStore.shown()).toMatchObject({
      title: 'Error',
      description: 'Failed to publish podcast. Please try again.',
      tone: 'bad',
    });
    expect(screen.getByLabelText('Title')).toHaveValue('Aloud');
    expect(await screen.findByText('Please upload or record audio content.')).toBeInTheDocument();
  });

  it.each([
    [413, 'An audio file has at most 100 MB. Choose a smaller one.'],
    [415, 'There is no film in this file. Choose a video file, or publish it as audio.'],
  ])('shows the reason why the server refused a file with %i', async (status, error) => {
    const code = status === 413 ? 'too_large' : 'unsupported_media';
    answer = () => refusal(status, { error, code, requestId: 'r' });
    show({ title: 'Aloud', mediaUrl });
    publish();
    await toasted({ title: 'Error', description: error, tone: 'bad' });
  });

  it.each([
    ['of AVI that browsers do not play it', 'RIFF\xf0\xff\0\0AVI ', /^Browsers do not play AVI\./],
    ['of RF64 that Firefox does not play it', 'RF64\xf0\xff\0\0WAVE', /^Firefox does not play this file\./],
  ])('warns before the upload %s', async (_, marks, words) => {
    show({ mediaType: 'video' });
    const file = new File([Uint8Array.from(marks, (mark) => mark.charCodeAt(0))], 'old.mp4', { type: 'video/mp4' });
    fireEvent.change(document.querySelector('input[type=file]') as HTMLElement, { target: { files: [file] } });
    expect(await screen.findByText(words)).toBeInTheDocument();
    expect(begunUpload.state()).toEqual({ step: 'none' });
    fireEvent.click(screen.getByRole('button', { name: 'Upload anyway' }));
    await waitFor(() => expect(begunUpload.state()).toMatchObject({ name: 'old.mp4' }));
    act(() => begunUpload.cancel());
  });

  it.each([
    ['Audio', ['audio/*', '.m4a', '.opus', '.webm', '.flac']],
    ['Video', ['video/*', '.avi', '.mkv', '.mov', '.3gp']],
  ])('offers files of kind %s', (kind, types) => {
    show();
    fireEvent.click(screen.getByRole('radio', { name: kind }));
    const accept = document.querySelector('input[type=file]')?.getAttribute('accept')?.split(',');
    expect(accept).toEqual(expect.arrayContaining(types));
  });

  it('says when there is no microphone', async () => {
    Object.assign(navigator, { mediaDevices: { getUserMedia: () => Promise.reject(new Error('denied')) } });
    show();
    fireEvent.click(screen.getByRole('button', { name: 'Record audio' }));
    await toasted({ title: 'Microphone Error', description: 'Could not access microphone. Please check permissions.' });
  });
});

it('asks before a tab with a recording is closed', async () => {
  const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  const { rerender, unmount } = renderHook(useLeaveWarning, { initialProps: false });
  expect(asks()).toBe(false);
  rerender(true);
  expect(asks()).toBe(true);
  unmount();
  expect(asks()).toBe(false);
});

describe('the format of a recording', () => {
  it.each([
    [['audio/ogg;codecs=opus', 'audio/mp4', 'audio/wav'], 'audio/ogg;codecs=opus', 'recording.ogg'],
    [['audio/mp4', 'audio/webm;codecs=opus', 'audio/webm'], 'audio/mp4', 'recording.mp4'],
    [['audio/webm', 'audio/webm;codecs=opus'], 'audio/webm;codecs=opus', 'recording.webm'],
    [['audio/wav', 'audio/webm'], 'audio/webm', 'recording.webm'],
    [['audio/wav'], 'audio/wav', 'recording.wav'],
    [[], null, null],
  ])('in a browser that supports %p is %p', async (known, type, name) => {
    const stop = jest.fn();
    Object.assign(navigator, { mediaDevices: { getUserMedia: async () => ({ getTracks: () => [{ stop }] }) } });
    class FakeRecorder {
      static isTypeSupported = (asked: string) => (known as string[]).includes(asked);
      state = 'inactive';
      ondataavailable?: (event: { data: Blob }) => void;
      onstop?: () => void;
      start() {
        this.state = 'recording';
      }
      stop() {
        this.state = 'inactive';
        // Browsers deliver the recording a moment later.
        expect(isPageKept()).toBe(true);
        this.ondataavailable?.({ data: new Blob(['sound']) });
        this.onstop?.();
      }
    }
    Object.assign(globalThis, { MediaRecorder: FakeRecorder });
    const files: File[] = [];
    const problems: string[] = [];
    const { result } = renderHook(() =>
      useRecorder({ onRecorded: (file) => files.push(file), onProblem: (problem) => problems.push(problem) }),
    );
    await act(() => result.current.begin());
    expect(isPageKept()).toBe(type !== null);
    act(() => result.current.end());
    expect(isPageKept()).toBe(false);
    expect(files.map((file) => [file.type, file.name])).toEqual(type ? [[type, name]] : []);
    expect(problems).toEqual(type ? [] : ['error']);
    expect(stop).toHaveBeenCalledTimes(1);
  });
});
