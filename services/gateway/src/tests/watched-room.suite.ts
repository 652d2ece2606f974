import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import { FakeRoom } from './fake-room.suite.js';
import { GatewayUnderTest } from './gateway-under-test.suite.js';
import { SocketClient } from './socket-client.suite.js';

type Opening = Parameters<typeof SocketClient.open>[1];

export class WatchedRoom {
  gateway!: GatewayUnderTest;
  room!: FakeRoom;
  readonly #clients: SocketClient[] = [];

  /** Create it inside a `describe`, because it registers hooks. */
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

  readonly joined = async (after: number | null = null): Promise<SocketClient> => {
    const client = await this.open();
    client.join(this.room.questionId, after);
    await client.next('joined');
    return client;
  };
}
