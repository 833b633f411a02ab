import { connect, type Socket } from 'node:net';

/** Frames of HTTP/2, written by hand, so that a test decides which bytes arrive and which arrive together. */

const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
const MAX_FRAME_BYTES = 16_384;
const Type = { data: 0, headers: 1, reset: 3, settings: 4, goAway: 7 } as const;
const Flag = { endStream: 1, endHeaders: 4 } as const;

function createFrame(type: number, flags: number, streamId: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(streamId, 5);
  return Buffer.concat([head, payload]);
}

function toUint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** HPACK's string with a length of seven bits or more. */
function encodeText(text: string): Buffer {
  const bytes = Buffer.from(text);
  const length: number[] = [Math.min(bytes.length, 127)];
  if (bytes.length >= 127) {
    let rest = bytes.length - 127;
    for (; rest >= 128; rest = Math.floor(rest / 128)) length.push((rest % 128) | 128);
    length.push(rest);
  }
  return Buffer.concat([Buffer.from(length), bytes]);
}

/** What a client sends first. */
export const CONNECTION_START: Buffer = Buffer.concat([
  PREFACE,
  createFrame(Type.settings, 0, 0, Buffer.alloc(0)),
]);

export function createHeadersFrame(
  streamId: number,
  path: string,
  more: Readonly<Record<string, string>> = {},
): Buffer {
  const headers = {
    ':method': 'POST',
    ':scheme': 'http',
    ':path': path,
    ':authority': 'localhost',
    'content-type': 'application/grpc',
    te: 'trailers',
    ...more,
  };
  const block = Object.entries(headers).map(([name, value]) =>
    Buffer.concat([Buffer.from([0]), encodeText(name), encodeText(value)]),
  );
  return createFrame(Type.headers, Flag.endHeaders, streamId, Buffer.concat(block));
}

/** The bytes in as many frames as they need. */
export function createDataFrames(streamId: number, bytes: Buffer, { end = false } = {}): Buffer {
  const frames: Buffer[] = [];
  let at = 0;
  do {
    const next = Math.min(bytes.length, at + MAX_FRAME_BYTES);
    const isLast = next === bytes.length;
    frames.push(
      createFrame(Type.data, end && isLast ? Flag.endStream : 0, streamId, bytes.subarray(at, next)),
    );
    at = next;
  } while (at < bytes.length);
  return Buffer.concat(frames);
}

export function createResetFrame(streamId: number, code: number): Buffer {
  return createFrame(Type.reset, 0, streamId, toUint32(code));
}

export function createGoAwayFrame(lastStreamId: number, code: number): Buffer {
  return createFrame(Type.goAway, 0, 0, Buffer.concat([toUint32(lastStreamId), toUint32(code)]));
}

/** A message with gRPC's prefix. */
export function frameMessage(message: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from([0]), toUint32(message.length), message]);
}

/** A connection whose errors do not matter. `closed` resolves when it has ended in any way. */
export function openSocket(port: number): { socket: Socket; closed: Promise<void> } {
  const socket = connect({ port, host: '127.0.0.1' });
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('error', () => {});
  return { socket, closed };
}
