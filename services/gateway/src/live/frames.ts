import type { ServerFrame } from '@hearsay/contracts';

const textFrame = 0x81;

/**
 * A text as one unmasked, final WebSocket frame (RFC 6455 5.2). Made once, it is written to any number of sockets as it is:
 * permessage-deflate is off, so a frame is the same for everyone.
 */
export const wireFrame = (text: string): Buffer => {
  const length = Buffer.byteLength(text);
  const headerLength = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(headerLength + length);
  frame[0] = textFrame;
  if (headerLength === 2) frame[1] = length;
  else if (headerLength === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, headerLength);
  return frame;
};

/** One of the frames of `realtime.ts`, ready for the wire. */
export const serverFrame = (frame: ServerFrame): Buffer => wireFrame(JSON.stringify(frame));

/** A room frame out of entries that are JSON already. */
export const roomFrame = (room: {
  questionId: string;
  discussionCount: number;
  from: number;
  to: number;
  entries: readonly string[];
}): Buffer =>
  wireFrame(
    `{"type":"room","data":{"message":"","questionId":"${room.questionId}","discussionCount":${room.discussionCount},` +
      `"from":${room.from},"to":${room.to},"entries":[${room.entries.join(',')}]}}`,
  );

export const resyncFrame = (questionId: string): Buffer => serverFrame({ type: 'resync', data: { message: '', questionId } });

export const errorFrame = (code: string, message: string, questionId?: string): Buffer =>
  serverFrame({ type: 'error', data: { message, code, ...(questionId && { questionId }) } });
