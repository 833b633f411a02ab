import { londonDayIn } from '../open-classes.ts';
import { type Asked, ask } from './ask.ts';
import type { World } from './world.ts';

/** Something to look at. */
export interface Reading {
  readonly name: string;
  read(): Promise<Asked>;
  /** It is decided from the member's own stream, so it needs the event store. */
  readonly needsEvents: boolean;
}

/** What visitors, a member, the staff and instructors look at most. */
export async function reads(world: World): Promise<Reading[]> {
  const { visitor, admin, instructor } = world;
  const { client: member } = await world.signedUp(1);
  const day = londonDayIn(2);
  const reading = (name: string, client: typeof member, path: string, needsEvents = false): Reading => ({
    name,
    needsEvents,
    read: () => ask(client, 'GET', path),
  });
  return [
    reading('see the home page’s passes', visitor, '/api/class-passes'),
    reading('see the timetable', visitor, `/api/classes?date=${day}`),
    reading('see who they are', member, '/api/auth/user'),
    reading('see my classes', member, '/api/my-bookings'),
    reading('see my passes', member, '/api/user/passes'),
    reading('see my waitlists', member, '/api/waitlist/mine'),
    reading('see my membership', member, '/api/membership'),
    reading('see the special offer', member, '/api/user/special-offer-eligibility', true),
    reading('staff: see the day', admin, `/api/admin/classes?date=${day}`),
    reading('staff: see members', admin, '/api/admin/members'),
    reading('staff: see bookings', admin, '/api/admin/recent-bookings'),
    reading('instructor: see classes', instructor, '/api/instructor/classes'),
  ];
}
