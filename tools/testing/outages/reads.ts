import { londonDayIn } from '../open-classes.ts';
import { type RequestResult, sendRequest } from './send-request.ts';
import type { TestWorld } from './test-world.ts';

/** A read to try in an outage. */
export interface Read {
  readonly name: string;
  send(): Promise<RequestResult>;
  /** The answer comes from the member's stream, so it needs the event store. */
  readonly needsEvents: boolean;
}

/** The most frequent reads of visitors, members, staff and instructors. */
export async function createReads(world: TestWorld): Promise<Read[]> {
  const { visitor, admin, instructor } = world;
  const { client: member } = await world.signedUp(1);
  const day = londonDayIn(3);
  const createRead = (name: string, client: typeof member, path: string, needsEvents = false): Read => ({
    name,
    needsEvents,
    send: () => sendRequest(client, 'GET', path),
  });
  return [
    createRead('see the home page’s passes', visitor, '/api/class-passes'),
    createRead('see the timetable', visitor, `/api/classes?date=${day}`),
    createRead('see who they are', member, '/api/auth/user'),
    createRead('see my classes', member, '/api/my-bookings'),
    createRead('see my passes', member, '/api/user/passes'),
    createRead('see my waitlists', member, '/api/waitlist/mine'),
    createRead('see my membership', member, '/api/membership'),
    createRead('see the special offer', member, '/api/user/special-offer-eligibility', true),
    createRead('staff: see the day', admin, `/api/admin/classes?date=${day}`),
    createRead('staff: see members', admin, '/api/admin/members'),
    createRead('staff: see bookings', admin, '/api/admin/recent-bookings'),
    createRead('instructor: see classes', instructor, '/api/instructor/classes'),
  ];
}
