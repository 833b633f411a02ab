import { type AttendanceMark, markAttendance as decide } from '#domain/class/decide-attendance.ts';
import { classDecider } from '#domain/class/decider.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import type { AppendResult } from '../append-result.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';

interface AttendanceResult extends AppendResult {
  /** The current mark: another's, where that was pressed later. */
  readonly attended: boolean | null;
}

/**
 * Marks attendance; `markedAt` is when the button was pressed, now by default. The caller has read the booking's
 * class.
 * @throws Refusal BOOKING_NOT_FOUND, ALREADY_CANCELLED
 */
export const markAttendance = defineCommand(
  'mark-attendance',
  async (
    { deciders }: CommandDeps,
    {
      classId,
      markedAt,
      ...mark
    }: Omit<AttendanceMark, 'now' | 'markedAt'> & { classId: number; markedAt?: Date },
    context: CommandContext,
  ): Promise<AttendanceResult> => {
    const { now } = context;
    const { state, position } = await deciders.handle(classDecider, String(classId), context, (current) =>
      decide(current, { ...mark, markedAt: markedAt ?? now, now }),
    );
    return { position, attended: state.seats.get(mark.bookingId)?.attendance?.attended ?? null };
  },
);
