import type { BatchTopics } from '#projections/catch-up/changes.ts';
import type { ProjectionWaiter } from '#projections/catch-up/create-projection-waiter.ts';
import type { TypedApp } from '../typed-app.ts';

/** What a batch of events may have changed. */
type TopicKind = Exclude<BatchTopics, 'all'>[number]['kind'];

/**
 * Caches an answer that is the same for every caller until the read models change in a topic of that kind. The cache is cleared
 * before the command that caused the change is answered. A failed load is not cached.
 */
export function cacheUntilChange<T>(
  app: TypedApp,
  waiter: Pick<ProjectionWaiter, 'onProgress'>,
  kind: TopicKind,
  load: () => Promise<T>,
): () => Promise<T> {
  let cached: Promise<T> | null = null;
  const unsubscribe = waiter.onProgress((touched) => {
    if (touched === 'all' || touched.some((topic) => topic.kind === kind)) cached = null;
  });
  app.addHook('onClose', async () => unsubscribe());
  return () => {
    if (cached !== null) return cached;
    const loading = load();
    cached = loading;
    loading.catch(() => {
      if (cached === loading) cached = null;
    });
    return loading;
  };
}
