import { onFirstInteraction } from '#web/lib/first-interaction.ts';

const load = () => import('./decide-class.ts');

// A failed prefetch is retried with the request.
onFirstInteraction(() => void load().catch(() => {}));

/** `decideClass`, which no page waits for: it is fetched on the first interaction. */
export const loadDecideClass = async () => (await load()).decideClass;
