import { once } from 'node:events';
import { z } from 'zod';
import { waitFor } from '#tools/testing/wait-for.ts';

const mib = 1024 * 1024;
const targets = z.array(z.object({ webSocketDebuggerUrl: z.string() }));
const message = z.object({
  id: z.number().optional(),
  method: z.string().optional(),
  params: z.unknown().optional(),
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).optional(),
});
const attachedParams = z.object({ sessionId: z.string(), workerInfo: z.object({ url: z.string() }) });
const detachedParams = z.object({ sessionId: z.string() });
const workerMessageParams = z.object({ sessionId: z.string(), message: z.string() });
const evaluation = z.object({ result: z.object({ value: z.string() }) });

const figures = z.object({
  heapUsed: z.number(),
  external: z.number(),
  arrayBuffers: z.number(),
  handles: z.number(),
  delayMs: z.number(),
});

/** Figures of a thread after a garbage collection; sizes in MiB. */
export interface ThreadFigures {
  readonly thread: string;
  readonly heapUsed: number;
  /** Memory outside of the heap, such as array buffers. */
  readonly external: number;
  /** Number of active resources: sockets, timers, servers. */
  readonly handles: number;
  /** 99th percentile of the event loop's delay since the last measurement, milliseconds. */
  readonly delayMs: number;
}

type Send = (method: string, params: object) => Promise<unknown>;

/** Runs in the thread. The first call starts the monitor of its event loop. */
const measure = `(() => {
  const { monitorEventLoopDelay } = process.getBuiltinModule('node:perf_hooks');
  if (globalThis.benchLoopDelay === undefined) {
    globalThis.benchLoopDelay = monitorEventLoopDelay({ resolution: 20 });
    globalThis.benchLoopDelay.enable();
  }
  const delay = globalThis.benchLoopDelay;
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  const delayMs = delay.count === 0 ? 0 : Math.max(0, delay.percentile(99) / 1e6 - 20);
  delay.reset();
  return JSON.stringify({ heapUsed, external, arrayBuffers, delayMs, handles: process.getActiveResourcesInfo().length });
})()`;

async function readFigures(thread: string, send: Send): Promise<ThreadFigures> {
  await send('HeapProfiler.collectGarbage', {});
  const answer = evaluation.parse(
    await send('Runtime.evaluate', { expression: measure, returnByValue: true }),
  );
  const { heapUsed, external, handles, delayMs } = figures.parse(JSON.parse(answer.result.value));
  return { thread, heapUsed: heapUsed / mib, external: external / mib, handles, delayMs };
}

/** Sends requests to one thread and matches the answers by id. */
class Channel {
  readonly #post: (text: string) => void;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #count = 0;

  constructor(post: (text: string) => void) {
    this.#post = post;
  }

  readonly send: Send = (method, params) => {
    this.#count += 1;
    const answer = Promise.withResolvers<unknown>();
    this.#waiting.set(this.#count, answer);
    this.#post(JSON.stringify({ id: this.#count, method, params }));
    return answer.promise;
  };

  receive({ id, result, error }: z.infer<typeof message>): void {
    const answer = id === undefined ? undefined : this.#waiting.get(id);
    if (id === undefined || answer === undefined) return;
    this.#waiting.delete(id);
    if (error === undefined) answer.resolve(result);
    else answer.reject(new Error(error.message));
  }

  rejectAll(): void {
    for (const answer of this.#waiting.values()) answer.reject(new Error('The thread has ended'));
    this.#waiting.clear();
  }
}

/** Measures the threads of a Node process that was started with `--inspect`. */
export class Inspector {
  readonly #socket: WebSocket;
  readonly #main: Channel;
  readonly #workers = new Map<string, { name: string; channel: Channel }>();

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    this.#main = new Channel((text) => socket.send(text));
    socket.addEventListener('message', ({ data }) => this.#receive(String(data)));
    socket.addEventListener('close', () => this.#main.rejectAll());
  }

  static async connect(port: number): Promise<Inspector> {
    const url = await waitFor(async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/json/list`);
      return targets.parse(await answer.json())[0]?.webSocketDebuggerUrl;
    });
    const socket = new WebSocket(url);
    await once(socket, 'open');
    const inspector = new Inspector(socket);
    await inspector.#main.send('NodeWorker.enable', { waitForDebuggerOnStart: false });
    return inspector;
  }

  /** Collects garbage and measures each thread in turn, the main one first. */
  async measureThreads(): Promise<ThreadFigures[]> {
    const threads = [await readFigures('main', this.#main.send)];
    for (const { name, channel } of this.#workers.values()) {
      // A thread that ends meanwhile has no figures.
      const figures = await readFigures(name, channel.send).catch(() => null);
      if (figures !== null) threads.push(figures);
    }
    return threads;
  }

  close(): void {
    this.#socket.close();
  }

  #receive(text: string): void {
    const received = message.parse(JSON.parse(text));
    switch (received.method) {
      case undefined:
        this.#main.receive(received);
        return;
      case 'NodeWorker.attachedToWorker': {
        const { sessionId, workerInfo } = attachedParams.parse(received.params);
        const channel = new Channel((inner) => {
          this.#main.send('NodeWorker.sendMessageToWorker', { sessionId, message: inner }).catch(() => {});
        });
        this.#workers.set(sessionId, { name: getThreadName(workerInfo.url), channel });
        return;
      }
      case 'NodeWorker.detachedFromWorker': {
        const { sessionId } = detachedParams.parse(received.params);
        this.#workers.get(sessionId)?.channel.rejectAll();
        this.#workers.delete(sessionId);
        return;
      }
      case 'NodeWorker.receivedMessageFromWorker': {
        const { sessionId, message: inner } = workerMessageParams.parse(received.params);
        this.#workers.get(sessionId)?.channel.receive(message.parse(JSON.parse(inner)));
        return;
      }
    }
  }
}

/** The folder of a worker's module is its name. */
const getThreadName = (url: string) => url.split('/').at(-2) ?? url;
