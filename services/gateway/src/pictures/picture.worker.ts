import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import type { PictureMessage, PictureTask } from './picture-process.ts';
import { drawPreview } from './preview-image.ts';
import { squaresOf } from './squares.ts';

/*
 * libvips allocates outside of V8, so no Node flag limits its memory. So this process kills itself above the limit. The
 * imports name `.ts` files, so that Node can also run this file from source.
 */

/** Interval of the memory checks. Decoding allocates only a few megabytes in this time. */
const watchIntervalMs = 10;
const maxBytes = Number(process.argv[2]) * 1024 * 1024;

// If the machine runs out of memory, Linux kills this process before the gateway.
await writeFile('/proc/self/oom_score_adj', '1000').catch(() => undefined);
sharp.concurrency(1);
sharp.cache(false);

const say = (message: PictureMessage) => process.send!(message);
// `process.exit` would wait for the thread that decodes.
const endNow = () => process.kill(process.pid, 'SIGKILL');
process.once('disconnect', endNow);
// Ignores Ctrl-C, which reaches the whole process group. The gateway ends this process when it closes.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);

process.on('message', async (task: PictureTask) => {
  const watch = setInterval(() => process.memoryUsage.rss() > maxBytes && endNow(), watchIntervalMs);
  const answer = 'squaresOf' in task ? await squaresOf(task.squaresOf) : { preview: await drawPreview(task.previewOf) };
  clearInterval(watch);
  say(answer);
});
say('ready');
