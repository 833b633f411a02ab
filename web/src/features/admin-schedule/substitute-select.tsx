import type { ComponentProps } from 'react';
import type { AdminClass } from '#services/contract/admin-schedule.ts';
import { useInstructors } from '#web/components/staff/use-instructors.ts';
import { Select } from '#web/components/ui/select.tsx';
import { formatShortWallDay } from '#web/lib/london-time.ts';
import { findSubstitutes, type Substitute } from './find-substitutes.ts';

const describe = ({ instructor, teaches, isUnsuitable }: Substitute<AdminClass>): string => {
  const reasons = [
    ...(teaches === undefined ? [] : [`teaches ${formatShortWallDay(teaches.date)} ${teaches.time}`]),
    ...(isUnsuitable ? ['not marked for pre & post natal'] : []),
  ];
  return reasons.length === 0 ? instructor.name : `${instructor.name} (${reasons.join(', ')})`;
};

type SubstituteSelectProps = ComponentProps<'select'> & {
  /** Who takes these. */
  classes: readonly AdminClass[];
  /** All classes of their days. */
  timetable: readonly AdminClass[];
};

/** Who takes the classes; none is chosen at first. Takes further options as children. */
export function SubstituteSelect({ classes, timetable, children, ...rest }: SubstituteSelectProps) {
  const substitutes = findSubstitutes(classes, timetable, useInstructors().data?.instructors ?? []);
  return (
    <Select {...rest}>
      <option value="">Choose an instructor</option>
      {substitutes.map((substitute) => (
        <option key={substitute.instructor.id} value={String(substitute.instructor.id)}>
          {describe(substitute)}
        </option>
      ))}
      {children}
    </Select>
  );
}
