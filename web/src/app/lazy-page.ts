import { type ComponentType, lazy } from 'react';

/** A page that is fetched when it is first rendered. */
export const lazyPage = (load: () => Promise<ComponentType>) => lazy(async () => ({ default: await load() }));
