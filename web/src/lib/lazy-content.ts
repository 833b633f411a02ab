// biome-ignore lint/style/noRestrictedImports: what this function is for.
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/** What a page is opened for, fetched when it is first rendered. If it cannot be fetched, the page offers to load again. */
export const lazyContent = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> => lazy(async () => ({ default: await load() }));
