import type { ServerFrame } from '@hearsay/contracts';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { questionId } from '../../../test/sample-content.ts';
import { LiveSocket } from './socket.ts';

class Line {
  readyState: number = WebSocket.CONNECTING;
  readonly sent: unknown[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.drop(1000);
  }
  open(): void {
    this.readyState = WebSocket.OPEN;
    this.onopen?.();
  }
  drop(code: number): void {
    this.readyState = WebSocket.CLOSED;
    this.onclose?.({ code });
  }
}

let lines: Line[];
let socket: LiveSocket;
const line = (index: number) => lines[index] as Line;
const join = (after: number | null) => ({ type: 'join', data: { questionId, after } });

beforeEach(() => {
  jest.useFakeTimers();
  lines = [];
  socket = new LiveSocket('ws://here/ws', () => {
    const next = new Line();
    lines.push(next);
    return next as unknown as WebSocket;
  });
});
afterEach(() => {
  socket.close();
  jest.useRealTimers();
});

describe('the live connection', () => {
  it('joins its room when it opens, and again with the last number after a reconnect', () => {
    let last = 3;
    socket.enterRoom(questionId, { lastNumber: () => last });
    socket.listen(() => undefined);
    line(0).open();
    expect(line(0).sent).toEqual([join(3)]);
    last = 9;
    line(0).drop(1006);
    jest.advanceTimersByTime(1000);
    line(1).open();
    expect(line(1).sent).toEqual([join(9)]);
  });

  it('waits longer after each failure, and stays closed after a sign-out', () => {
    socket.listen(() => undefined);
    for (let failure = 0; failure < 4; failure++) {
      line(lines.length - 1).drop(1006);
      jest.advanceTimersByTime(20_000);
    }
    expect(lines).toHaveLength(5);
    line(4).drop(1006);
    jest.advanceTimersByTime(2_000);
    expect(lines).toHaveLength(5);
    jest.advanceTimersByTime(20_000);
    line(5).open();
    line(5).drop(4401);
    jest.advanceTimersByTime(60_000);
    expect(lines).toHaveLength(6);
  });

  it('reopens once after a sign-out when it is told to, and joins its rooms', () => {
    socket.enterRoom(questionId, { lastNumber: () => 3 });
    const stop = socket.listen(() => undefined);
    line(0).open();
    line(0).drop(4401);
    socket.renew();
    jest.advanceTimersByTime(1000);
    line(1).open();
    expect(line(1).sent).toEqual([join(3)]);
    socket.renew();
    expect(line(1).readyState).toBe(WebSocket.CLOSED);
    jest.advanceTimersByTime(60_000);
    expect(lines).toHaveLength(3);
    stop();
    socket.renew();
    jest.advanceTimersByTime(60_000);
    expect(lines).toHaveLength(3);
  });

  it('closes a connection that answers no ping', () => {
    socket.listen(() => undefined);
    line(0).open();
    jest.advanceTimersByTime(25_000);
    expect(line(0).sent).toEqual([{ type: 'ping', data: {} }]);
    line(0).onmessage?.({ data: '{"type":"pong","data":{"message":""}}' });
    jest.advanceTimersByTime(24_000);
    expect(line(0).readyState).toBe(WebSocket.OPEN);
    jest.advanceTimersByTime(12_000);
    expect(line(0).readyState).toBe(WebSocket.CLOSED);
  });

  it('passes on known frames and only logs others', () => {
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    const frames: ServerFrame[] = [];
    socket.listen((frame) => frames.push(frame));
    line(0).open();
    for (const data of [
      '{',
      '{"type":"unheard-of","data":{}}',
      `{"type":"resync","data":{"message":"","questionId":"${questionId}"}}`,
    ]) {
      line(0).onmessage?.({ data });
    }
    expect(frames.map(({ type }) => type)).toEqual(['resync']);
    expect(warn).toHaveBeenCalledTimes(2);
    warn.mockRestore();
  });

  it('retries later if the browser throws for a new connection', () => {
    const open = jest.fn<(url: string) => WebSocket>().mockImplementation(() => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    });
    const forbidden = new LiveSocket('ws://here/ws', open);
    const stop = forbidden.listen(() => undefined);
    expect(open).toHaveBeenCalledTimes(1);
    jest.advanceTimersByTime(500);
    expect(open).toHaveBeenCalledTimes(2);
    stop();
    jest.advanceTimersByTime(60_000);
    expect(open).toHaveBeenCalledTimes(2);
  });

  it('closes with its last subscriber', () => {
    const stop = socket.listen(() => undefined);
    line(0).open();
    stop();
    expect(line(0).readyState).toBe(WebSocket.CLOSED);
    jest.advanceTimersByTime(60_000);
    expect(lines).toHaveLength(1);
  });
});
