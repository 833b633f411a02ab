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
const attached = z.object({ sessionId: z.string(), workerInfo: z.object({ url: z.string() }) });
const detached = z.object({ sessionId: z.string() });
const fromWorker = z.object({ sessionId: z.string(), message: z.string() });
const evaluated = z.object({ result: z.object({ value: z.string() }) });

const figures = z.object({
  heapUsed: z.number(),
  external: z.number(),
  arrayBuffers: z.number(),
  handles: z.number(),
  delayMs: z.number(),
});

/** A thread of the inspected process after its garbage was collected, MiB, and how its loop did since it was asked last. */
export interface ThreadFigures {
  readonly thread: string;
  readonly heapUsed: number;
  /** What lies outside of the heap, array buffers among it. */
  readonly external: number;
  /** What keeps the event loop alive: sockets, timers, servers. */
  readonly handles: number;
  /** How late the event loop was at worst in 99 of 100 turns, milliseconds. */
  readonly delayMs: number;
}

type Send = (method: string, params: object) => Promise<unknown>;

/** Runs in the thread. The watch on its loop is made at the first call. */
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

async function figuresOf(thread: string, send: Send): Promise<ThreadFigures> {
  await send('HeapProfiler.collectGarbage', {});
  const answer = evaluated.parse(
    await send('Runtime.evaluate', { expression: measure, returnByValue: true }),
  );
  const { heapUsed, external, handles, delayMs } = figures.parse(JSON.parse(answer.result.value));
  return { thread, heapUsed: heapUsed / mib, external: external / mib, handles, delayMs };
}

/** The requests of one thread that wait for their answers. */
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

  take({ id, result, error }: z.infer<typeof message>): void {
    const answer = id === undefined ? undefined : this.#waiting.get(id);
    if (id === undefined || answer === undefined) return;
    this.#waiting.delete(id);
    if (error === undefined) answer.resolve(result);
    else answer.reject(new Error(error.message));
  }

  giveUp(): void {
    for (const answer of this.#waiting.values()) answer.reject(new Error('The thread has gone'));
    this.#waiting.clear();
  }
}

/** Asks a Node process that was started with `--inspect`, and each of its worker threads, about their memory. */
export class Inspector {
  readonly #socket: WebSocket;
  readonly #main: Channel;
  readonly #workers = new Map<string, { name: string; channel: Channel }>();

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    this.#main = new Channel((text) => socket.send(text));
    socket.addEventListener('message', ({ data }) => this.#take(String(data)));
    socket.addEventListener('close', () => this.#main.giveUp());
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

  /** Of every thread, the main one first. Collects their garbage, one after another. */
  async threads(): Promise<ThreadFigures[]> {
    const found = [await figuresOf('main', this.#main.send)];
    for (const { name, channel } of this.#workers.values()) {
      // One that ends meanwhile has no figures.
      const of = await figuresOf(name, channel.send).catch(() => null);
      if (of !== null) found.push(of);
    }
    return found;
  }

  close(): void {
    this.#socket.close();
  }

  #take(text: string): void {
    const heard = message.parse(JSON.parse(text));
    switch (heard.method) {
      case undefined:
        this.#main.take(heard);
        return;
      case 'NodeWorker.attachedToWorker': {
        const { sessionId, workerInfo } = attached.parse(heard.params);
        const channel = new Channel((inner) => {
          this.#main.send('NodeWorker.sendMessageToWorker', { sessionId, message: inner }).catch(() => {});
        });
        this.#workers.set(sessionId, { name: nameOf(workerInfo.url), channel });
        return;
      }
      case 'NodeWorker.detachedFromWorker': {
        const { sessionId } = detached.parse(heard.params);
        this.#workers.get(sessionId)?.channel.giveUp();
        this.#workers.delete(sessionId);
        return;
      }
      case 'NodeWorker.receivedMessageFromWorker': {
        const { sessionId, message: inner } = fromWorker.parse(heard.params);
        this.#workers.get(sessionId)?.channel.take(message.parse(JSON.parse(inner)));
        return;
      }
    }
  }
}

/** The folder that a worker's module is in says what it does. */
const nameOf = (url: string) => url.split('/').at(-2) ?? url;
