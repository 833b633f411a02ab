import type { Actor } from '#infra/event-store/types.ts';

/** Which of the staff did it; null for who came in by a shared password, and for anyone else. */
export const getStaffId = (actor: Actor): string | null =>
  actor.kind === 'staff' ? (actor.staffId ?? null) : null;
