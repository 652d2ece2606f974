import { waveHead } from '@hearsay/testing';

const megabyte = 1024 * 1024;

export const saw = Buffer.alloc(megabyte);
for (let at = 0; at < saw.length; at += 2) saw.writeInt16LE(((at * 37) % 20_000) - 10_000, at);

export const wave = (bytes: number): Buffer => {
  const sound = Buffer.alloc(bytes);
  waveHead(bytes - 44).copy(sound);
  for (let at = 44; at < bytes; at += saw.length) saw.copy(sound, at, 0, Math.min(saw.length, bytes - at));
  return sound;
};

export const shortEpisode = `data:audio/wav;base64,${wave(44 + 1600).toString('base64')}`;

export const onePixelPng =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
