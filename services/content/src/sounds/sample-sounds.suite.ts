import { waveTone as toneOf } from '@hearsay/testing';

export const waveTone = (seconds: number, sampleRate?: number): Buffer =>
  toneOf(seconds, (along) => (along < 0.5 ? 0 : 0.5), sampleRate);

const mp3FrameSamples = 1152;

/**
 * MP3, 128 kbit/s at 44.1 kHz, mono. Frames whose side information is all zeros are silent (ISO/IEC 11172-3, 2.4.1).
 */
export const silentMp3 = (seconds: number): Buffer => {
  const frame = Buffer.alloc(Math.floor((144 * 128_000) / 44_100));
  frame.writeUInt32BE(0xfffb90c4, 0);
  return Buffer.concat(Array.from({ length: Math.ceil((seconds * 44_100) / mp3FrameSamples) }, () => frame));
};

const oggTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte << 24;
  for (let bit = 0; bit < 8; bit += 1) value = value & 0x80000000 ? (value << 1) ^ 0x04c11db7 : value << 1;
  return value >>> 0;
});

/** One page of Ogg with one packet (RFC 3533, section 6). */
const oggPage = (packet: Buffer, sequence: number, granule: number, flags: number): Buffer => {
  const head = Buffer.alloc(28);
  head.write('OggS', 0, 'latin1');
  head[5] = flags;
  head.writeBigInt64LE(BigInt(granule), 6);
  head.writeUInt32LE(1, 14);
  head.writeUInt32LE(sequence, 18);
  head[26] = 1;
  head[27] = packet.length;
  const page = Buffer.concat([head, packet]);
  let crc = 0;
  for (const byte of page) crc = ((crc << 8) ^ oggTable[((crc >>> 24) ^ byte) & 0xff]!) >>> 0;
  page.writeUInt32LE(crc, 22);
  return page;
};

const opusPacketSamples = 960;

/** Ogg with Opus, mono: packets of 20 ms of silence (RFC 7845; RFC 6716, section 3.1: CELT, full band). */
export const silentOpus = (seconds: number): Buffer => {
  const head = Buffer.alloc(19);
  head.write('OpusHead', 0, 'latin1');
  head[8] = 1;
  head[9] = 1;
  head.writeUInt32LE(48_000, 12);
  const tags = Buffer.concat([Buffer.from('OpusTags'), Buffer.alloc(8)]);
  const packets = Math.ceil(seconds * 50);
  const silence = Buffer.from([0xf8, 0xff, 0xfe]);
  return Buffer.concat([
    oggPage(head, 0, 0, 2),
    oggPage(tags, 1, 0, 0),
    ...Array.from({ length: packets }, (_, index) =>
      oggPage(silence, index + 2, (index + 1) * opusPacketSamples, index === packets - 1 ? 4 : 0),
    ),
  ]);
};

/** The header of an AVI file with 25 frames a second. The tests need no other bytes of such a file. */
export const aviHeader = (frames: number): Buffer => {
  const bytes = Buffer.alloc(512);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(504, 4);
  bytes.write('AVI LIST', 8, 'latin1');
  bytes.writeUInt32LE(192, 16);
  bytes.write('hdrlavih', 20, 'latin1');
  bytes.writeUInt32LE(56, 28);
  bytes.writeUInt32LE(40_000, 32);
  bytes.writeUInt32LE(frames, 48);
  return bytes;
};
