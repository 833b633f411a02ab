import type { StudioEvent } from '#domain/registry.ts';
import { type EventStore, type RecordedEvent, VersionConflict } from '#infra/event-store/types.ts';

/** Hooks around every read and append: tests delay, reorder or cut them off here. */
export interface StoreHooks {
  /** Runs before the store handles the request. */
  onRequest(what: 'read' | 'append'): Promise<void>;
  /** Runs after the store has handled it, before the caller gets the answer. */
  onAnswer(what: 'read' | 'append'): Promise<void>;
}

export const passThrough: StoreHooks = {
  onRequest: () => Promise.resolve(),
  onAnswer: () => Promise.resolve(),
};

/** The process has crashed: none of its calls goes on. */
export class Crashed extends Error {}

/** Crashes the process at its n-th append (from 0), before it is stored or just after. */
export function crashAtAppend(at: number, when: 'before' | 'after'): StoreHooks {
  let appends = -1;
  let dead = false;
  const alive = () => {
    if (dead) throw new Crashed();
  };
  return {
    async onRequest(what) {
      alive();
      if (what === 'append') appends += 1;
      if (what === 'append' && appends === at && when === 'before') dead = true;
      alive();
    },
    async onAnswer(what) {
      if (what === 'append' && appends >= at && when === 'after') dead = true;
      alive();
    },
  };
}

/** Holds the n-th append (from 0) until it is released. */
export function holdAtAppend(at: number): StoreHooks & { readonly reached: Promise<void>; open(): void } {
  const reached = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  let appends = -1;
  return {
    reached: reached.promise,
    open: gate.resolve,
    async onRequest(what) {
      if (what !== 'append') return;
      appends += 1;
      if (appends !== at) return;
      reached.resolve();
      await gate.promise;
    },
    onAnswer: () => Promise.resolve(),
  };
}

/** The log that all processes of a test share. */
export class MemoryLog {
  readonly events: RecordedEvent<StudioEvent>[] = [];

  /** Connects a process to the log. It refuses what the real store refuses. */
  connect(hooks: StoreHooks = passThrough): EventStore<StudioEvent> {
    const { events } = this;
    const inStream = (stream: string) => events.filter((event) => event.stream === stream);
    return {
      async append(stream, expected, appended, context) {
        await hooks.onRequest('append');
        const current = BigInt(inStream(stream).length) - 1n;
        if ((expected === 'no_stream' ? -1n : expected) !== current) throw new VersionConflict(stream);
        appended.forEach((event, index) => {
          events.push({
            ...event,
            id: `${context.commandId}\n${stream}\n${index}`,
            stream,
            revision: current + 1n + BigInt(index),
            position: BigInt(events.length),
            metadata: { commandId: context.commandId, actor: context.actor },
          });
        });
        const answer = { revision: current + BigInt(appended.length), position: BigInt(events.length - 1) };
        await hooks.onAnswer('append');
        return answer;
      },
      async readStream(stream, fromRevision = 0n) {
        await hooks.onRequest('read');
        const all = inStream(stream);
        const answer = {
          events: all.filter(({ revision }) => revision >= fromRevision),
          revision: all.at(-1)?.revision ?? null,
        };
        await hooks.onAnswer('read');
        return answer;
      },
      // biome-ignore lint/correctness/useYield: commands never read the whole log
      async *readAll() {
        throw new Error('Not for commands');
      },
      subscribe() {
        throw new Error('Not for commands');
      },
      close: () => Promise.resolve(),
    };
  }
}
