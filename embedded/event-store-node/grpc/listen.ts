import { createServer as createHttpServer, type RequestListener } from 'node:http';
import http2 from 'node:http2';
import { type AddressInfo, createServer as createNetServer, type Socket } from 'node:net';
import { Call } from './call.ts';

/** Answers a call by its path (`/package.Service/Method`). */
export type CallHandler = (path: string, call: Call) => void;

export interface NodeServer {
  readonly port: number;
  /** Accepts no new connections, and sends GOAWAY so that clients open no new calls. */
  goAway(): void;
  close(): Promise<void>;
}

const SETTINGS: http2.Settings = {
  maxConcurrentStreams: 100,
  initialWindowSize: 786_432,
  maxFrameSize: 16_384,
  maxHeaderListSize: 32_768,
};
/** Node's default of 10 MB rejects calls of a client that reads its responses slowly. */
const SESSION_MEMORY_MB = 512;
const CONNECTION_WINDOW_BYTES = 4 * 1024 * 1024;
const PING_AFTER_MS = 11_000;
const PREFACE = 'PRI';

/** Serves gRPC and plain HTTP/1 on one port of one host. Port 0 means any free port. */
export async function listen(
  address: { host: string; port: number },
  onCall: CallHandler,
  onHttp: RequestListener,
): Promise<NodeServer> {
  const http = createHttpServer({ keepAliveTimeout: 5_000 }, onHttp);
  const grpc = http2.createServer({ settings: SETTINGS, maxSessionMemory: SESSION_MEMORY_MB });
  const sessions = new Set<http2.ServerHttp2Session>();
  const sockets = new Set<Socket>();
  grpc.on('session', (session) => {
    sessions.add(session);
    session.on('close', () => sessions.delete(session));
    session.on('error', () => session.destroy());
    session.setLocalWindowSize(CONNECTION_WINDOW_BYTES);
    pingWhenSilent(session);
  });
  grpc.on('sessionError', () => {});
  grpc.on('stream', (stream, headers) => {
    const type = headers['content-type'] ?? '';
    if (headers[':method'] !== 'POST' || !/^application\/grpc($|[+;])/.test(type)) {
      stream.on('error', () => {});
      stream.respond({ ':status': 415 }, { endStream: true });
      return;
    }
    onCall(headers[':path'] ?? '', new Call(stream, headers));
  });

  const server = createNetServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    detectProtocol(socket, (isHttp2) => (isHttp2 ? grpc : http).emit('connection', socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(address.port, address.host, resolve);
  });

  return {
    port: readPort(server.address()),
    goAway: () => {
      server.close();
      for (const session of sessions) session.close();
    },
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const session of sessions) session.destroy();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

function readPort(address: AddressInfo | string | null): number {
  if (typeof address !== 'object' || !address) throw new Error('The server does not listen on a port');
  return address.port;
}

/** Distinguishes HTTP/2 from HTTP/1 by a connection's first bytes, and puts them back. */
function detectProtocol(socket: Socket, onDetected: (isHttp2: boolean) => void): void {
  let received = Buffer.alloc(0);
  const onData = (chunk: Buffer): void => {
    received = Buffer.concat([received, chunk]);
    if (received.length < PREFACE.length) return;
    socket.removeListener('data', onData);
    socket.pause();
    socket.unshift(received);
    const isHttp2 = received.toString('latin1', 0, PREFACE.length) === PREFACE;
    onDetected(isHttp2);
    // An HTTP/2 session reads the bytes that were put back by itself.
    if (!isHttp2) socket.resume();
  };
  socket.on('data', onData);
}

/** Pings a silent client, and closes its connection when it does not answer. */
function pingWhenSilent(session: http2.ServerHttp2Session): void {
  let lastBytesRead = session.socket.bytesRead;
  let isUnanswered = false;
  const timer = setInterval(() => {
    const { bytesRead } = session.socket;
    if (bytesRead !== lastBytesRead) {
      lastBytesRead = bytesRead;
      isUnanswered = false;
    } else if (isUnanswered) {
      session.destroy();
    } else {
      isUnanswered = true;
      session.ping(() => {});
    }
  }, PING_AFTER_MS);
  session.on('close', () => clearInterval(timer));
}
