import { Check, Clock3, TriangleAlert, X } from 'lucide-react';
import { cx } from '#web/components/ui/cx.ts';
import type { Mark } from './use-attendance.ts';

interface AttendanceButtonsProps {
  readonly name: string;
  readonly mark: Mark;
  readonly onPress: (attended: boolean | null) => void;
}

const buttonClasses =
  'inline-flex min-h-13 grow basis-0 items-center justify-center gap-2 rounded-full border px-5 font-semibold transition-colors select-none';
const choices = [
  { attended: true, label: 'Attended', icon: Check, pressed: 'border-kelp bg-kelp text-on-accent' },
  { attended: false, label: 'Absent', icon: X, pressed: 'border-rust bg-rust text-on-accent' },
] as const;

const notes = {
  saved: null,
  unsent: { icon: Clock3, text: 'Not sent yet', colour: 'text-amber' },
  refused: { icon: TriangleAlert, text: 'Failed to update attendance', colour: 'text-rust' },
} as const;

/** Two thumb-sized buttons. Pressing the pressed one removes the mark. */
export const AttendanceButtons = ({ name, mark, onPress }: AttendanceButtonsProps) => {
  const note = notes[mark.state];
  return (
    <div className="flex flex-col gap-1.5">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would have to be hidden */}
      <div role="group" aria-label={`Attendance of ${name}`} className="flex gap-2.5">
        {choices.map(({ attended, label, icon: Icon, pressed }) => {
          const isPressed = mark.attended === attended;
          return (
            <button
              key={label}
              type="button"
              aria-pressed={isPressed}
              onClick={() => onPress(isPressed ? null : attended)}
              className={cx(
                buttonClasses,
                isPressed ? pressed : 'border-edge bg-surface hover:border-sea hover:bg-sea-tint',
              )}
            >
              <Icon aria-hidden="true" className="size-5 shrink-0" strokeWidth={2.2} />
              {label}
            </button>
          );
        })}
      </div>
      {note && (
        <p className={cx('flex items-center justify-center gap-1.5 font-medium text-sm', note.colour)}>
          <note.icon aria-hidden="true" className="size-4 shrink-0" strokeWidth={2.2} />
          {note.text}
        </p>
      )}
    </div>
  );
};
