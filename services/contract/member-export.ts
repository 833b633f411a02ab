import { z } from 'zod';
import { personalDataKinds } from '#domain/member/events.ts';
import { profileAnswer } from './account.ts';
import { myBooking } from './bookings.ts';
import { membershipAnswer } from './membership.ts';
import { classType, instant, numericId, wallDate } from './values.ts';
import { lotHistoryAnswer, userPass } from './wallet.ts';

/** Increases when a field of the export changes its meaning or is removed. */
export const exportVersion = 2;

const person = profileAnswer.shape.profile;
const identity = person.pick({ name: true, email: true, phone: true, dateOfBirth: true });

/** GET /api/user/export: everything that the studio stores of the caller. */
export const exportAnswer = z.object({
  format: z.literal('tideline-member-export'),
  schemaVersion: z.literal(exportVersion),
  exportedAt: instant,
  studio: z.string(),
  memberId: z.string(),
  profile: profileAnswer.shape.profile,
  health: profileAnswer.shape.health,
  consents: z.object({
    newsletter: z.boolean(),
    history: z.array(z.object({ consent: z.string(), given: z.boolean(), at: instant })),
  }),
  changes: z
    .array(
      z.discriminatedUnion('what', [
        z.object({ at: instant, what: z.literal('profile'), profile: identity }),
        z.object({ at: instant, what: z.literal('health'), health: profileAnswer.shape.health }),
        z.object({ at: instant, what: z.literal('password') }),
      ]),
    )
    .describe('What the log keeps of who you were and what you told of your health, the first first'),
  bookings: z.array(myBooking),
  waitlists: z.array(
    z.object({
      class: z.object({ id: numericId, name: classType, date: wallDate, time: z.string() }),
      joinedAt: instant,
      leftAt: instant.nullable(),
    }),
  ),
  passes: z.array(userPass.extend({ history: lotHistoryAnswer.shape.entries })),
  payments: z.array(
    z.object({
      id: z.string(),
      what: z.string(),
      passes: z.number().int().nullable(),
      amountPence: z.number().int(),
      refundedPence: z.number().int(),
      state: z.string(),
      at: instant,
    }),
  ),
  membership: membershipAnswer.omit({ success: true, openPayment: true }).nullable(),
  calendarFeedSince: instant.nullable().describe('When the private calendar link was made'),
  sessions: z
    .array(
      z.object({
        openedAt: instant,
        lastUsedAt: instant,
        expiresAt: instant,
        browser: z.string().nullable(),
      }),
    )
    .describe('Where you are signed in'),
  passkeys: z.array(z.object({ browser: z.string(), madeAt: instant, lastUsedAt: instant.nullable() })),
  lastSignedInAt: instant.nullable().describe('null when it was never noted'),
  addressChanges: z.array(
    z.object({ requestedAt: instant, to: z.string(), confirmedAt: instant.nullable() }),
  ),
  emails: z
    .array(z.object({ kind: z.string(), sentAt: instant }))
    .describe('Emails that were sent to you, as far as it was noted to whom'),
  readings: z
    .array(
      z.object({
        at: instant,
        what: z.enum(personalDataKinds),
        classId: numericId.nullable(),
        by: z.string(),
      }),
    )
    .describe('When staff opened your health details or your page, or an auditor looked who you are'),
  notes: z
    .array(z.object({ at: instant, text: z.string(), by: z.string() }))
    .describe('What staff wrote about you, the first first'),
  registrations: z
    .array(
      z.object({ receivedAt: instant, name: z.string(), phone: z.string(), message: z.string().nullable() }),
    )
    .describe('Interest in memberships, registered with your address'),
  complaints: z
    .array(
      z.object({
        receivedAt: instant,
        name: z.string(),
        text: z.string(),
        answers: z.array(z.object({ at: instant, text: z.string() })),
      }),
    )
    .describe('Complaints about personal data that were made with your address, and our answers'),
  toldOfDeletionAt: instant
    .nullable()
    .describe('When you were told that your unused account will be deleted'),
});
export type ExportAnswer = z.infer<typeof exportAnswer>;
