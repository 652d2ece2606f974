import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react';
import { useLocation } from 'react-router';
import { expectToast, fakeApiPerTest, goTo, press, refusal, showPage } from '../../../test/page.tsx';
import { ownId, ownUser, sampleId, samplePodcast } from '../../../test/sample-content.ts';
import { isReloadBlocked } from '../../shared/errors/block-reload.ts';
import { storeUser } from '../../shared/session/stored-user.ts';
import { currentUpload } from './current-upload.ts';
import { useLeaveWarning } from './media-field.tsx';
import PodcastForm from './podcast-form.tsx';
import { useRecorder } from './use-recorder.ts';

const mediaUrl = `/api/uploads/${sampleId(1)}`;
const api = fakeApiPerTest(() => samplePodcast(5));
const revoked = jest.fn();
beforeEach(() => {
  Object.assign(URL, { createObjectURL: ({ size }: Blob) => `blob:${size}`, revokeObjectURL: revoked });
  for (const name of ['load', 'pause'] as const)
    jest.spyOn(HTMLMediaElement.prototype, name).mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  act(() => currentUpload.cancel());
  for (const name of ['createObjectURL', 'revokeObjectURL']) Reflect.deleteProperty(URL, name);
  Reflect.deleteProperty(navigator, 'mediaDevices');
  Reflect.deleteProperty(globalThis, 'MediaRecorder');
});

function Page() {
  return useLocation().pathname === '/create' ? <PodcastForm userId={ownId} /> : <p>the feed</p>;
}

function show(kept: object = {}) {
  localStorage.setItem('draft:podcast', JSON.stringify(kept));
  showPage(<Page />, { address: '/create?type=podcast' });
}
const choose = (kind: string) => fireEvent.click(screen.getByRole('radio', { name: kind }));

const stopTrack = jest.fn();
class FakeRecorder {
  static known: readonly string[];
  static last: FakeRecorder;
  static isTypeSupported = (asked: string) => FakeRecorder.known.includes(asked);
  state = 'inactive';
  ondataavailable?: (event: { data: Blob }) => void;
  onstop?: () => void;
  onerror?: () => void;
  start() {
    FakeRecorder.last = this;
    this.state = 'recording';
  }
  stop() {
    this.state = 'inactive';
    // Browsers deliver the recording a moment after it stops.
    expect(isReloadBlocked()).toBe(true);
    this.ondataavailable?.({ data: new Blob(['sound']) });
    this.onstop?.();
  }
}

function withRecorder(...known: string[]) {
  stopTrack.mockClear();
  FakeRecorder.known = known;
  const getUserMedia = async () => ({ getTracks: () => [{ stop: stopTrack }] });
  Object.assign(navigator, { mediaDevices: { getUserMedia } });
  Object.assign(globalThis, { MediaRecorder: FakeRecorder });
}

