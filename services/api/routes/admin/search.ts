import { z } from 'zod';
import { toSearchKey } from '#domain/search-key.ts';
import { formatEmail } from '#infra/mail/format-email.ts';
import { readInstructors } from '#projections/read-models/instructors/queries.ts';
import { findUsers, readUserById, type UserRow } from '#projections/read-models/members/queries.ts';
import {
  findBookings,
  findClasses,
  findLots,
  findPayments,
} from '#projections/read-models/search/queries.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { instructorFallback } from '#services/api/presenters/describe-class.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import {
  type AdminSearchAnswer,
  adminSearchAnswer,
  adminSearchQuery,
} from '#services/contract/admin-search.ts';
import { bookingStatuses } from '#services/contract/bookings.ts';
import { classType } from '#services/contract/values.ts';
import { protectRoutes } from '../protect-routes.ts';
import { parseWanted, type Wanted } from './parse-wanted.ts';

/** The most results of a kind, and of what belongs to members who are found by their name. */
const maxShown = 8;
const maxOwned = 3;
/** Fewer digits are an id, not a part of a phone number. */
const leastPhoneDigits = 5;
/** A number as long as a date is a day, and no id. */
const dateDigits = 8;

type Source = Pick<ApiDependencies, 'pool'>;

/** Members by a part of their name, email or phone number in any spelling, or by their id; erased ones only by that. */
async function findMembers({ pool }: Source, query: string, { search }: Wanted): Promise<UserRow[]> {
  const one = /^[A-Za-z0-9_-]{1,80}$/.test(query) ? await readUserById(pool, query) : undefined;
  if (one !== undefined) return [one];
  if (search === null || (search.digits !== null && search.digits.length < leastPhoneDigits)) return [];
  return findUsers(pool, search, maxShown);
}

async function findTimetable({ pool }: Source, query: string, { search, id }: Wanted, now: Date) {
  const instructors = await readInstructors(pool);
  return findClasses(pool, {
    id,
    words: search === null || (id !== null && query.length < dateDigits) ? [] : search.words,
    instructors: instructors.map((one) => ({ id: one.id, key: toSearchKey(one.name) })),
    now,
    limit: maxShown,
  });
}

async function findEverything(source: Source, query: string, now: Date): Promise<AdminSearchAnswer> {
  const { pool } = source;
  const wanted = parseWanted(query);
  const members = await findMembers(source, query, wanted);
  const memberIds = members.map(({ id }) => id);
  const limit = memberIds.length > 0 ? maxOwned : maxShown;
  const owned = { idPart: wanted.idPart, memberIds, limit };
  const [classes, bookings, payments, lots] = await Promise.all([
    findTimetable(source, query, wanted, now),
    findBookings(pool, { id: wanted.id, memberIds, limit }),
    findPayments(pool, owned),
    findLots(pool, owned),
  ]);
  return {
    success: true,
    members: members.map(({ id, name, email, phone }) => ({
      id,
      ...{ name, phone },
      email: email && formatEmail(email),
    })),
    classes: classes.map(({ id, name, date, time, instructorName }) => ({
      ...{ id, date, time },
      name: classType.parse(name),
      instructorName: instructorName || instructorFallback,
    })),
    bookings: bookings.map((booking) => ({
      ...booking,
      status: z.enum(bookingStatuses).parse(booking.status),
      class: { ...booking.class, name: classType.parse(booking.class.name) },
    })),
    payments: payments.map((payment) => ({ ...payment, at: payment.at.toISOString() })),
    lots: lots.map((lot) => ({ ...lot, expiresAt: lot.expiresAt.toISOString() })),
  };
}

/** The search of the staff's header. */
export function registerAdminSearchRoutes(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, clock } = deps;
  const withSchema = protectRoutes(authentication.requireStaff(), 'staff');

  app.get(
    '/api/admin/search',
    withSchema({ querystring: adminSearchQuery, response: { 200: adminSearchAnswer } }),
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return findEverything(deps, request.query.q, clock.now());
    },
  );
}
