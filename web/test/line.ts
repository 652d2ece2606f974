import { afterEach, beforeEach } from '@jest/globals';
import { act, waitFor } from '@testing-library/react';

class Line {
  static OPEN = 1;
  static last: Line | undefined;
  readyState = Line.OPEN;
  onmessage: ((event: { data: string }) => void) | null = null;
  constructor() {
    Line.last = this;
  }
  send(): void {}
  close(): void {}
}

/** A live connection for each test of a file. @returns the sender of its frames */
export function lineOfFile() {
  const real = globalThis.WebSocket;
  beforeEach(() => {
    Line.last = undefined;
    Object.assign(globalThis, { WebSocket: Line });
  });
  afterEach(() => {
    globalThis.WebSocket = real;
  });
  return async (frame: object): Promise<void> => {
    await waitFor(() => {
      if (!Line.last?.onmessage) throw new Error('No connection listens yet');
    });
    await act(async () => Line.last?.onmessage?.({ data: JSON.stringify(frame) }));
  };
}
