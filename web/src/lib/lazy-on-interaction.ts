import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { onFirstInteraction } from './first-interaction.ts';

/** Like `lazy`, but fetched on the first interaction: for parts that appear only after one, such as dialogs. */
export const lazyOnInteraction = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> => {
  // A failed prefetch is retried when the part renders.
  onFirstInteraction(() => void load().catch(() => {}));
  return lazy(async () => ({ default: await load() }));
};
