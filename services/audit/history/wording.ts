import type { Actor } from '#infra/event-store/types.ts';

/** Describes an actor without personal data other than ids. */
export function describeActor(actor: Actor): string {
  switch (actor.kind) {
    case 'member':
      return 'the member';
    case 'staff':
      return actor.staffId === undefined
        ? `${actor.role} (by the shared password)`
        : `${actor.role} ${actor.staffId}`;
    case 'worker':
      return `the studio’s own work (${actor.name})`;
    case 'webhook':
      return 'Stripe';
    case 'system':
      return `the system (${actor.name})`;
  }
}

/** `1 pass`, `3 passes` */
export const formatPasses = (count: number): string => (count === 1 ? '1 pass' : `${count} passes`);
