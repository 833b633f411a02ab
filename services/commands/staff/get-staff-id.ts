import type { Actor } from '#infra/event-store/types.ts';

/** Null for a shared password, and for any other kind of actor. */
export const getStaffId = (actor: Actor): string | null =>
  actor.kind === 'staff' ? (actor.staffId ?? null) : null;
