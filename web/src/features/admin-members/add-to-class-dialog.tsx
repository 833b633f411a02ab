import { useState } from 'react';
import useSWR, { useSWRConfig } from 'swr';
import type { AdminMember } from '#services/contract/admin-members.ts';
import type { AdminClass, AdminClassesAnswer } from '#services/contract/admin-schedule.ts';
import { FormDialog } from '#web/components/staff/form-dialog.tsx';
import { LoadFailure } from '#web/components/staff/load-failure.tsx';
import { staffMessages } from '#web/components/staff/staff-messages.ts';
import { Field } from '#web/components/ui/field.tsx';
import { Select } from '#web/components/ui/select.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { getLevelName } from '#web/lib/class-level.ts';
import { request } from '#web/lib/http.ts';
import { addWallDays, formatShortWallDay, toLondonDate } from '#web/lib/london-time.ts';
import { formatCount } from '#web/lib/numbers.ts';
import { refreshPeople } from '#web/lib/refresh-people.ts';
import { readStudioNow } from '#web/lib/studio-clock.ts';
import { addMemberToClass } from '../timetable/add-member-to-class.ts';

const dayCount = 14;

async function readClasses([, today]: readonly [string, string]): Promise<AdminClass[]> {
  const answers = await Promise.all(
    Array.from({ length: dayCount }, (_, day) =>
      request<AdminClassesAnswer>(`/api/admin/classes?date=${addWallDays(today, day)}`),
    ),
  );
  return answers.flatMap(({ classes }) => classes);
}

const formatOption = ({ time, name, instructorName, spotsLeft }: AdminClass): string =>
  `${time} ${getLevelName(name)}, ${instructorName}, ${spotsLeft > 0 ? formatCount(spotsLeft, 'spot', 'spots') : 'full'}`;

/** The options of the class select, grouped by day. */
function ClassOptions({ classes }: { classes: readonly AdminClass[] }) {
  const dates = [...new Set(classes.map(({ date }) => date))];
  return dates.map((date) => (
    <optgroup key={date} label={formatShortWallDay(date)}>
      {classes
        .filter((each) => each.date === date)
        .map((each) => (
          <option key={each.id} value={each.id} disabled={each.spotsLeft <= 0}>
            {formatOption(each)}
          </option>
        ))}
    </optgroup>
  ));
}

/** Books one of the next classes for a member. */
export function AddToClassDialog({ member, onClose }: { member: AdminMember; onClose: () => void }) {
  const { mutate } = useSWRConfig();
  const [classId, setClassId] = useState('');
  const [isClassMissing, setIsClassMissing] = useState(false);
  const [busy, setBusy] = useState(false);
  const {
    data,
    error,
    mutate: reload,
  } = useSWR<AdminClass[], Error, readonly [string, string]>(
    ['add-to-class', toLondonDate(readStudioNow())],
    readClasses,
  );
  const classes = data?.filter(({ startsAt }) => Date.parse(startsAt) > readStudioNow());

  const add = async () => {
    const chosen = classes?.find(({ id }) => id === Number(classId));
    setIsClassMissing(chosen === undefined);
    if (chosen === undefined) return;
    setBusy(true);
    try {
      const added = await addMemberToClass(chosen, member.id);
      if (!added) return;
      toast(staffMessages.memberAddedToClass);
      await refreshPeople(mutate);
      onClose();
    } catch (cause) {
      toast(staffMessages.addToClassFailed(cause));
      void reload();
    } finally {
      setBusy(false);
    }
  };

  return (
    <FormDialog
      title={`Add ${member.name} to a class`}
      description={`One of their ${formatCount(member.passes, 'pass', 'passes')} pays for it, and an email tells them. You can choose a class that members can't book yet, or one marked full, as long as it has a spot.`}
      submitLabel="Add to class"
      busyLabel="Adding..."
      busy={busy}
      isUnsaved={classId !== ''}
      disabled={!classes || classes.length === 0}
      className="py-1"
      onSubmit={add}
      onClose={onClose}
    >
      {error && <LoadFailure what="classes" error={error} retry={() => void reload()} />}
      {!classes && !error && <Skeleton className="h-20" />}
      {classes?.length === 0 && (
        <p className="text-ink-muted">There are no classes to come in the next two weeks.</p>
      )}
      {classes && classes.length > 0 && (
        <Field
          label="Class"
          hint="The next 14 days."
          error={isClassMissing ? 'Please choose a class' : undefined}
        >
          {(control) => (
            <Select
              {...control}
              required
              value={classId}
              onChange={(event) => {
                setClassId(event.target.value);
                setIsClassMissing(false);
              }}
            >
              <option value="">Choose a class</option>
              <ClassOptions classes={classes} />
            </Select>
          )}
        </Field>
      )}
    </FormDialog>
  );
}
