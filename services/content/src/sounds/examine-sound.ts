import { buffer } from 'node:stream/consumers';
import { MessageChannel, Worker } from 'node:worker_threads';
import { Refusal, unavailable } from '@hearsay/contracts';
import type { MediaStore } from '@hearsay/media-store';
import type { PieceRequest, PieceResponse } from './byte-reader.js';
import type { SoundFacts, SoundRequest, WorkerMessage } from './sound-facts.js';

/**
 * The limit counts CPU time of the thread, because a busy machine may give the thread little time. At the limit, a file
 * whose type is proven gets no waveform, and any other file is refused. If the store is silent for this long, the
 * examination is refused as `unavailable`.
 */
const usualLimitMs = 5000;
const lookEveryMs = 200;
const resourceLimits = { maxOldGenerationSizeMb: 112, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 };
const ownOutput = { stdout: true, stderr: true };
const atOnce = 2;

export interface SoundExamination extends SoundFacts {
  readonly waveform: readonly number[] | null;
  /** Replaces the first bytes of the file, to add its length. Null if the file needs no change. */
  readonly newStart: Uint8Array | null;
}

const workerFile = new URL(
  import.meta.url.endsWith('.ts') ? './sound.worker.ts' : './sound.worker.js',
  import.meta.url,
);

const notReadInTime = 'This file could not be read. Try again, or save it once more, as MP3 or MP4, and upload that.';

const notThatSound = (message: string) => new Refusal('unsupported_media', message);

/** @throws Refusal `unsupported_media`, `unavailable` for a silent store, or the store's error */
const examineNow = (
  store: MediaStore,
  key: string,
  question: SoundRequest,
  limitMs: number,
): Promise<SoundExamination> =>
  new Promise((resolve, reject) => {
    const { port1: answers, port2: pieces } = new MessageChannel();
    const worker = new Worker(workerFile, {
      workerData: { question, pieces },
      transferList: [pieces],
      resourceLimits,
      ...ownOutput,
    });
    for (const output of [worker.stdout, worker.stderr]) output.resume();
    let facts: Omit<SoundExamination, 'waveform'> | undefined;
    let isSettled = false;
    let openReads = 0;
    let lastHeardAt = performance.now();
    const settle = (outcome: () => void) => {
      if (isSettled) return;
      isSettled = true;
      clearInterval(timer);
      answers.close();
      void worker.terminate();
      outcome();
    };
    /** Resolves with the facts proven so far, without a waveform. */
    const endEarly = () =>
      settle(() => (facts ? resolve({ ...facts, waveform: null }) : reject(notThatSound(notReadInTime))));
    const timer = setInterval(async () => {
      if (openReads > 0 && performance.now() - lastHeardAt > limitMs)
        settle(() => reject(unavailable(new Error('The media store is silent'))));
      // Rejects if the thread has ended. The event `exit` or `error` of the thread then settles the promise.
      const used = await worker.cpuUsage().catch(() => null);
      if (used && (used.user + used.system) / 1000 > limitMs) endEarly();
    }, lookEveryMs);
    answers.on('message', async ({ id, from, to }: PieceRequest) => {
      const answer = (bytes: Uint8Array | null) =>
        !isSettled && answers.postMessage({ id, bytes } satisfies PieceResponse);
      openReads += 1;
      lastHeardAt = performance.now();
      try {
        answer(await buffer(await store.read(key, { from, to })));
      } catch (error) {
        settle(() => reject(error));
      }
      openReads -= 1;
      lastHeardAt = performance.now();
    });
    worker.on('message', (message: WorkerMessage) => {
      if ('facts' in message) facts = { ...message.facts, newStart: message.newStart ?? null };
      else if ('refused' in message) settle(() => reject(notThatSound(message.refused)));
      else if (facts) {
        const proven = facts;
        settle(() => resolve({ ...proven, waveform: message.waveform }));
      }
    });
    worker.on('error', endEarly);
    worker.on('exit', endEarly);
  });

export class SoundExaminer {
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(
    private readonly store: MediaStore,
    private readonly limitMs = usualLimitMs,
  ) {}

  /** @throws Refusal `unsupported_media` when the bytes do not match the declared type */
  async examine(key: string, question: SoundRequest): Promise<SoundExamination> {
    if (this.#running >= atOnce) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#running += 1;
    try {
      return await examineNow(this.store, key, question, this.limitMs);
    } finally {
      this.#running -= 1;
      this.#waiting.shift()?.();
    }
  }
}
