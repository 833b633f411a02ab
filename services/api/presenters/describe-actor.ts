import type { Pool } from 'pg';
import type { Actor } from '#infra/event-store/types.ts';
import { readStaffNames } from '#projections/read-models/staff/queries.ts';

const roles = { admin: 'Admin', instructor: 'Instructor', auditor: 'Auditor' } as const;

/** The names of the actors with a staff account, by staff id. */
export const readActorNames = (pool: Pool, actors: readonly Actor[]): Promise<ReadonlyMap<string, string>> =>
  readStaffNames(
    pool,
    actors.flatMap((actor) => (actor.kind === 'staff' ? (actor.staffId ?? []) : [])),
  );

/** An actor, for staff: the name of a staff account, or the role of a shared password. */
export function describeActorForStaff(actor: Actor, names: ReadonlyMap<string, string>): string {
  if (actor.kind === 'staff') {
    const name = actor.staffId === undefined ? undefined : names.get(actor.staffId);
    return name ?? roles[actor.role];
  }
  return actor.kind === 'member' ? 'Member' : 'Automatic';
}
