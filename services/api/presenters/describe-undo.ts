import type { undoTemplate } from '#services/commands/template/undo-template.ts';
import type { RetainedClass, UndoTemplateAnswer } from '#services/contract/admin-templates.ts';
import { classType } from '#services/contract/values.ts';
import { classCount, dayName } from './describe-template-week.ts';

const notes: Record<RetainedClass['reason'], string> = {
  booked: 'It stays, because it was booked',
  waiting: 'It stays, because a member waits for it',
  begun: 'It stays, because it has begun',
  cancelled: 'It was cancelled by the studio before',
};

/** What undoing an application took back, and what stays and why. */
export function describeUndo(
  weekStart: string,
  { takenBack, retained }: Awaited<ReturnType<typeof undoTemplate>>,
): Pick<UndoTemplateAnswer, 'message' | 'takenBack' | 'kept'> {
  const week = `the week of ${dayName(weekStart)}`;
  const count = takenBack.length;
  const stays = retained.filter(({ status }) => status !== 'cancelled').length;
  const done =
    count > 0 ? `${classCount(count)} taken back from ${week}.` : `Nothing to take back in ${week}.`;
  return {
    message: stays === 0 ? done : `${done} ${classCount(stays)} ${stays === 1 ? 'stays' : 'stay'}.`,
    takenBack: count,
    kept: retained.map(({ classId, status, details: { level, date, time } }) => ({
      classId,
      name: classType.parse(level),
      date,
      time,
      reason: status,
      note: notes[status],
    })),
  };
}
