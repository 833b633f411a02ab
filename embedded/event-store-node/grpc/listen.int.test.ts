import { once } from 'node:events';
import http2 from 'node:http2';
import { afterEach, describe, expect, it } from 'vitest';
import { waitFor } from '#tools/testing/wait-for.ts';
import {
  CONNECTION_START,
  createDataFrames,
  createHeadersFrame,
  createResetFrame,
  frameMessage,
  openSocket,
} from '../raw-http2.fixture.ts';
import type { Call } from './call.ts';
import { LISTEN_LIMITS, type ListenLimits, listen, type NodeServer } from './listen.ts';

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** Serves calls with one handler. */
async function serve(onCall: (call: Call) => void, limits: Partial<ListenLimits> = {}): Promise<NodeServer> {
  const server = await listen(
    { host: '127.0.0.1', port: 0 },
    (_, call) => onCall(call),
    (_, response) => response.end('page'),
    { ...LISTEN_LIMITS, ...limits },
  );
  cleanups.push(() => server.close());
  return server;
}

/** Sends bytes on a connection of HTTP/2. */
function send(server: NodeServer, ...frames: readonly Buffer[]) {
  const { socket, closed } = openSocket(server.port);
  socket.resume();
  socket.write(Buffer.concat([CONNECTION_START, ...frames]));
  cleanups.push(async () => void socket.destroy());
  return { socket, closed };
}

interface Outcome {
  status?: string;
  message?: string;
}

/** Opens a call on a connection of its own; `outcome` is what it ends with. */
function openCall(server: NodeServer) {
  const session = http2.connect(`http://127.0.0.1:${server.port}`);
  session.on('error', () => {});
  cleanups.push(async () => session.destroy());
  const request = session.request({
    ':method': 'POST',
    ':path': '/a.Service/Method',
    'content-type': 'application/grpc',
  });
  const outcome: Outcome = {};
  const note = (headers: http2.IncomingHttpHeaders): void => {
    if (headers['grpc-status'] !== undefined) outcome.status = String(headers['grpc-status']);
    if (headers['grpc-message'] !== undefined) outcome.message = String(headers['grpc-message']);
  };
  request
    .on('response', note)
    .on('trailers', note)
    .on('error', () => {})
    .resume();
  return { session, request, outcome };
}

const start = createHeadersFrame(1, '/a.Service/Method');
const message = frameMessage(Buffer.from('hello'));

describe('a call that the client has reset', () => {
  const actions: Record<string, (call: Call) => void> = {
    write: (call) => call.write(Buffer.alloc(10)),
    end: (call) => call.end(),
    'write and end': (call) => {
      call.write(Buffer.alloc(10));
      call.end();
    },
    fail: (call) => call.fail(new Error('late')),
    'reject with a status of HTTP': (call) => call.rejectWithHttpStatus(404),
    'throw in a guarded part': (call) =>
      call.guard(() => {
        throw new Error('late');
      }),
    'pause and resume': (call) => {
      call.pause();
      call.resume();
    },
    'receive one message': (call) => call.receiveOne(() => call.end()),
  };
  const moments: Record<string, (call: Call, act: () => void) => void> = {
    'when it arrives': (_, act) => act(),
    'in the middle of an exception': (_, act) => {
      act();
      throw new Error('late');
    },
    'when it closes': (call, act) => call.onClose(act),
    'after it has closed': (call, act) => call.onClose(() => setImmediate(act)),
  };

  describe.each(Object.keys(moments))('%s', (moment) => {
    it.each(Object.keys(actions))('may be used: %s', async (name) => {
      let uses = 0;
      const server = await serve((call) => {
        moments[moment]?.(call, () => {
          uses += 1;
          actions[name]?.(call);
        });
      });
      for (const code of [0, 8]) {
        const { socket, closed } = send(
          server,
          start,
          createDataFrames(1, message),
          createResetFrame(1, code),
        );
        await waitFor(() => server.countOpen().sessions === 1 && server.countOpen().calls === 0);
        socket.destroy();
        await closed;
        await waitFor(() => server.countOpen().sessions === 0);
      }
      await waitFor(() => uses === 2);
    });
  });
});

