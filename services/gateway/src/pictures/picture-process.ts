import { type ChildProcess, fork } from 'node:child_process';
import { type Question, Refusal } from '@hearsay/contracts';
import { LRUCache } from 'lru-cache';

/** Everything that a preview shows. Equal values make equal pictures. */
export type PreviewContent =
  | ({ readonly kind: 'question' } & Pick<Question, 'title' | 'isRevealed' | 'revealCount' | 'replyBoostThreshold'>)
  | {
      readonly kind: 'person';
      readonly username: string;
      readonly level: number;
      readonly invitation: string | null;
      /** Colours of the person's gradient. */
      readonly stops: readonly string[];
    }
  | {
      /** The square picture of a feed for podcast apps. */
      readonly kind: 'cover';
      readonly username: string;
      readonly stops: readonly string[];
    }
  | {
      readonly kind: 'podcast';
      readonly title: string;
      readonly author: string;
      readonly duration: number | null;
      readonly peaks: readonly number[] | null;
    };

export type PictureTask = { readonly squaresOf: Uint8Array } | { readonly previewOf: PreviewContent };

/** A profile picture in two sizes, encoded. */
export interface Squares {
  readonly large: Uint8Array;
  readonly small: Uint8Array;
}

export type PictureAnswer =
  | { readonly squares: Squares }
  | { readonly preview: Uint8Array }
  | { readonly refused: { readonly code: 'unsupported_media' | 'too_large'; readonly text: string } };

/** Messages of the child process. It sends `ready` once, when it can take tasks. */
export type PictureMessage = 'ready' | PictureAnswer;

/** Fewer pictures than previews may wait, because a picture holds up to 10 MB of memory and a preview almost none. */
const maxTasks = { pictures: 8, previews: 20 };
const maxPreviewBytes = 16 * 1024 * 1024;
const retryAfter = 5;
const usualLimits = { memoryMb: 300, timeoutMs: 8000 };

/**
 * The child gets only these variables, and so no secrets. They make glibc return the memory of pixels at once. Without
 * them, the next ordinary picture would exceed the limit.
 */
const env = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' };

const workerFile = new URL(
  import.meta.url.endsWith('.ts') ? './picture.worker.ts' : './picture.worker.js',
  import.meta.url,
);

const unavailable = () => new Refusal('unavailable', undefined, { retryAfter });
const tooMuchMemory = () => new Refusal('too_large', 'This picture takes too much memory. Please send a smaller one.');
const unreadable = () => new Refusal('unsupported_media', 'This picture cannot be read');

/**
 * Decodes pictures and draws previews in a child process, one at a time. A task that takes too much memory or time ends
 * only the child. The next task starts a new child.
 */
export class PictureProcess {
  #child: ChildProcess | null = null;
  #isStopped = false;
  readonly #tasks = { pictures: 0, previews: 0 };
  #last: Promise<unknown> = Promise.resolve();
  /** Concurrent requests share one drawing, because only few drawings may wait. */
  readonly #drawn = new LRUCache<string, Buffer>({
    maxSize: maxPreviewBytes,
    sizeCalculation: (png) => png.length,
    fetchMethod: (key) => this.#draw(JSON.parse(key) as PreviewContent),
  });

  constructor(private readonly limits = usualLimits) {}

  /** Calls `read` only if few other pictures wait. @throws Refusal `unsupported_media`, `too_large`, `unavailable` */
  async squares(read: () => Promise<Uint8Array>): Promise<Squares> {
    const answer = await this.#admit('pictures', async () => this.#runInTurn({ squaresOf: await read() }));
    if ('squares' in answer) return answer.squares;
    throw 'refused' in answer ? new Refusal(answer.refused.code, answer.refused.text) : unavailable();
  }

  /** Draws a PNG. @throws Refusal `unavailable` if drawing takes too long or too many previews wait */
  async preview(previewOf: PreviewContent): Promise<Buffer> {
    return (await this.#drawn.fetch(JSON.stringify(previewOf)))!;
  }

  async #draw(previewOf: PreviewContent): Promise<Buffer> {
    const answer = await this.#admit('previews', () => this.#runInTurn({ previewOf })).catch(() => null);
    if (answer === null || !('preview' in answer)) throw unavailable();
    return Buffer.from(answer.preview);
  }

  stop(): void {
    this.#isStopped = true;
    this.#child?.kill('SIGKILL');
  }

  async #admit<T>(kind: 'pictures' | 'previews', act: () => Promise<T>): Promise<T> {
    if (this.#tasks[kind] >= maxTasks[kind]) throw unavailable();
    this.#tasks[kind] += 1;
    try {
      return await act();
    } finally {
      this.#tasks[kind] -= 1;
    }
  }

  /** Runs one task at a time, in the order of the calls. */
  #runInTurn(task: PictureTask): Promise<PictureAnswer> {
    const turn = this.#last.then(() => this.#ask(task));
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async #ask(task: PictureTask): Promise<PictureAnswer> {
    const child = this.#child ?? (await this.#start());
    return this.#next<PictureAnswer>(child, () => child.send(task));
  }

  async #start(): Promise<ChildProcess> {
    if (this.#isStopped) throw unavailable();
    // The child must not inherit the gateway's Node flags, such as a large heap.
    const child = fork(workerFile, [String(this.limits.memoryMb)], { serialization: 'advanced', env, execArgv: [] });
    this.#child = child;
    const forget = () => {
      if (this.#child === child) this.#child = null;
    };
    child.once('exit', forget).on('error', forget);
    // An idle child must not keep the gateway alive. During a task, the timer keeps the gateway alive.
    child.unref();
    child.channel?.unref();
    await this.#next<'ready'>(child, () => undefined).catch(() => {
      throw unavailable();
    });
    return child;
  }

  #next<Message extends PictureMessage>(child: ChildProcess, begin: () => void): Promise<Message> {
    return new Promise((resolve, reject) => {
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        child.kill('SIGKILL');
      }, this.limits.timeoutMs);
      const settle = (outcome: () => void) => {
        clearTimeout(timer);
        child.off('message', onMessage).off('exit', onExit).off('error', onError);
        outcome();
      };
      const onMessage = (message: unknown) => settle(() => resolve(message as Message));
      const onError = () => settle(() => reject(unavailable()));
      const onExit = (_code: number | null, signal: NodeJS.Signals | null) =>
        settle(() => {
          if (isLate || this.#isStopped) reject(unavailable());
          // The child's memory check or the kernel sends SIGKILL.
          else reject(signal === 'SIGKILL' ? tooMuchMemory() : unreadable());
        });
      child.on('message', onMessage).on('exit', onExit).on('error', onError);
      begin();
    });
  }
}
