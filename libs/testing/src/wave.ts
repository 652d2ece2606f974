export const waveHeader = (soundBytes: number, sampleRate = 8000): Buffer => {
  const head = Buffer.alloc(44);
  head.write('RIFF    WAVEfmt ', 'latin1');
  head.writeUInt32LE(36 + soundBytes, 4);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(sampleRate, 24);
  head.writeUInt32LE(sampleRate * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(soundBytes, 40);
  return head;
};

/** A WAV file with a tone. `loudness` maps a position (0 to 1) to a loudness (0 to 1). */
export const waveTone = (seconds: number, loudness: (along: number) => number, sampleRate = 8000): Buffer => {
  const samples = Math.round(seconds * sampleRate);
  const sound = Buffer.alloc(samples * 2);
  for (let at = 0; at < samples; at += 1) {
    const height = Math.sin((2 * Math.PI * 440 * at) / sampleRate) * loudness(at / samples);
    sound.writeInt16LE(Math.round(30_000 * height), at * 2);
  }
  return Buffer.concat([waveHeader(sound.length, sampleRate), sound]);
};
