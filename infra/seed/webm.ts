/** A picture that stands alone: a VP8 key frame. */
export type KeyFrame = Uint8Array<ArrayBuffer>;

type Bytes = Uint8Array<ArrayBuffer>;

/** Identifiers of elements, as RFC 9559 (Matroska) and the WebM guidelines name them. */
const ids = {
  ebml: 0x1a45dfa3,
  ebmlVersion: 0x4286,
  ebmlReadVersion: 0x42f7,
  ebmlMaxIdLength: 0x42f2,
  ebmlMaxSizeLength: 0x42f3,
  docType: 0x4282,
  docTypeVersion: 0x4287,
  docTypeReadVersion: 0x4285,
  segment: 0x18538067,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  duration: 0x4489,
  muxingApp: 0x4d80,
  writingApp: 0x5741,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackNumber: 0xd7,
  trackUid: 0x73c5,
  trackType: 0x83,
  flagLacing: 0x9c,
  codecId: 0x86,
  defaultDuration: 0x23e383,
  video: 0xe0,
  pixelWidth: 0xb0,
  pixelHeight: 0xba,
  cues: 0x1c53bb6b,
  cuePoint: 0xbb,
  cueTime: 0xb3,
  cueTrackPositions: 0xb7,
  cueTrack: 0xf7,
  cueClusterPosition: 0xf1,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
  simpleBlock: 0xa3,
} as const;

/** Timestamps count milliseconds. */
const nanosecondsPerTick = 1_000_000;
const trackNumber = 1;
const videoTrack = 1;
/** Flags of a block: the frame needs no other one. */
const keyFrameFlag = 0x80;
/** A size of EBML on four bytes begins with this bit. */
const sizeOnFourBytes = 0x1000_0000;

const joined = (parts: readonly Bytes[]): Bytes => {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
};

/** Four bytes, the highest first. */
const fourBytes = (value: number): Bytes => {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
};

const idBytes = (id: number): Bytes => {
  const bytes = fourBytes(id);
  return bytes.slice(bytes.findIndex((byte) => byte !== 0));
};

const element = (id: number, ...content: readonly Bytes[]): Bytes => {
  const body = joined(content);
  return joined([idBytes(id), fourBytes(sizeOnFourBytes + body.length), body]);
};
const number = (id: number, value: number): Bytes => element(id, fourBytes(value));
const text = (id: number, value: string): Bytes => element(id, new TextEncoder().encode(value));

const float = (id: number, value: number): Bytes => {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setFloat64(0, value);
  return element(id, bytes);
};

/** A frame with its time after the begin of its cluster, in ticks. */
const simpleBlock = (frame: KeyFrame, ticks: number): Bytes => {
  const head = new Uint8Array(4);
  head[0] = 0x80 | trackNumber;
  new DataView(head.buffer).setInt16(1, ticks);
  head[3] = keyFrameFlag;
  return element(ids.simpleBlock, head, frame);
};

export interface Film {
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  readonly framesPerSecond: number;
  readonly frames: readonly KeyFrame[];
}

/** Writes a silent film as WebM: one track of VP8, a cluster a second, and cues, so that players can seek. */
export const webmOf = ({ width, height, framesPerSecond, frames }: Film): Bytes => {
  const ticksOf = (frame: number) => Math.round((frame * 1000) / framesPerSecond);
  const clusters: { readonly at: number; readonly bytes: Bytes }[] = [];
  for (let first = 0; first < frames.length; first += framesPerSecond) {
    const at = ticksOf(first);
    const blocks = frames
      .slice(first, first + framesPerSecond)
      .map((frame, index) => simpleBlock(frame, ticksOf(first + index) - at));
    clusters.push({ at, bytes: element(ids.cluster, number(ids.timestamp, at), ...blocks) });
  }
  const info = element(
    ids.info,
    number(ids.timestampScale, nanosecondsPerTick),
    float(ids.duration, ticksOf(frames.length)),
    text(ids.muxingApp, 'hearsay'),
    text(ids.writingApp, 'hearsay'),
  );
  const track = element(
    ids.trackEntry,
    number(ids.trackNumber, trackNumber),
    number(ids.trackUid, trackNumber),
    number(ids.trackType, videoTrack),
    number(ids.flagLacing, 0),
    text(ids.codecId, 'V_VP8'),
    number(ids.defaultDuration, Math.round(1e9 / framesPerSecond)),
    element(ids.video, number(ids.pixelWidth, width), number(ids.pixelHeight, height)),
  );
  const tracks = element(ids.tracks, track);
  /** Where clusters lie is counted from the segment's content on; all numbers have one length, so that of the cues is known beforehand. */
  const cuesAt = (firstCluster: number): Bytes => {
    let position = firstCluster;
    const points = clusters.map(({ at, bytes }) => {
      const place = element(
        ids.cueTrackPositions,
        number(ids.cueTrack, trackNumber),
        number(ids.cueClusterPosition, position),
      );
      position += bytes.length;
      return element(ids.cuePoint, number(ids.cueTime, at), place);
    });
    return element(ids.cues, ...points);
  };
  const cues = cuesAt(info.length + tracks.length + cuesAt(0).length);
  const head = element(
    ids.ebml,
    number(ids.ebmlVersion, 1),
    number(ids.ebmlReadVersion, 1),
    number(ids.ebmlMaxIdLength, 4),
    number(ids.ebmlMaxSizeLength, 8),
    text(ids.docType, 'webm'),
    number(ids.docTypeVersion, 2),
    number(ids.docTypeReadVersion, 2),
  );
  return joined([head, element(ids.segment, info, tracks, cues, ...clusters.map(({ bytes }) => bytes))]);
};
