import type { Logger } from './logger.js';
import { type ServerName, ServerRefusal } from './server-refusals.js';

const askEveryMs = 5000;
/** A server that takes longer counts as refusing. */
const answerWithinMs = 10_000;
const tellEveryMs = 60_000;

export interface WatchedServer {
  readonly server: ServerName;
  /** Uses the server in the same way as the process. Rejects with the server's error. */
  check(): Promise<unknown>;
  readonly isNeeded: boolean;
  /** The effect of the refusal, as the last words of the log line. */
  readonly meanwhile: string;
  readonly everyMs?: number;
}

/** The outage of one server, which several checks may report. It is logged once. */
interface Outage {
  readonly since: number;
  toldAt: number;
  readonly found: Set<WatchedServer>;
}

/** Checks servers. Logs a refusal when it begins, each minute, and when it ends. Other code logs no outage. */
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

  /** Runs the check of a server. Only one check of it runs at a time, and concurrent callers share the result. */
  #ask(watched: WatchedServer): Promise<ServerRefusal | undefined> {
    const state = this.#watched.get(watched);
    if (!state) return Promise.resolve(undefined);
    state.asking ??= answerOf(watched).then((refusal) => {
      state.asking = undefined;
      if (this.#isStopped || !this.#watched.has(watched)) return undefined;
      if (refusal) this.#noteRefusal(watched, refusal);
      else this.#noteAnswer(watched);
      clearTimeout(state.timer);
      state.timer = setTimeout(() => void this.#ask(watched), watched.everyMs ?? askEveryMs).unref();
      return refusal;
    });
    return state.asking;
  }

  #noteRefusal(watched: WatchedServer, refusal: ServerRefusal): void {
    const { server, code, variable, message } = refusal;
    const now = performance.now();
    const outage = this.#outages.get(server) ?? { since: now, toldAt: Number.NEGATIVE_INFINITY, found: new Set() };
    this.#outages.set(server, outage);
    outage.found.add(watched);
    if (now - outage.toldAt < tellEveryMs) return;
    outage.toldAt = now;
    this.#log.warn({ server, code, variable }, `${message} Meanwhile ${watched.meanwhile}.`);
  }

  #noteAnswer(watched: WatchedServer): void {
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
