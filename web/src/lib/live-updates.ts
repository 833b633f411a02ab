import { useEffect } from 'react';
import { useSWRConfig } from 'swr';
import type { LiveChange } from '#services/contract/live.ts';
import { ApiError } from './api-error.ts';
import { send } from './http.ts';
import { changeOfEveryTopic, isAffected } from './live-keys.ts';
import { createSseParser } from './sse.ts';

const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 30_000;
/** Changes that arrive together are refreshed together. */
const BATCH_MS = 200;
const CLOSE_WHEN_HIDDEN_MS = 60_000;

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

const readStream = async (
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  signal: AbortSignal,
  onChange: (change: LiveChange) => void,
): Promise<'ended' | 'replaced'> => {
  const parse = createSseParser();
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  const stop = () => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', stop);
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      for (const event of parse(chunk.value)) {
        if (event.name === 'replaced') return 'replaced';
        const change = event.name === 'change' ? parseChange(event.data) : undefined;
        if (change) onChange(change);
      }
    }
    return 'ended';
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
};

/** Waits, but not beyond the moment the browser comes online or the signal aborts. */
const waitToReconnect = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      globalThis.removeEventListener('online', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    globalThis.addEventListener('online', done);
    signal.addEventListener('abort', done);
  });

/**
 * Reads the stream until it is aborted, or replaced by a newer page of the same person: reconnecting would replace another in turn.
 * After a gap it reports every topic, because changes in between are lost.
 */
const followStream = async (signal: AbortSignal, onChange: (change: LiveChange) => void): Promise<void> => {
  let attempt = 0;
  let hadGap = false;
  while (!signal.aborted) {
    try {
      const { body } = await send('/api/events', { signal, accept: 'text/event-stream' });
      if (hadGap) onChange(changeOfEveryTopic);
      attempt = 0;
      if (body && (await readStream(body, signal, onChange)) === 'replaced') return;
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return;
    }
    if (signal.aborted) return;
    hadGap = true;
    attempt += 1;
    await waitToReconnect(computeReconnectDelayMs(attempt, Math.random()), signal);
  }
};

/**
 * Revalidates cached answers when the server reports a change. Reconnects for each token; a hidden tab disconnects
 * after a minute. It, and one that a newer tab replaced, revalidate everything when they are visible or used again.
 */
export const useLiveUpdates = (token: string | null): void => {
  const { mutate } = useSWRConfig();

  // biome-ignore lint/correctness/useExhaustiveDependencies: `send` reads the token itself; a new one means a new stream
  useEffect(() => {
    let pending: LiveChange[] = [];
    let batchTimer: ReturnType<typeof setTimeout> | undefined;
    let hiddenTimer: ReturnType<typeof setTimeout> | undefined;
    let stream: AbortController | undefined;

    const refresh = () => {
      const changes = pending;
      pending = [];
      batchTimer = undefined;
      void mutate((key) => isAffected(changes, key));
    };
    const onChange = (change: LiveChange) => {
      pending.push(change);
      batchTimer ??= setTimeout(refresh, BATCH_MS);
    };
    const open = () => {
      const opened = new AbortController();
      stream = opened;
      void followStream(opened.signal, onChange).then(() => {
        if (stream === opened) stream = undefined;
      });
    };
    const close = () => {
      stream?.abort();
      stream = undefined;
    };
    const onVisibility = () => {
      clearTimeout(hiddenTimer);
      if (document.hidden) hiddenTimer = setTimeout(close, CLOSE_WHEN_HIDDEN_MS);
      else if (!stream) {
        onChange(changeOfEveryTopic);
        open();
      }
    };

    open();
    document.addEventListener('visibilitychange', onVisibility);
    globalThis.addEventListener('focus', onVisibility);
    return () => {
      document.removeEventListener('visibilitychange', onVisibility);
      globalThis.removeEventListener('focus', onVisibility);
      clearTimeout(hiddenTimer);
      clearTimeout(batchTimer);
      close();
    };
  }, [token, mutate]);
};
