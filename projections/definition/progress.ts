import { z } from 'zod';

/** The channel on which every committed batch is told. */
export const PROGRESS_CHANNEL = 'projections';
/** The channel on which it is told that a checkpoint was moved, stopped or revived from outside the batches. */
export const CONTROL_CHANNEL = 'projections_control';

const topic = z.discriminatedUnion('kind', [
  /** No id: any class, on any day. */
  z.object({ kind: z.literal('classes'), classId: z.number().nullable() }),
  z.object({
    kind: z.literal('member'),
    memberId: z.string(),
    what: z.enum(['wallet', 'bookings', 'member']),
  }),
  z.object({ kind: z.literal('instructors') }),
  z.object({ kind: z.literal('catalogue') }),
]);

/** What a batch touched, for pages that are open. */
export type Topic = z.infer<typeof topic>;

/** What is told of a batch: its position, whose checkpoints it moved there, what it touched (`all`: too much to list). */
export const progress = z.object({
  position: z.string(),
  projections: z.array(z.string()),
  topics: z.union([z.literal('all'), z.array(topic)]),
});
export type Progress = z.infer<typeof progress>;