describe('a client that stops in the middle', () => {
  it.each([
    ['sends nothing', ''],
    ['sends two bytes', 'PR'],
    ['sends half a request of HTTP/1', 'GET /info HTTP/1.1\r\nhost: x\r\n'],
    ['sends half of the preface of HTTP/2', 'PRI * HTTP/2.0\r\n'],
  ])('is disconnected when it %s', async (_, text) => {
    const server = await serve((call) => call.end(), {
      prefaceTimeoutMs: 50,
      http1LifetimeMs: 50,
      pingAfterMs: 50,
    });
    const { socket, closed } = openSocket(server.port);
    socket.resume();
    socket.write(text);
    await closed;
    await waitFor(() => server.countOpen().connections === 0);
  });

  it('gets an error for half a request, which is not held any longer', async () => {
    const server = await serve((call) => call.receiveOne(() => call.end()), { requestTimeoutMs: 50 });
    const { request, outcome } = openCall(server);
    request.write(message.subarray(0, 7));
    await waitFor(() => outcome.message === 'The request was not complete in time.');
    request.end();
    await waitFor(() => server.countOpen().calls === 0);
  });

  it('may be silent between the messages of an endless call, but not within one', async () => {
    const messages: string[] = [];
    const onCall = (call: Call): void =>
      call.receive(
        (received) => messages.push(received.toString()),
        () => call.end(),
        { endless: true },
      );
    const server = await serve(onCall, { requestTimeoutMs: 100 });
    const silent = openCall(server);
    silent.request.write(message);
    await waitFor(() => messages.length === 1);
    const other = openCall(server);
    other.request.write(message.subarray(0, 7));
    await waitFor(() => other.outcome.message === 'The request was not complete in time.');
    silent.request.end(message);
    await waitFor(() => silent.outcome.status === '0');
    expect(messages).toEqual(['hello', 'hello']);
  });

  it('is cut off when it goes on sending after the response', async () => {
    const server = await serve((call) => call.fail(new Error('no')), { closeGraceMs: 50 });
    const { outcome } = openCall(server);
    await waitFor(() => outcome.status === '2');
    await waitFor(() => server.countOpen().calls === 0);
    expect(server.countOpen().sessions).toBe(1);
  });
});

it('refuses requests while the unfinished ones take too much memory', async () => {
  const server = await serve((call) => call.receiveOne(() => call.end()), { requestMemoryBytes: 150_000 });
  const half = frameMessage(Buffer.alloc(200_000)).subarray(0, 60_000);
  const first = openCall(server);
  first.request.write(half);
  // Its bytes are counted when the server has answered a later PING.
  await new Promise((resolve) => first.session.ping(resolve));
  const second = openCall(server);
  second.request.write(Buffer.concat([half, half]));
  await waitFor(() => second.outcome.status === '14');
  expect(second.outcome.message).toContain('too much memory');
  first.session.destroy();
  second.session.destroy();
  await waitFor(() => server.countOpen().sessions === 0 && server.countOpen().calls === 0);
  const third = openCall(server);
  third.request.end(frameMessage(Buffer.alloc(60_000)));
  await waitFor(() => third.outcome.status === '0');
});

it('accepts a limited number of connections', async () => {
  const server = await serve((call) => call.end(), { maxConnections: 2 });
  const accepted = [send(server), send(server)];
  await Promise.all(accepted.map(({ socket }) => once(socket, 'data')));
  const { socket, closed } = openSocket(server.port);
  socket.write(CONNECTION_START);
  await closed;
  accepted[0]?.socket.destroy();
  await waitFor(() => server.countOpen().connections === 1);
  const { socket: next } = send(server);
  await once(next, 'data');
});
