import type { SharedEntry } from '@hearsay/contracts';
import { BrokenFrameError, eventually, type LiveClient } from '@hearsay/testing';
import type { Client } from './client.ts';

/** A viewer of a room. After a lost connection it joins again with the number of its last entry, like the web app. */
export class ResumingViewer {
  readonly entries: SharedEntry[] = [];
  connections = 0;
  #socket: LiveClient | undefined;
  #isDone = false;
  #broken: BrokenFrameError | undefined;
  readonly #client: Client;
  readonly #questionId: string;
  readonly #watching: Promise<void>;

  constructor(client: Client, questionId: string) {
    this.#client = client;
    this.#questionId = questionId;
    this.#watching = this.#watch();
  }

  /** Number of the last received entry. 0 before the first one. */
  get last(): number {
    return this.entries.at(-1)?.number ?? 0;
  }

  cutConnection(): void {
    this.#socket?.cut();
  }

  async untilEntry(number: number): Promise<void> {
    await eventually(
      () => `entry ${number}, has ${this.last} after ${this.connections} connections`,
      () => this.#broken !== undefined || this.last >= number,
    );
    if (this.#broken) throw this.#broken;
  }

  async end(): Promise<void> {
    this.#isDone = true;
    this.#socket?.close();
    await this.#watching;
  }

  async #watch(): Promise<void> {
    while (!this.#isDone) {
      try {
        await this.#joinUntilClosed();
      } catch (error) {
        this.#broken = error instanceof BrokenFrameError ? error : undefined;
        if (this.#broken) return;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  }

  async #joinUntilClosed(): Promise<void> {
    const socket = await this.#client.socket();
    this.#socket = socket;
    this.connections += 1;
    const join = () => socket.sendJoin(this.#questionId, this.last);
    socket.onFrame = (frame) => {
      if (frame.type === 'room') this.entries.push(...frame.data.entries);
      // The gateway has refused the join for now, so the viewer joins again.
      if (frame.type === 'error') join();
    };
    join();
    await socket.closed();
  }
}
