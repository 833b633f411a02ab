import { z } from 'zod';

/** The channel that announces every committed batch. */
export const PROGRESS_CHANNEL = 'projections';
/** The channel that announces a checkpoint moved, stopped or restarted by other means than a batch. */
export const CONTROL_CHANNEL = 'projections_control';

const topic = z.discriminatedUnion('kind', [
  /** Null: any class, on any day. */
  z.object({ kind: z.literal('classes'), classId: z.number().nullable() }),
  z.object({
    kind: z.literal('member'),
    memberId: z.string(),
    what: z.enum(['wallet', 'bookings', 'member']),
  }),
  z.object({ kind: z.literal('instructors') }),
  z.object({ kind: z.literal('catalogue') }),
  z.object({ kind: z.literal('rules') }),
]);

/** Something that a batch changed, for open pages. */
export type Topic = z.infer<typeof topic>;

/** A batch's notification: its position, the projections it moved there, and its topics (`all`: too many to list). */
export const progress = z.object({
  position: z.string(),
  projections: z.array(z.string()),
  topics: z.union([z.literal('all'), z.array(topic)]),
});
export type Progress = z.infer<typeof progress>;
