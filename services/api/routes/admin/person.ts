import { z } from 'zod';
import { readBookingsOfMember } from '#projections/read-models/bookings/queries.ts';
import { readUserById, type UserRow } from '#projections/read-models/members/queries.ts';
import { readPaymentsOfMember } from '#projections/read-models/payments/queries.ts';
import { createCommandContext } from '#services/api/command-context.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { HttpError, notFound } from '#services/api/http-error.ts';
import { readPerson } from '#services/api/person/read-person.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { addNote } from '#services/commands/member/add-note.ts';
import { recordIdentityReading } from '#services/commands/member/record-identity-reading.ts';
import { memberIdText } from '#services/contract/admin-members.ts';
import { noteAnswer, noteBody, type PersonAnswer, personAnswer } from '#services/contract/person.ts';
import { protectRoutes } from '../protect-routes.ts';

const params = z.object({ id: memberIdText });
const unknownMember = () => notFound('We could not find this member.');

async function readErased({ pool }: ApiDependencies, { id, createdAt }: UserRow, erasedAt: Date) {
  const [bookings, payments] = await Promise.all([
    readBookingsOfMember(pool, id),
    readPaymentsOfMember(pool, id),
  ]);
  return {
    erased: true as const,
    id,
    joinedAt: createdAt.toISOString(),
    erasedAt: erasedAt.toISOString(),
    bookings: bookings.length,
    payments: payments.length,
  };
}

async function readOne(deps: ApiDependencies, user: UserRow): Promise<PersonAnswer['person']> {
  if (user.erasedAt !== null) return readErased(deps, user, user.erasedAt);
  const person = await readPerson(deps, user, deps.clock.now());
  if (person !== undefined) return person;
  const { erasedAt } = (await readUserById(deps.pool, user.id)) ?? user;
  if (erasedAt === null) throw unknownMember();
  return readErased(deps, user, erasedAt);
}

/** The page of a member, whose every opening is recorded, and the notes of staff. */
export function registerAdminPersonRoutes(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, pool, clock } = deps;
  const withSchema = protectRoutes(authentication.requireActiveStaff(), 'staff');

  app.get(
    '/api/admin/members/:id',
    withSchema({ params, response: { 200: personAnswer } }),
    async (request, reply) => {
      const user = await readUserById(pool, request.params.id);
      if (user === undefined) throw unknownMember();
      // Recorded before the page is read, so that no reading goes unrecorded.
      const reading = { memberId: user.id, what: 'page' as const };
      await recordIdentityReading(deps, reading, createCommandContext(request, clock));
      const person = await readOne(deps, user);
      reply.header('cache-control', 'no-store');
      return { success: true as const, person, now: clock.now().toISOString() };
    },
  );

  app.post(
    '/api/admin/members/:id/notes',
    withSchema({ params, body: noteBody, response: { 200: noteAnswer } }),
    async (request) => {
      const user = await readUserById(pool, request.params.id);
      if (user === undefined) throw unknownMember();
      const { text, requestKey: noteId = request.id } = request.body;
      const note = { memberId: user.id, noteId, text };
      const { isAdded } = await addNote(deps, note, createCommandContext(request, clock));
      if (!isAdded)
        throw new HttpError(404, 'MEMBER_FORGOTTEN', 'This member has left, and their details are erased.');
      return { success: true as const };
    },
  );
}
