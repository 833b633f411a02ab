import { onFirstInteraction } from './first-interaction.ts';

/**
 * `load`, which is also called on the first interaction, so that its script is there when it is needed. Not without a network: the call
 * would fail, and some browsers remember that until the page is loaded again.
 */
export const prefetched = <Script>(load: () => Promise<Script>): (() => Promise<Script>) => {
  onFirstInteraction(() => {
    if (navigator.onLine) void load().catch(() => {});
  });
  return load;
};
