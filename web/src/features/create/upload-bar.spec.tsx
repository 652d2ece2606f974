import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { AtAddress, goTo } from '../../../test/at-address.tsx';
import { isPageKept } from '../../shared/errors/kept-page.ts';
import { begunUpload } from './begun-upload.ts';
import UploadBar from './upload-bar.tsx';

const actions = { retry: jest.fn(), cancel: jest.fn(begunUpload.forget) };
const going = { step: 'going', name: 'told.wav', sent: 25, size: 100 } as const;
const asks = () => {
  const isAsking = !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(isPageKept()).toBe(isAsking);
  return isAsking;
};
const show = () =>
  render(
    <AtAddress address="/discover">
      <UploadBar />
    </AtAddress>,
  );
const become = (state: Parameters<typeof begunUpload.become>[0]) => act(() => begunUpload.become(state));

beforeEach(() => {
  jest.clearAllMocks();
  begunUpload.forget();
});
afterEach(() => begunUpload.forget());

describe('an upload whose form was left', () => {
  it('shows its progress on every other page and can be cancelled', async () => {
    show();
    expect(screen.queryByRole('region', { name: 'Upload' })).toBeNull();
    act(() => begunUpload.begin(going, actions));
    expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '25');
    expect(screen.getByRole('link', { name: 'told.wav' })).toHaveAttribute('href', '/create?type=podcast');
    await goTo('/create?type=podcast');
    expect(screen.queryByRole('region', { name: 'Upload' })).toBeNull();
    await goTo('/');
    fireEvent.click(screen.getByRole('button', { name: 'Cancel upload' }));
    expect(actions.cancel).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole('region', { name: 'Upload' })).toBeNull();
  });

  it('can be continued after a failure, and is dismissed at its end, not cancelled', () => {
    show();
    act(() => begunUpload.begin(going, actions));
    become({ step: 'failed', name: 'told.wav' });
    expect(screen.getByText('Upload failed')).toBeInTheDocument();
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(actions.retry).toHaveBeenCalledTimes(1);
    become({ step: 'done', name: 'told.wav', path: '/api/uploads/x' });
    expect(screen.getByText('Uploaded, ready to be published')).toBeInTheDocument();
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByRole('region', { name: 'Upload' })).toBeNull();
    expect(actions.cancel).not.toHaveBeenCalled();
  });

  it('ends with the session', () => {
    const { unmount } = show();
    act(() => begunUpload.begin(going, actions));
    unmount();
    expect(actions.cancel).toHaveBeenCalledTimes(1);
  });

  it('prevents a reload and asks before its tab is closed until it has finished', () => {
    expect(asks()).toBe(false);
    begunUpload.begin(going, actions);
    expect(asks()).toBe(true);
    begunUpload.become({ step: 'failed', name: 'told.wav' });
    expect(asks()).toBe(true);
    begunUpload.become({ step: 'done', name: 'told.wav', path: '/api/uploads/x' });
    expect(asks()).toBe(false);
  });
});
