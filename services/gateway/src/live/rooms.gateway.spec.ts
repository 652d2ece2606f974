import { EventEmitter } from 'node:events';
import { Duplex } from 'node:stream';
import { Refusal, type ServerFrame } from '@hearsay/contracts';
import type { Logger } from '@hearsay/service-runtime';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { WebSocket } from 'ws';
import { type LimitName, limitPresets } from '../access/limit-rules.js';
import { RateLimiter } from '../access/rate-limiter.js';
import { LiveSocket, SocketMemory } from './live-socket.js';
import type { RoomHead } from './room.js';
import { RoomsGateway } from './rooms.gateway.js';
import { Rooms, type RoomsSources } from './rooms.js';

const questionId = '01890000-0000-7000-8000-000000000001';

const connect = (gateway: RoomsGateway) => {
  const frames: ServerFrame[] = [];
  const send = (frame: Buffer) => void frames.push(JSON.parse(frame.toString()) as ServerFrame);
  const peer = Object.assign(new EventEmitter(), { OPEN: 1, readyState: 1, bufferedAmount: 0, send });
  const memory = new SocketMemory({ perSocket: 1_000_000, perAddress: 1_000_000, perProcess: 1_000_000 });
  const socket = new LiveSocket({
    socket: peer as unknown as WebSocket,
    stream: new Duplex(),
    viewer: null,
    address: '10.0.0.1',
    backlog: memory.backlog('10.0.0.1'),
    slowTimeoutMs: 1000,
    closeTimeoutMs: 1000,
    onSlow: () => undefined,
  });
  socket.onEnd(() => gateway.handleDisconnect(socket));
  const end = () => {
    peer.readyState = 3;
    peer.emit('close');
  };
  return { socket, frames, end };
};

describe('a socket that joins its room again', () => {
  const endings: { stop(): void }[] = [];
  afterEach(() => {
    for (const ending of endings.splice(0)) ending.stop();
  });

  const start = (sources: Partial<RoomsSources>, joinsOfAddress = 1000) => {
    const limits = {
      ...limitPresets.development,
      'joins-address': { count: joinsOfAddress, seconds: 60 },
    } satisfies Record<LimitName, unknown>;
    const limiter = new RateLimiter(limits, async () => Promise.reject(new Error('No other gateway is there')));
    const rooms = new Rooms(
      {
        subscribe: () => ({ unsubscribe: () => undefined }),
        head: async (): Promise<RoomHead> => ({ lastNumber: 0, replyCount: 0 }),
        counts: async () => new Map([[questionId, { revision: 1, boostCount: 0, repostCount: 0 }]]),
        ...sources,
      } as RoomsSources,
      { debug: () => undefined } as unknown as Logger,
      { perSocket: 2, perProcess: 20_000 },
    );
    endings.push(limiter, rooms);
    return { rooms, gateway: new RoomsGateway(rooms, limiter) };
  };

  const waiting = (...answers: (boolean | Refusal)[]): Partial<RoomsSources> => ({
    head: async () => ({ lastNumber: 0, replyCount: 0, isWaiting: true }),
    maySee: async () => {
      const answer = answers.shift() ?? false;
      if (answer instanceof Refusal) throw answer;
      return answer;
    },
  });

  it.each([
    ['its joins are used up', 'rate_limited', {}, 1],
    ['it sees the question no more', 'not_found', waiting(true, false), 9],
    ['no service says what it sees', 'unavailable', waiting(true, new Refusal('unavailable')), 9],
  ])('is in no room when %s, and holds none open', async (_why, code, sources, joinsOfAddress) => {
    const { rooms, gateway } = start(sources, joinsOfAddress);
    const { socket, frames, end } = connect(gateway);
    await gateway.join(socket, { questionId });
    expect([rooms.size, socket.joined.size]).toEqual([1, 1]);
    await gateway.join(socket, { questionId });
    expect(frames).toMatchObject([{ type: 'joined' }, { type: 'error', data: { code, questionId } }]);
    expect([rooms.size, socket.joined.size]).toEqual([0, 0]);
    end();
    expect(rooms.size).toBe(0);
  });

  it('leaves the other viewers in the room', async () => {
    const { rooms, gateway } = start({}, 2);
    const [refused, other] = [connect(gateway), connect(gateway)];
    await gateway.join(refused.socket, { questionId });
    await gateway.join(other.socket, { questionId });
    await gateway.join(refused.socket, { questionId });
    refused.end();
    expect(rooms.size).toBe(1);
    other.end();
    expect(rooms.size).toBe(0);
  });
});
