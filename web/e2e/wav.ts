const rate = 8000;

/** A sound of 16-bit mono PCM in a RIFF file, getting louder, of so many seconds. */
export const wav = (seconds: number): Buffer => {
  const samples = rate * seconds;
  const file = Buffer.alloc(44 + samples * 2);
  file.write('RIFF', 0);
  file.writeUInt32LE(36 + samples * 2, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(rate, 24);
  file.writeUInt32LE(rate * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36);
  file.writeUInt32LE(samples * 2, 40);
  for (let at = 0; at < samples; at++) {
    file.writeInt16LE(Math.round(Math.sin((at / rate) * 2 * Math.PI * 220) * 30_000 * (at / samples)), 44 + at * 2);
  }
  return file;
};
