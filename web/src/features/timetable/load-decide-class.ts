import { loadScript } from '#web/lib/load-script.ts';
import { prefetched } from '#web/lib/prefetched.ts';

/** `decideClass`, which no page waits for: it is fetched on the first interaction. */
export const loadDecideClass = prefetched(() =>
  loadScript(() => import('./decide-class.ts').then((m) => m.decideClass)),
);
