import { useEffect } from 'react';
import { useSWRConfig } from 'swr';
import type { LiveChange } from '#services/contract/live.ts';
import { ChangeBatches } from './change-batches.ts';
import { reportLiveUpdates } from './connection.ts';
import { send } from './http.ts';
import { changeOfEveryTopic, isAffected } from './live-keys.ts';
import { LiveStream } from './live-stream.ts';
import { Polling } from './polling.ts';

const CLOSE_WHEN_HIDDEN_MS = 60_000;

/** A stream that fails shows nothing about the server: the reads that follow it do. */
const connectWith = (token: string | null) => async (signal: AbortSignal) => {
  const options = { signal, accept: 'text/event-stream', isSilent: true };
  const { body } = await send('/api/events', token === null ? options : { ...options, token });
  return body;
};

/**
 * Revalidates cached answers when the server reports a change, and by itself at a calm rate while the stream delivers nothing.
 * Reconnects for each token; a hidden tab disconnects after a minute. It, and one that a newer tab replaced, revalidate everything
 * when they are visible or used again.
 */
export const useLiveUpdates = (token: string | null): void => {
  const { mutate } = useSWRConfig();

  useEffect(() => {
    let hiddenTimer: ReturnType<typeof setTimeout> | undefined;
    let stream: LiveStream | undefined;

    const batches = new ChangeBatches((changes) => mutate((key) => isAffected(changes, key)));
    const onChange = (change: LiveChange) => batches.add(change);
    const polling = new Polling(() => onChange(changeOfEveryTopic));
    const onDelivery = (isDelivering: boolean) => {
      reportLiveUpdates(isDelivering);
      if (isDelivering) polling.stop();
      else polling.start();
    };
    const close = () => {
      polling.stop();
      stream?.close();
      stream = undefined;
    };
    const open = () => {
      stream = new LiveStream({ connect: connectWith(token), onChange, onDelivery, onEnd: close });
    };
    const onVisibility = () => {
      clearTimeout(hiddenTimer);
      if (document.hidden) hiddenTimer = setTimeout(close, CLOSE_WHEN_HIDDEN_MS);
      else if (stream) stream.check();
      else {
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
      batches.close();
      close();
    };
  }, [token, mutate]);
};
