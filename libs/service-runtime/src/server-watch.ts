import type { Logger } from './logger.js';
import { type ServerName, ServerRefusal } from './server-refusals.js';

/** How often a server is asked whether it works. */
const askEveryMs = 5000;
/** A server that has not answered for so long refuses. */
const answerWithinMs = 10_000;
/** How often a refusal that lasts is told again. */
const tellEveryMs = 60_000;

export interface WatchedServer {
  readonly server: ServerName;
  /** Uses the server as the process does. Rejects with what the server answers. */
  check(): Promise<unknown>;
  /** A process is not ready while a server refuses that it needs. */
  readonly isNeeded: boolean;
  /** What the refusal means, as the end of a sentence. */
  readonly meanwhile: string;
  readonly everyMs?: number;
}

/** All checks of one server: whichever finds it refusing, it is told once. */
interface Outage {
  readonly since: number;
  toldAt: number;
  readonly found: Set<WatchedServer>;
}

/**
 * Asks the servers of this process regularly. A refusal is told in one line when it begins, each minute, and when it is over; readiness says
 * what is missing. Other code logs no outage.
 */
export class ServerWatch {
  readonly #log: Logger;
  readonly #watched = new Map<
    WatchedServer,
    { asking: Promise<ServerRefusal | undefined> | undefined; timer: NodeJS.Timeout | undefined }
  >();
  readonly #outages = new Map<ServerName, Outage>();
  #isStopped = false;

  constructor(log: Logger) {
    this.#log = log;
  }

  /** Asks at once, and from then on regularly. Answers how to ask again without waiting, and how to end. */
  add(watched: WatchedServer): { askNow: () => void; stop: () => void } {
    this.#watched.set(watched, { asking: undefined, timer: undefined });
    const askNow = () => void this.#ask(watched);
    askNow();
    return {
      askNow,
      stop: () => {
        clearTimeout(this.#watched.get(watched)?.timer);
        this.#watched.delete(watched);
      },
    };
  }

  /** What is missing: asks the servers that are needed. */
  async missing(): Promise<string[]> {
    const needed = [...this.#watched.keys()].filter(({ isNeeded }) => isNeeded);
    const refusals = await Promise.all(needed.map((watched) => this.#ask(watched)));
    return refusals.flatMap((refusal) => (refusal ? [`${refusal.server}: ${refusal.reason}`] : []));
  }

  isRefusing(server: ServerName): boolean {
    return this.#outages.has(server);
  }

  stop(): void {
    this.#isStopped = true;
    for (const { timer } of this.#watched.values()) clearTimeout(timer);
    this.#watched.clear();
  }

  /** One question at a time for each check: who asks meanwhile gets the same answer. */
  #ask(watched: WatchedServer): Promise<ServerRefusal | undefined> {
    const state = this.#watched.get(watched);
    if (!state) return Promise.resolve(undefined);
    state.asking ??= answerOf(watched).then((refusal) => {
      state.asking = undefined;
      if (this.#isStopped || !this.#watched.has(watched)) return undefined;
      if (refusal) this.#refused(watched, refusal);
      else this.#answered(watched);
      clearTimeout(state.timer);
      state.timer = setTimeout(() => void this.#ask(watched), watched.everyMs ?? askEveryMs).unref();
      return refusal;
    });
    return state.asking;
  }

  #refused(watched: WatchedServer, refusal: ServerRefusal): void {
    const { server, code, variable, message } = refusal;
    const now = performance.now();
    const outage = this.#outages.get(server) ?? { since: now, toldAt: Number.NEGATIVE_INFINITY, found: new Set() };
    this.#outages.set(server, outage);
    outage.found.add(watched);
    if (now - outage.toldAt < tellEveryMs) return;
    outage.toldAt = now;
    this.#log.warn({ server, code, variable }, `${message} Meanwhile ${watched.meanwhile}.`);
  }

  #answered(watched: WatchedServer): void {
    const { server } = watched;
    const outage = this.#outages.get(server);
    if (!outage?.found.delete(watched) || outage.found.size > 0) return;
    this.#outages.delete(server);
    this.#log.info({ server, seconds: Math.round((performance.now() - outage.since) / 1000) }, `${server} works again`);
  }
}

const answerOf = async ({ server, check }: WatchedServer): Promise<ServerRefusal | undefined> => {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, answerWithinMs, new Error(`no answer within ${answerWithinMs / 1000} s`)).unref();
  });
  try {
    await Promise.race([check(), silence]);
    return undefined;
  } catch (error) {
    return error instanceof ServerRefusal ? error : new ServerRefusal(server, error);
  } finally {
    clearTimeout(timer);
  }
};
