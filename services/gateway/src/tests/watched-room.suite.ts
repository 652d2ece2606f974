import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import { FakeRoom } from './fake-room.suite.js';
import { GatewayUnderTest } from './gateway-under-test.suite.js';
import { SocketClient } from './socket-client.suite.js';

type Opening = Parameters<typeof SocketClient.open>[1];

/** A gateway whose sockets may join three rooms, a fresh room for each test, and clients that are closed after it. */
export class WatchedRoom {
  gateway!: GatewayUnderTest;
  room!: FakeRoom;
  readonly #clients: SocketClient[] = [];

  /** To be made inside a `describe`: it registers what goes before and after. */
  constructor() {
    beforeAll(async () => {
      this.gateway = await GatewayUnderTest.start({ ROOMS_PER_SOCKET: '3' });
    });
    afterAll(() => this.gateway.stop());
    beforeEach(() => {
      this.room = new FakeRoom(this.gateway.services);
    });
    afterEach(() => {
      for (const client of this.#clients.splice(0)) client.close();
    });
  }

  readonly open = async (opening: Opening = {}): Promise<SocketClient> => {
    const client = await SocketClient.open(this.gateway.url, opening);
    this.#clients.push(client);
    return client;
  };

  /** Somebody who has joined the room after this number, or from now on. */
  readonly joined = async (after: number | null = null): Promise<SocketClient> => {
    const client = await this.open();
    client.join(this.room.questionId, after);
    await client.next('joined');
    return client;
  };
}
