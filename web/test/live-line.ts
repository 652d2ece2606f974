import { afterEach, beforeEach } from '@jest/globals';
import { act, waitFor } from '@testing-library/react';

/** The server's end of a live connection. */
export class Line {
  static CONNECTING = 0;
  static OPEN = 1;
  static CLOSED = 3;
  static all: Line[] = [];
  static last: Line | undefined;
  readonly url: string;
  readonly sent: unknown[] = [];
  readyState = Line.OPEN;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  constructor(url: string) {
    this.url = url;
    Line.all.push(this);
    Line.last = this;
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  open(): void {
    this.readyState = Line.OPEN;
    this.onopen?.();
  }
  close(): void {
    this.drop(1000);
  }
  drop(code: number): void {
    this.readyState = Line.CLOSED;
    this.onclose?.({ code });
  }
}

/** Makes every WebSocket of a test's page a `Line`. */
export function fakeLines(): void {
  const { WebSocket } = globalThis;
  beforeEach(() => {
    [Line.all, Line.last] = [[], undefined];
    Object.assign(globalThis, { WebSocket: Line });
  });
  afterEach(() => void Object.assign(globalThis, { WebSocket }));
}

/** Sends a frame to the page, which must have a connection. */
export async function receive(frame: object): Promise<void> {
  await waitFor(() => {
    if (!Line.last?.onmessage) throw new Error('No connection listens yet');
  });
  await act(async () => Line.last?.onmessage?.({ data: JSON.stringify(frame) }));
}
