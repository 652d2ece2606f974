import type { ServerFrame } from '@hearsay/contracts';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { FakeWebSocket, fakeWebSockets } from '../../../test/fake-web-socket.ts';
import { questionId } from '../../../test/sample-content.ts';
import { LiveSocket } from './socket.ts';

let socket: LiveSocket;
const line = (index: number) => FakeWebSocket.all[index] as FakeWebSocket;
const join = (after: number | null) => ({ type: 'join', data: { questionId, after } });

fakeWebSockets();
beforeEach(() => {
  jest.useFakeTimers();
  socket = new LiveSocket('ws://here/ws');
});
afterEach(() => {
  socket.close();
});

it('the socket joins its room again with the last number after a reconnect', () => {
  let last = 3;
  socket.enterRoom(questionId, () => last);
  socket.listen(() => undefined);
  line(0).open();
  expect(line(0).sent).toEqual([join(3)]);
  last = 9;
  line(0).drop(1006);
  jest.advanceTimersByTime(1000);
  line(1).open();
  expect(line(1).sent).toEqual([join(9)]);
});

it('the socket waits longer after each failure, and stays closed after a sign-out', () => {
  socket.listen(() => undefined);
  for (let failure = 0; failure < 4; failure++) {
    line(FakeWebSocket.all.length - 1).drop(1006);
    jest.advanceTimersByTime(20_000);
  }
  expect(FakeWebSocket.all).toHaveLength(5);
  line(4).drop(1006);
  jest.advanceTimersByTime(2_000);
  expect(FakeWebSocket.all).toHaveLength(5);
  jest.advanceTimersByTime(20_000);
  line(5).open();
  line(5).drop(4401);
  jest.advanceTimersByTime(60_000);
  expect(FakeWebSocket.all).toHaveLength(6);
});

it('`reopen` opens one connection after a sign-out, and joins the rooms', () => {
  socket.enterRoom(questionId, () => 3);
  const stop = socket.listen(() => undefined);
  line(0).open();
  line(0).drop(4401);
  socket.reopen();
  jest.advanceTimersByTime(1000);
  line(1).open();
  expect(line(1).sent).toEqual([join(3)]);
  socket.reopen();
  expect(line(1).readyState).toBe(FakeWebSocket.CLOSED);
  jest.advanceTimersByTime(60_000);
  expect(FakeWebSocket.all).toHaveLength(3);
  stop();
  socket.reopen();
  jest.advanceTimersByTime(60_000);
  expect(FakeWebSocket.all).toHaveLength(3);
});

it('the socket closes a connection that answers no ping', () => {
  socket.listen(() => undefined);
  line(0).open();
  jest.advanceTimersByTime(25_000);
  expect(line(0).sent).toEqual([{ type: 'ping', data: {} }]);
  line(0).onmessage?.({ data: '{"type":"pong","data":{"message":""}}' });
  jest.advanceTimersByTime(24_000);
  expect(line(0).readyState).toBe(FakeWebSocket.OPEN);
  jest.advanceTimersByTime(12_000);
  expect(line(0).readyState).toBe(FakeWebSocket.CLOSED);
});

it('the socket passes known frames to subscribers, and only logs unknown ones', () => {
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
});

it('the socket retries later if the browser throws for a new connection', () => {
  const WebSocket = jest.fn(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  });
  Object.assign(globalThis, { WebSocket });
  const stop = socket.listen(() => undefined);
  expect(WebSocket).toHaveBeenCalledTimes(1);
  jest.advanceTimersByTime(500);
  expect(WebSocket).toHaveBeenCalledTimes(2);
  stop();
  jest.advanceTimersByTime(60_000);
  expect(WebSocket).toHaveBeenCalledTimes(2);
});

it('the socket closes with its last subscriber', () => {
  const stop = socket.listen(() => undefined);
  line(0).open();
  stop();
  expect(line(0).readyState).toBe(FakeWebSocket.CLOSED);
  jest.advanceTimersByTime(60_000);
  expect(FakeWebSocket.all).toHaveLength(1);
});
