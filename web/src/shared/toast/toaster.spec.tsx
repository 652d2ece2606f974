import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { toast } from './toast.ts';
import { Toaster } from './toaster.tsx';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

describe('toasts', () => {
  it('are shown one at a time, the newest, for five seconds', () => {
    render(<Toaster />);
    act(() => toast.good('Link copied'));
    act(() => toast.bad('Boost failed', 'Failed to toggle boost'));
    expect(screen.queryByText('Link copied')).toBeNull();
    expect(screen.getByRole('alert')).toHaveTextContent('Boost failedFailed to toggle boost');
    act(() => jest.advanceTimersByTime(4_999));
    expect(screen.getByText('Boost failed')).toBeInTheDocument();
    act(() => jest.advanceTimersByTime(1));
    expect(screen.queryByText('Boost failed')).toBeNull();
  });
});
