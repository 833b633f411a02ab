import { type LiveChange, liveChange } from '#services/contract/live.ts';

/** A page that reads `GET /api/events`. */
export interface OpenPage {
  readonly changes: LiveChange[];
  /** Resolves when the stream ends: `complete` after its last chunk, `aborted` when the connection broke. */
  readonly ended: Promise<'complete' | 'aborted'>;
  /** Whether the server closed it for a newer page of the same session or member. */
  wasReplaced(): boolean;
  countHeartbeats(): number;
  close(): void;
}

/** Opens the stream and resolves after its event `ready`. */
export async function openPage(base: string, token?: string): Promise<OpenPage> {
  const closing = new AbortController();
  const response = await fetch(base.includes('?') ? base : `${base}/api/events`, {
    signal: closing.signal,
    ...(token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }),
  });
  if (response.headers.get('content-type') !== 'text/event-stream; charset=utf-8' || response.body === null) {
    throw new Error(`No stream of events but ${response.status}`);
  }
  const changes: LiveChange[] = [];
  let isReplaced = false;
  let heartbeats = 0;
  const ready = Promise.withResolvers<void>();
  const read = async (body: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<'complete' | 'aborted'> => {
    let rest = '';
    try {
      for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
        const events = (rest + chunk).split('\n\n');
        rest = events.pop() ?? '';
        for (const event of events) {
          const lines = event.split('\n');
          if (lines.includes('event: ready')) ready.resolve();
          if (lines.includes('event: replaced')) isReplaced = true;
          if (lines.includes('event: heartbeat')) heartbeats += 1;
          const data = lines.find((line) => line.startsWith('data: '))?.slice('data: '.length);
          if (lines.includes('event: change') && data) changes.push(liveChange.parse(JSON.parse(data)));
        }
      }
      return 'complete';
    } catch {
      return 'aborted';
    }
  };
  const ended = read(response.body);
  await ready.promise;
  return {
    changes,
    ended,
    wasReplaced: () => isReplaced,
    countHeartbeats: () => heartbeats,
    close: () => closing.abort(),
  };
}
