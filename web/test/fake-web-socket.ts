import { afterEach, beforeEach } from '@jest/globals';
import { act, waitFor } from '@testing-library/react';

/** A WebSocket without a network. With its methods `open` and `drop` a test acts as the server. */
export class FakeWebSocket {
  static CONNECTING = 0;
  static OPEN = 1;
  static CLOSED = 3;
  static all: FakeWebSocket[] = [];
  static last: FakeWebSocket | undefined;
  readonly url: string;
  readonly sent: unknown[] = [];
  readyState = FakeWebSocket.OPEN;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  constructor(url: string) {
    this.url = url;
    FakeWebSocket.all.push(this);
    FakeWebSocket.last = this;
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  open(): void {
    this.readyState = FakeWebSocket.OPEN;
    this.onopen?.();
  }
  close(): void {
    this.drop(1000);
  }
  drop(code: number): void {
    this.readyState = FakeWebSocket.CLOSED;
    this.onclose?.({ code });
  }
}

/** Replaces `WebSocket` by `FakeWebSocket` in every test of a file. */
export function fakeWebSockets(): void {
  const { WebSocket } = globalThis;
  beforeEach(() => {
    [FakeWebSocket.all, FakeWebSocket.last] = [[], undefined];
    Object.assign(globalThis, { WebSocket: FakeWebSocket });
  });
  afterEach(() => void Object.assign(globalThis, { WebSocket }));
}

/** Sends a frame to the page, which must have a connection. */
export async function sendFrame(frame: object): Promise<void> {
  await waitFor(() => {
    if (!FakeWebSocket.last?.onmessage) throw new Error('No connection listens yet');
  });
  await act(async () => FakeWebSocket.last?.onmessage?.({ data: JSON.stringify(frame) }));
}
