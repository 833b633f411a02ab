import { createServer as createHttpServer, type RequestListener } from 'node:http';
import http2 from 'node:http2';
import { type AddressInfo, createServer as createNetServer, type Socket } from 'node:net';
import { Call, type CallLimits } from './call.ts';
import { RequestMemory } from './request-memory.ts';

/** Answers a call by its path (`/package.Service/Method`). */
export type CallHandler = (path: string, call: Call) => void;

/** Limits for clients that stop in the middle. */
export interface ListenLimits extends Omit<CallLimits, 'memory'> {
  readonly maxConnections: number;
  /** The memory that the unfinished requests of all calls may take together. */
  readonly requestMemoryBytes: number;
  /** The time within which a connection must choose its protocol. */
  readonly prefaceTimeoutMs: number;
  /** A connection of HTTP/1 is closed after this time. */
  readonly http1LifetimeMs: number;
  /** A client of HTTP/2 that is silent so long gets a PING, and must answer within the same time. */
  readonly pingAfterMs: number;
}

export const LISTEN_LIMITS: ListenLimits = {
  maxConnections: 1_024,
  requestMemoryBytes: 256 * 1024 * 1024,
  prefaceTimeoutMs: 10_000,
  http1LifetimeMs: 30_000,
  pingAfterMs: 11_000,
  requestTimeoutMs: 30_000,
  closeGraceMs: 5_000,
};

/** What is open at the moment. */
export interface OpenCounts {
  readonly connections: number;
  readonly sessions: number;
  readonly calls: number;
}

export interface NodeServer {
  readonly port: number;
  countOpen(): OpenCounts;
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
const SESSION_GRACE_MS = 1_000;
const PREFACE = 'PRI';

/** Serves gRPC and plain HTTP/1 on one port of one host. Port 0 means any free port. */
export async function listen(
  address: { host: string; port: number },
  onCall: CallHandler,
  onHttp: RequestListener,
  limits: ListenLimits = LISTEN_LIMITS,
): Promise<NodeServer> {
  const http = createHttpServer({ keepAliveTimeout: 5_000 }, onHttp);
  const grpc = http2.createServer({ settings: SETTINGS, maxSessionMemory: SESSION_MEMORY_MB });
  const sessions = new Set<http2.ServerHttp2Session>();
  const sockets = new Set<Socket>();
  const calls = new Set<Call>();
  const callLimits: CallLimits = { ...limits, memory: new RequestMemory(limits.requestMemoryBytes) };
  grpc.on('session', (session) => {
    sessions.add(session);
    session.on('close', () => sessions.delete(session));
    session.on('error', () => session.destroy());
    if (session.destroyed) return;
    outliveStreams(session);
    session.setLocalWindowSize(CONNECTION_WINDOW_BYTES);
    pingWhenSilent(session, limits.pingAfterMs);
  });
  grpc.on('sessionError', () => {});
  grpc.on('stream', (stream, headers) => {
    const call = new Call(stream, headers, callLimits);
    calls.add(call);
    call.onClose(() => calls.delete(call));
    const type = headers['content-type'] ?? '';
    if (headers[':method'] !== 'POST' || !/^application\/grpc($|[+;])/.test(type)) {
      call.rejectWithHttpStatus(415);
    } else {
      call.guard(() => onCall(headers[':path'] ?? '', call));
    }
  });

  const server = createNetServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    let timer = setTimeout(() => socket.destroy(), limits.prefaceTimeoutMs);
    socket.on('close', () => {
      clearTimeout(timer);
      sockets.delete(socket);
    });
    socket.on('error', () => socket.destroy());
    detectProtocol(socket, (isHttp2) => {
      clearTimeout(timer);
      if (!isHttp2) timer = setTimeout(() => socket.destroy(), limits.http1LifetimeMs);
      (isHttp2 ? grpc : http).emit('connection', socket);
    });
  });
  server.maxConnections = limits.maxConnections;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(address.port, address.host, resolve);
  });
  // A connection that could not be accepted is the client's failure only.
  server.on('error', () => {});

  return {
    port: readPort(server.address()),
    countOpen: () => ({ connections: sockets.size, sessions: sessions.size, calls: calls.size }),
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

/**
 * Keeps the native part of a session for a moment after its end. Node frees the streams that a client broke off a tick of the event
 * loop later than their session. When the session is collected as garbage before them, a failed assertion aborts the process.
 */
function outliveStreams(session: http2.ServerHttp2Session): void {
  // Node's own fields, one of which is the native session.
  const fields: unknown[] = Object.getOwnPropertySymbols(session).map((key) => Reflect.get(session, key));
  session.on('close', () => {
    setTimeout(() => fields.splice(0), SESSION_GRACE_MS).unref();
  });
}

/** Pings a silent client, and closes its connection when it does not answer. */
function pingWhenSilent(session: http2.ServerHttp2Session, afterMs: number): void {
  let lastBytesRead = session.socket.bytesRead;
  let isUnanswered = false;
  const timer = setInterval(() => {
    // A destroyed session has no socket, and reports its end later.
    if (session.destroyed) return;
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
  }, afterMs);
  session.on('close', () => clearInterval(timer));
}
