import { parentPort, workerData } from 'node:worker_threads';
import { ByteReader } from './byte-reader.ts';
import { headerWithDuration } from './movie-length.ts';
import { proveSound, WrongSoundTypeError } from './prove-sound.ts';
import type { SoundRequest, WorkerMessage } from './sound-facts.ts';
import { waveformOf } from './waveform.ts';

/*
 * Parses users' bytes in a thread of its own, without media store and network. The main thread may end it at any time.
 * Imports name `.ts` files, so that Node can also run this file from source.
 */
const say = (message: WorkerMessage) => parentPort!.postMessage(message);
const { question, pieces } = workerData as {
  question: SoundRequest;
  pieces: ConstructorParameters<typeof ByteReader>[0];
};
const reader = new ByteReader(pieces, question.bytes);

try {
  const { container, facts, audio, counted } = await proveSound(reader, question);
  // Sends the proven facts now, because the worker may be ended while it counts the length.
  say({ facts });
  const known = await counted();
  const isMovie = container === 'mp4' || container === 'quicktime';
  say({
    facts: known,
    newStart: isMovie && known.duration !== null ? await headerWithDuration(reader, known.duration) : null,
  });
  const waveform =
    question.mediaType === 'audio' ? await waveformOf(reader, { container, audio, duration: known.duration }) : null;
  say({ waveform });
} catch (error) {
  if (!(error instanceof WrongSoundTypeError)) throw error;
  say({ refused: error.message });
} finally {
  pieces.close();
}
