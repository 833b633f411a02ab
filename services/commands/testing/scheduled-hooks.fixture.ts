import type fc from 'fast-check';
import type { StoreHooks } from './memory-event-store.fixture.ts';

/** Hooks by which the scheduler decides when each request and each answer goes through. */
export function scheduled(scheduler: fc.Scheduler, name: string, inner: StoreHooks): StoreHooks {
  return {
    async onRequest(what) {
      await scheduler.schedule(Promise.resolve(), `${name} ${what}`);
      await inner.onRequest(what);
    },
    async onAnswer(what) {
      await scheduler.schedule(Promise.resolve(), `${name} ${what} answered`);
      await inner.onAnswer(what);
    },
  };
}
