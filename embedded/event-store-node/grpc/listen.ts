import { createServer as createHttpServer, type RequestListener } from 'node:http';
import http2 from 'node:http2';
import { type AddressInfo, createServer as createNetServer, type Socket } from 'node:net';
import { Call } from './call.ts';

/** How a call is answered: by its path (`/package.Service/Method`). */
export type CallHandler = (path: string, call: Call) => void;

export interface Listening {
  readonly port: number;
  /** Takes no new connections and asks the clients to open no new calls. */
  goAway(): void;
  close(): Promise<void>;
}

const SETTINGS: http2.Settings = {
  maxConcurrentStreams: 100,
  initialWindowSize: 786_432,
  maxFrameSize: 16_384,
  maxHeaderListSize: 32_768,
};
/** Node's own 10 MB would refuse calls of a client whose answers wait to be taken. */
const SESSION_MEMORY_MB = 512;
const CONNECTION_WINDOW = 4 * 1024 * 1024;
const PING_AFTER_MS = 11_000;
const PREFACE = 'PRI';

/** Serves gRPC and plain HTTP/1 on one port of one host. Port 0 means any free one. */
export async function listen(
  address: { host: string; port: number },
  onCall: CallHandler,
  onHttp: RequestListener,
): Promise<Listening> {
  const http = createHttpServer({ keepAliveTimeout: 5_000 }, onHttp);
  const grpc = http2.createServer({ settings: SETTINGS, maxSessionMemory: SESSION_MEMORY_MB });
  const sessions = new Set<http2.ServerHttp2Session>();
  const sockets = new Set<Socket>();
  grpc.on('session', (session) => {
    sessions.add(session);
    session.on('close', () => sessions.delete(session));
    session.on('error', () => session.destroy());
    session.setLocalWindowSize(CONNECTION_WINDOW);
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
    sniff(socket, (isHttp2) => (isHttp2 ? grpc : http).emit('connection', socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(address.port, address.host, resolve);
  });

  return {
    port: portOf(server.address()),
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

function portOf(address: AddressInfo | string | null): number {
  if (typeof address !== 'object' || !address) throw new Error('not listening on a port');
  return address.port;
}

/** Looks at a connection's first bytes, and leaves them in it, to tell HTTP/2 from HTTP/1. */
function sniff(socket: Socket, decided: (isHttp2: boolean) => void): void {
  let seen = Buffer.alloc(0);
  const onData = (chunk: Buffer): void => {
    seen = Buffer.concat([seen, chunk]);
    if (seen.length < PREFACE.length) return;
    socket.removeListener('data', onData);
    socket.pause();
    socket.unshift(seen);
    const isHttp2 = seen.toString('latin1', 0, PREFACE.length) === PREFACE;
    decided(isHttp2);
    // An HTTP/2 session takes what was put back by itself.
    if (!isHttp2) socket.resume();
  };
  socket.on('data', onData);
}

/** Asks a silent client whether it is still there, and lets go of it if it does not answer. */
function pingWhenSilent(session: http2.ServerHttp2Session): void {
  let received = session.socket.bytesRead;
  let unanswered = false;
  const timer = setInterval(() => {
    const now = session.socket.bytesRead;
    if (now !== received) {
      received = now;
      unanswered = false;
    } else if (unanswered) {
      session.destroy();
    } else {
      unanswered = true;
      session.ping(() => {});
    }
  }, PING_AFTER_MS);
  session.on('close', () => clearInterval(timer));
}