describe('the podcast form', () => {
  it.each([
    ['Audio', 'Please enter a audio title.', 'Please upload or record audio content.', 'MP3/WAV/AAC up to 100MB'],
    ['Video', 'Please enter a video title.', 'Please upload or record video content.', 'MP4/AVI/MOV up to 500MB'],
  ])('a form for %s reports missing fields and names the allowed files', async (kind, title, media, limit) => {
    show({ title: '  ' });
    choose(kind);
    press('Publish');
    for (const words of [title, media, limit]) expect(await screen.findByText(words)).toBeInTheDocument();
    expect(api.acts).toEqual([]);
  });

  it('the podcast form offers recording for audio but not for video', () => {
    show();
    expect(screen.getByRole('button', { name: 'Record audio' })).toBeEnabled();
    choose('Video');
    expect(screen.getByRole('button', { name: 'Video recording is coming soon' })).toBeDisabled();
  });

  it('the podcast form publishes trimmed words with the upload and leads to the feed', async () => {
    show({ title: ' Aloud ', description: '  ', mediaUrl });
    press('Publish');
    expect(await screen.findByText('the feed')).toBeInTheDocument();
    const body = { title: 'Aloud', description: null, mediaUrl, mediaType: 'audio', creatorId: ownId };
    expect(api.sent()).toEqual([{ call: 'POST /api/podcasts', body }]);
    await expectToast({ title: 'Podcast published!', tone: 'good' });
    expect(localStorage.getItem('draft:podcast')).toBeNull();
  });

  it('the podcast form keeps the words after a failure, and may ask for a new file', async () => {
    api.answer = () => refusal(404);
    show({ title: 'Aloud', mediaUrl });
    press('Publish');
    expect(await screen.findByRole('button', { name: 'Upload audio' })).toBeInTheDocument();
    await expectToast({ title: 'Error', description: 'Failed to publish podcast. Please try again.', tone: 'bad' });
    expect(screen.getByLabelText('Title')).toHaveValue('Aloud');
    expect(await screen.findByText('Please upload or record audio content.')).toBeInTheDocument();
  });

  it.each([
    [413, 'too_large', 'An audio file has at most 100 MB. Choose a smaller one.'],
    [415, 'unsupported_media', 'There is no film in this file. Choose a video file, or publish it as audio.'],
  ])('the podcast form shows the reason why the server refused a file with %i', async (status, code, error) => {
    api.answer = () => refusal(status, { error, code, requestId: 'r' });
    show({ title: 'Aloud', mediaUrl });
    press('Publish');
    await expectToast({ title: 'Error', description: error, tone: 'bad' });
  });

  it.each([
    ['of AVI that browsers do not play it', 'RIFF\xf0\xff\0\0AVI ', /^Browsers do not play AVI\./],
    ['of RF64 that Firefox does not play it', 'RF64\xf0\xff\0\0WAVE', /^Firefox does not play this file\./],
  ])('the podcast form warns before the upload %s', async (_, marks, words) => {
    show({ mediaType: 'video' });
    const file = new File([Uint8Array.from(marks, (mark) => mark.charCodeAt(0))], 'old.mp4', { type: 'video/mp4' });
    fireEvent.change(document.querySelector('input[type=file]') as HTMLElement, { target: { files: [file] } });
    expect(await screen.findByText(words)).toBeInTheDocument();
    expect(currentUpload.state()).toEqual({ step: 'none' });
    press('Upload anyway');
    await waitFor(() => expect(currentUpload.state()).toMatchObject({ name: 'old.mp4' }));
  });

  it.each([
    ['Audio', ['audio/*', '.m4a', '.opus', '.webm', '.flac']],
    ['Video', ['video/*', '.avi', '.mkv', '.mov', '.3gp']],
  ])('the podcast form offers files of kind %s', (kind, types) => {
    show();
    choose(kind);
    const accept = document.querySelector('input[type=file]')?.getAttribute('accept')?.split(',');
    expect(accept).toEqual(expect.arrayContaining(types));
  });
});

