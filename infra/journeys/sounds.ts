const megabyte = 1024 * 1024;

/** The head of a WAVE, mono, 16 bits at 8 kHz, that has so many bytes in all. */
const waveHead = (bytes: number): Buffer => {
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(bytes - 8, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  for (const [value, at] of [
    [16, 16],
    [8000, 24],
    [16_000, 28],
    [bytes - 44, 40],
  ] as const)
    head.writeUInt32LE(value, at);
  for (const [value, at] of [
    [1, 20],
    [1, 22],
    [2, 32],
    [16, 34],
  ] as const)
    head.writeUInt16LE(value, at);
  head.write('data', 36, 'latin1');
  return head;
};

/** A megabyte of a saw, so that it is heard and was made by nobody. */
export const saw = Buffer.alloc(megabyte);
for (let at = 0; at < saw.length; at += 2) saw.writeInt16LE(((at * 37) % 20_000) - 10_000, at);

/** A sound of so many bytes. */
export const wave = (bytes: number): Buffer => {
  const sound = Buffer.alloc(bytes);
  waveHead(bytes).copy(sound);
  for (let at = 44; at < bytes; at += saw.length) saw.copy(sound, at, 0, Math.min(saw.length, bytes - at));
  return sound;
};

/** A tenth of a second as a data URL, as an episode may be published. */
export const shortEpisode = `data:audio/wav;base64,${wave(44 + 1600).toString('base64')}`;
