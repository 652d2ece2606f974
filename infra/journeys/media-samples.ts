import { waveHeader } from '@hearsay/testing';

const megabyte = 1024 * 1024;

export const sawtooth = Buffer.alloc(megabyte);
for (let at = 0; at < sawtooth.length; at += 2) sawtooth.writeInt16LE(((at * 37) % 20_000) - 10_000, at);

export const wavFile = (bytes: number): Buffer => {
  const sound = Buffer.alloc(bytes);
  waveHeader(bytes - 44).copy(sound);
  for (let at = 44; at < bytes; at += sawtooth.length)
    sawtooth.copy(sound, at, 0, Math.min(sawtooth.length, bytes - at));
  return sound;
};

export const shortEpisode = `data:audio/wav;base64,${wavFile(44 + 1600).toString('base64')}`;

export const onePixelPng =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
