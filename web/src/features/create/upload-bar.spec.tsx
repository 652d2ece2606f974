import { beforeEach, expect, it, jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { AtAddress, goTo, press } from '../../../test/page.tsx';
import { isReloadBlocked } from '../../shared/errors/block-reload.ts';
import { currentUpload } from './current-upload.ts';
import UploadBar from './upload-bar.tsx';

const actions = { retry: jest.fn(), cancel: jest.fn(currentUpload.clear) };
const going = { step: 'going', name: 'told.wav', sent: 25, size: 100 } as const;
const failed = { step: 'failed', name: 'told.wav' } as const;
const done = { step: 'done', name: 'told.wav', path: '/api/uploads/x' } as const;

beforeEach(() => {
  jest.clearAllMocks();
  currentUpload.clear();
});

function show() {
  const bar = (
    <AtAddress address="/discover">
      <UploadBar />
    </AtAddress>
  );
  const { unmount } = render(bar);
  act(() => currentUpload.start(going, actions));
  return unmount;
}
const become = (state: Parameters<typeof currentUpload.setState>[0]) => act(() => currentUpload.setState(state));
const isShown = () => screen.queryByRole('region', { name: 'Upload' }) !== null;

it('the upload bar shows an upload on every page but its form, and can cancel it', async () => {
  show();
  expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '25');
  expect(screen.getByRole('link', { name: 'told.wav' })).toHaveAttribute('href', '/create?type=podcast');
  await goTo('/create?type=podcast');
  expect(isShown()).toBe(false);
  await goTo('/');
  press('Cancel upload');
  expect(actions.cancel).toHaveBeenCalledTimes(1);
  expect(isShown()).toBe(false);
});

it('the upload bar continues a failed upload, and dismisses a finished one', () => {
  show();
  become(failed);
  expect(screen.getByText('Upload failed')).toBeInTheDocument();
  press('Try again');
  expect(actions.retry).toHaveBeenCalledTimes(1);
  become(done);
  expect(screen.getByText('Uploaded, ready to be published')).toBeInTheDocument();
  press('Dismiss');
  expect(isShown()).toBe(false);
  expect(actions.cancel).not.toHaveBeenCalled();
});

it('an upload is cancelled when the session ends', () => {
  show()();
  expect(actions.cancel).toHaveBeenCalledTimes(1);
});

it('a running upload prevents a reload, and asks before its tab is closed', () => {
  show();
  for (const [state, isAsking] of [
    [going, true],
    [failed, true],
    [done, false],
  ] as const) {
    become(state);
    expect(!window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(isAsking);
    expect(isReloadBlocked()).toBe(isAsking);
  }
});
