import type { LiveChange } from '#services/contract/live.ts';
import { HEARTBEAT_MS, READY_WITHIN_MS } from '#services/contract/live-heartbeat.ts';
import { ApiError } from './api-error.ts';
import { changeOfEveryTopic } from './live-keys.ts';
import { createSseParser } from './sse.ts';

const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 30_000;
/** Two missed heartbeats, and some time for a slow network. */
export const SILENT_AFTER_MS = 2.5 * HEARTBEAT_MS;

/** The delay before the nth attempt (from 1) to reconnect; `random` is 0 to 1 and spreads the clients. */
export const computeReconnectDelayMs = (attempt: number, random: number): number => {
  const full = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempt - 1));
  return Math.round(full * (0.5 + random / 2));
};

/** Ignores what does not parse: the browser has no schema of the event stream to validate by. */
const parseChange = (data: string): LiveChange | undefined => {
  try {
    const change: LiveChange = JSON.parse(data);
    return Array.isArray(change.topics) ? change : undefined;
  } catch {
    return undefined;
  }
};

/** Waits, but not beyond the moment the browser comes online or the signal aborts. */
const waitToReconnect = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      globalThis.removeEventListener?.('online', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    globalThis.addEventListener?.('online', done);
    signal.addEventListener('abort', done);
  });

type Body = ReadableStream<Uint8Array<ArrayBuffer>>;

interface Options {
  /** Opens the stream; rejects when the server refuses it, or when the signal aborts. */
  readonly connect: (signal: AbortSignal) => Promise<Body | null>;
  readonly onChange: (change: LiveChange) => void;
  /** Called with true when the stream delivers, with false when it is silent or cannot be opened. */
  readonly onDelivery: (isDelivering: boolean) => void;
  /** Called when it ends for good: the session is over, or a newer page replaced it. */
  readonly onEnd: () => void;
}

/**
 * Follows the server's event stream until it is closed, or replaced by a newer page of the same person: reconnecting would replace
 * another in turn. A stream without heartbeats counts as broken, although its connection is open. After a gap it reports every topic,
 * because changes in between are lost.
 */
export class LiveStream {
  readonly #options: Options;
  readonly #closing = new AbortController();
  #attempt: AbortController | undefined;
  #silenceTimer: ReturnType<typeof setTimeout> | undefined;
  #silentAt = Number.POSITIVE_INFINITY;
  #hadGap = false;
  #failures = 0;

  constructor(options: Options) {
    this.#options = options;
    void this.#follow().then(() => {
      if (!this.#closing.signal.aborted) options.onEnd();
    });
  }

  close(): void {
    this.#closing.abort();
    this.#stopAttempt();
  }

  /** Gives up a stream that was silent for too long. For the moment when a computer wakes: its timers stood still. */
  check(): void {
    if (Date.now() >= this.#silentAt) this.#reportSilence();
  }

  async #follow(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      let wasReplaced = false;
      let isRefused = false;
      try {
        wasReplaced = await this.#readOnce();
      } catch (error) {
        isRefused = error instanceof ApiError && error.status === 401;
      } finally {
        this.#stopAttempt();
      }
      if (signal.aborted || wasReplaced || isRefused) return;
      this.#hadGap = true;
      this.#failures += 1;
      // The first failure after a working stream is often a restart: reconnecting reads everything soon enough.
      if (this.#failures > 1) this.#options.onDelivery(false);
      await waitToReconnect(computeReconnectDelayMs(this.#failures, Math.random()), signal);
    }
  }

  /** Opens the stream and reads it to its end; returns whether a newer page replaced it. */
  async #readOnce(): Promise<boolean> {
    const attempt = new AbortController();
    this.#attempt = attempt;
    this.#expectEventWithin(READY_WITHIN_MS);
    const body = await this.#options.connect(attempt.signal);
    if (body === null || attempt.signal.aborted) return false;
    const parse = createSseParser();
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    const stop = () => void reader.cancel().catch(() => undefined);
    attempt.signal.addEventListener('abort', stop);
    try {
      for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
        for (const event of parse(chunk.value)) {
          if (attempt.signal.aborted) return false;
          if (event.name === 'replaced') return true;
          this.#noteEvent();
          const change = event.name === 'change' ? parseChange(event.data) : undefined;
          if (change) this.#options.onChange(change);
        }
      }
      return false;
    } finally {
      attempt.signal.removeEventListener('abort', stop);
      stop();
    }
  }

  #noteEvent(): void {
    this.#expectEventWithin(SILENT_AFTER_MS);
    this.#failures = 0;
    this.#options.onDelivery(true);
    if (this.#hadGap) this.#options.onChange(changeOfEveryTopic);
    this.#hadGap = false;
  }

  #expectEventWithin(milliseconds: number): void {
    clearTimeout(this.#silenceTimer);
    this.#silentAt = Date.now() + milliseconds;
    this.#silenceTimer = setTimeout(() => this.#reportSilence(), milliseconds);
  }

  #reportSilence(): void {
    this.#stopAttempt();
    this.#options.onDelivery(false);
  }

  #stopAttempt(): void {
    clearTimeout(this.#silenceTimer);
    this.#silentAt = Number.POSITIVE_INFINITY;
    this.#attempt?.abort();
    this.#attempt = undefined;
  }
}