describe('a recording', () => {
  const record = async () => {
    press('Record audio');
    await screen.findByRole('button', { name: /^Stop recording/ });
  };

  it('the podcast form says if the microphone or a known recording format is missing', async () => {
    show();
    press('Record audio');
    await expectToast({
      title: 'Microphone Error',
      description: 'Could not access microphone. Please check permissions.',
    });
    withRecorder();
    press('Record audio');
    await expectToast({ title: 'Recording Error', description: 'This browser could not begin to record.' });
  });

  it('the podcast form reports an interrupted recording, and can start a new one', async () => {
    withRecorder('audio/mp4');
    show();
    await record();
    act(() => FakeRecorder.last.onerror?.());
    await expectToast({ title: 'Recording failed', description: 'Please try again.' });
    await record();
  });

  it('a change of the media type discards a recording only after a confirmation', async () => {
    withRecorder('audio/mp4');
    show();
    await record();
    const confirms = async (name: string) => {
      choose('Video');
      const title = 'Discard the audio that you have recorded or uploaded?';
      fireEvent.click(within(await screen.findByRole('dialog', { name: title })).getByRole('button', { name }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    };
    await confirms('Cancel');
    press(/^Stop recording/);
    await expectToast({ title: 'Audio recorded' });
    await confirms('Discard');
    expect(await screen.findByRole('button', { name: 'Upload video' })).toBeInTheDocument();
    expect(currentUpload.state()).toEqual({ step: 'none' });
  });

  it('a recording has a preview with size and length, and is published once uploaded', async () => {
    withRecorder('audio/mp4');
    show({ title: 'Aloud' });
    const publish = () => screen.getByRole('button', { name: 'Publish' });
    const clockNow = jest.spyOn(performance, 'now').mockReturnValue(1000);
    await record();
    expect(publish()).toBeDisabled();
    expect(screen.getByText('You can publish once the recording is stopped and uploaded.')).toBeInTheDocument();
    clockNow.mockReturnValue(33_000);
    press(/^Stop recording/);
    clockNow.mockRestore();
    const player = await screen.findByRole('region', { name: 'Player of recording.mp4' });
    expect(within(player).getByText('0:00 / 0:32')).toBeInTheDocument();
    expect(screen.getByText('1 KB')).toBeInTheDocument();
    expect(publish()).toBeDisabled();
    expect(screen.getByText('You can publish once the file is uploaded.')).toBeInTheDocument();
    act(() => currentUpload.setState({ step: 'done', name: 'recording.mp4', path: mediaUrl }));
    expect(publish()).toBeEnabled();
    expect(screen.getByRole('region', { name: 'Player of recording.mp4' })).toBe(player);
    press('Remove');
    expect(screen.queryByRole('region', { name: 'Player of recording.mp4' })).toBeNull();
    expect(revoked).toHaveBeenCalledWith('blob:5');
    expect(publish()).toBeEnabled();
    expect(api.acts).toEqual([]);
  });

  it.each([
    ['is uploaded', true],
    ['is discarded after a sign-out', false],
  ])('a recording whose form was left %s', async (_rule, isSignedIn) => {
    withRecorder('audio/mp4');
    if (isSignedIn) storeUser(ownUser);
    show();
    await record();
    await goTo('/');
    expect(currentUpload.state()).toMatchObject(isSignedIn ? { name: 'recording.mp4' } : { step: 'none' });
  });

  it('an unsaved recording makes the browser warn before the tab is closed', () => {
    const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    const { rerender, unmount } = renderHook(useLeaveWarning, { initialProps: false });
    expect(asks()).toBe(false);
    rerender(true);
    expect(asks()).toBe(true);
    unmount();
    expect(asks()).toBe(false);
  });

  it.each([
    [['audio/ogg;codecs=opus', 'audio/mp4', 'audio/wav'], 'audio/ogg;codecs=opus', 'recording.ogg'],
    [['audio/mp4', 'audio/webm;codecs=opus', 'audio/webm'], 'audio/mp4', 'recording.mp4'],
    [['audio/webm', 'audio/webm;codecs=opus'], 'audio/webm;codecs=opus', 'recording.webm'],
    [['audio/wav', 'audio/webm'], 'audio/webm', 'recording.webm'],
    [['audio/wav'], 'audio/wav', 'recording.wav'],
    [[], null, null],
  ])('a browser that supports %p records %p', async (known, type, name) => {
    withRecorder(...known);
    const onRecorded = jest.fn<(file: File) => void>();
    const onProblem = jest.fn();
    const { result } = renderHook(() => useRecorder({ onRecorded, onProblem }));
    await act(() => result.current.begin());
    expect(isReloadBlocked()).toBe(type !== null);
    act(() => result.current.end());
    expect(isReloadBlocked()).toBe(false);
    expect(onRecorded.mock.calls.map(([file]) => [file.type, file.name])).toEqual(type ? [[type, name]] : []);
    expect(onProblem.mock.calls).toEqual(type ? [] : [['error']]);
    expect(stopTrack).toHaveBeenCalledTimes(1);
  });
});
