import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import type { PictureMessage, PictureTask } from './picture-tasks.ts';
import { drawPreview } from './preview-image.ts';
import { squaresOf } from './squares.ts';

/*
 * Strangers' pictures are decoded, and previews are drawn, in a process of its own. libvips takes its memory outside of V8, so no flag of
 * Node bounds it; this process ends itself above the limit. Its files import each other as they are called on disk, so that Node can run
 * them from their sources as well.
 */

/** Short enough that decoding takes few megabytes between two looks. */
const watchIntervalMs = 10;
const maxBytes = Number(process.argv[2]) * 1024 * 1024;

// Where memory is short, Linux ends this process before the gateway.
await writeFile('/proc/self/oom_score_adj', '1000').catch(() => undefined);
sharp.concurrency(1);
sharp.cache(false);

const say = (message: PictureMessage) => process.send!(message);
// `process.exit` would wait for the thread that decodes.
const endNow = () => process.kill(process.pid, 'SIGKILL');
process.once('disconnect', endNow);
// Ctrl-C reaches the whole group. The gateway ends this process when it has closed.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);

process.on('message', async (task: PictureTask) => {
  const watch = setInterval(() => process.memoryUsage.rss() > maxBytes && endNow(), watchIntervalMs);
  const answer = 'squaresOf' in task ? await squaresOf(task.squaresOf) : { preview: await drawPreview(task.previewOf) };
  clearInterval(watch);
  say(answer);
});
say('ready');
