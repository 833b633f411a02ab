import { createDryRun } from '#infra/event-store/dry-run.ts';
import type { Effects } from '../contract/dry-run.ts';
import type { ApiDependencies } from './dependencies.ts';

/**
 * Dependencies whose commands append nothing, and the events that they would append. New for each request, since a dry run builds
 * on its own events.
 */
export const createDryDependencies = (deps: ApiDependencies) => ({ ...deps, ...createDryRun(deps.deciders) });

export const answerDryRun = (effects: Effects) => ({
  success: true as const,
  dryRun: true as const,
  effects,
});
