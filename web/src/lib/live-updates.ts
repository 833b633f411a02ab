import { useEffect } from 'react';
import { useSWRConfig } from 'swr';
import type { LiveChange } from '../../../services/contract/live.ts';
import { ApiError } from './api-error.ts';
import { send } from './http.ts';
import { everyTopic, isAffected } from './live-keys.ts';
import { createSseParser } from './sse.ts';

const firstWait = 1_000;
const longestWait = 30_000;
const gatherFor = 200;
const hiddenFor = 60_000;

/** How long to wait before the nth attempt (from 1) to connect again, in milliseconds; `chance` is 0 to 1. */
export const reconnectWait = (attempt: number, chance: number): number => {
  const full = Math.min(longestWait, firstWait * 2 ** (attempt - 1));
  return Math.round(full * (0.5 + chance / 2));
};

/** The event stream has no schema to check against in the browser; what it cannot read, it leaves. */
const readChange = (data: string): LiveChange | undefined => {
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
): Promise<void> => {
  const events = createSseParser();
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  const stop = () => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', stop);
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      for (const event of events(piece.value)) {
        const change = event.name === 'change' ? readChange(event.data) : undefined;
        if (change) onChange(change);
      }
    }
  } finally {
    signal.removeEventListener('abort', stop);
  }
};

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
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

/** Keeps the stream open until aborted: reads, and after a break waits longer each time, then catches up on all. */
const follow = async (signal: AbortSignal, onChange: (change: LiveChange) => void): Promise<void> => {
  let attempt = 0;
  let hadGap = false;
  while (!signal.aborted) {
    try {
      const { body } = await send('/api/events', { signal, accept: 'text/event-stream' });
      if (hadGap) onChange(everyTopic);
      attempt = 0;
      if (body) await readStream(body, signal, onChange);
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return;
    }
    if (signal.aborted) return;
    hadGap = true;
    attempt += 1;
    await pause(reconnectWait(attempt, Math.random()), signal);
  }
};

/**
 * Refreshes what the page shows when the server says that it changed. Opens anew for each token; a tab left in the
 * background lets go of its connection after a minute and catches up when it is looked at again.
 */
export const useLiveUpdates = (token: string | null): void => {
  const { mutate } = useSWRConfig();

  // biome-ignore lint/correctness/useExhaustiveDependencies: `send` reads the token itself; a new one means a new stream
  useEffect(() => {
    let pending: LiveChange[] = [];
    let gathering: ReturnType<typeof setTimeout> | undefined;
    let hiding: ReturnType<typeof setTimeout> | undefined;
    let stream: AbortController | undefined;

    const refresh = () => {
      const changes = pending;
      pending = [];
      gathering = undefined;
      void mutate((key) => isAffected(changes, key));
    };
    const onChange = (change: LiveChange) => {
      pending.push(change);
      gathering ??= setTimeout(refresh, gatherFor);
    };
    const open = () => {
      stream = new AbortController();
      void follow(stream.signal, onChange);
    };
    const close = () => {
      stream?.abort();
      stream = undefined;
    };
    const onVisibility = () => {
      clearTimeout(hiding);
      if (document.hidden) hiding = setTimeout(close, hiddenFor);
      else if (!stream) {
        onChange(everyTopic);
        open();
      }
    };

    open();
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      document.removeEventListener('visibilitychange', onVisibility);
      clearTimeout(hiding);
      clearTimeout(gathering);
      close();
    };
  }, [token, mutate]);
};
