import { promisify } from 'node:util';
import { constants, gzip, gzipSync } from 'node:zlib';

/** The fastest level: most of an answer's repetition is gone with it, and this process has other things to do. */
const quick = { level: constants.Z_BEST_SPEED };
const packAside = promisify(gzip);
/** A text of so many characters, at most, is packed where it is: that takes as long as writing it did. */
const mostAtOnce = 256 * 1024;

/**
 * Packs a text with gzip. A thread of its own is for long ones alone: its handle, which carries the callback and with that the whole request, counts
 * as a root in every collection of young garbage, so that each packed answer lies in the old generation until the next full collection
 * (`JSObject::IsUnmodifiedApiObject` in V8's sources). In a flood of reads full collections came every two seconds because of that.
 */
export const pack = (text: string): Buffer | Promise<Buffer> =>
  text.length <= mostAtOnce ? gzipSync(text, quick) : (packAside(text, quick) as Promise<Buffer>);
