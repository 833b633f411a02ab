import type { Touched } from '#projections/waiting/changes.ts';
import type { ProjectionWaiter } from '#projections/waiting/create-projection-waiter.ts';
import type { TypedApp } from '../typed-app.ts';

/** What something may have happened to. */
type Kind = Exclude<Touched, 'all'>[number]['kind'];

/**
 * Keeps what is the same for everyone until something of that kind happens to the read models: forgotten before whoever
 * changed it is answered. What could not be loaded is asked for again.
 */
export function cacheUntilChange<T>(
  app: TypedApp,
  waiter: Pick<ProjectionWaiter, 'onProgress'>,
  kind: Kind,
  load: () => Promise<T>,
): () => Promise<T> {
  let kept: Promise<T> | null = null;
  const stopForgetting = waiter.onProgress((touched) => {
    if (touched === 'all' || touched.some((topic) => topic.kind === kind)) kept = null;
  });
  app.addHook('onClose', async () => stopForgetting());
  return () => {
    if (kept !== null) return kept;
    const loading = load();
    kept = loading;
    loading.catch(() => {
      if (kept === loading) kept = null;
    });
    return loading;
  };
}
