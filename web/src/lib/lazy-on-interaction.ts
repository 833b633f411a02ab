import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { onFirstInteraction } from './first-interaction.ts';

/**
 * A part that no one sees before they have done something, such as a dialog: fetched with the first sign of a person,
 * so that it is there when they ask for it and weighs nothing on the first load.
 */
export const lazyOnInteraction = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> => {
  // A part that can't be had now is asked for again when it is needed.
  onFirstInteraction(() => void load().catch(() => {}));
  return lazy(async () => ({ default: await load() }));
};
