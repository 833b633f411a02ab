import { useId, useState } from 'react';
import useSWR, { useSWRConfig } from 'swr';
import type { AdminMember } from '../../../../services/contract/admin-members.ts';
import type {
  AddMemberBody,
  AdminClass,
  AdminClassesAnswer,
} from '../../../../services/contract/admin-schedule.ts';
import { LoadFailure } from '../../components/staff/load-failure.tsx';
import { staffMessages } from '../../components/staff/staff-messages.ts';
import { Button } from '../../components/ui/button.tsx';
import { Dialog } from '../../components/ui/dialog.tsx';
import { Field } from '../../components/ui/field.tsx';
import { Select } from '../../components/ui/select.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { toast } from '../../components/ui/toast.ts';
import { getLevelName } from '../../lib/class-level.ts';
import { post, request } from '../../lib/http.ts';
import { addWallDays, formatWallDay, toLondonDate } from '../../lib/london-time.ts';
import { formatCount } from '../../lib/numbers.ts';
import { readStudioNow } from '../../lib/studio-clock.ts';
import { refreshMembers } from './use-members.ts';

/** Staff put members into classes of today and the 13 days after it. */
const days = 14;

async function readClasses([, today]: readonly [string, string]): Promise<AdminClass[]> {
  const answers = await Promise.all(
    Array.from({ length: days }, (_, day) =>
      request<AdminClassesAnswer>(`/api/admin/classes?date=${addWallDays(today, day)}`),
    ),
  );
  return answers.flatMap(({ classes }) => classes);
}

const optionText = ({ time, name, instructorName, spotsLeft }: AdminClass): string =>
  `${time} ${getLevelName(name)}, ${instructorName}, ${spotsLeft > 0 ? formatCount(spotsLeft, 'spot', 'spots') : 'full'}`;

/** Books a class to come for a member, with one of their passes. */
export function AddToClassDialog({ member, onClose }: { member: AdminMember; onClose: () => void }) {
  const formId = useId();
  const { mutate } = useSWRConfig();
  const [classId, setClassId] = useState('');
  const [isChosen, setIsChosen] = useState(true);
  const [busy, setBusy] = useState(false);
  const {
    data,
    error,
    mutate: again,
  } = useSWR<AdminClass[], Error, readonly [string, string]>(
    ['add-to-class', toLondonDate(readStudioNow())],
    readClasses,
  );
  const future = data?.filter(({ startsAt }) => Date.parse(startsAt) > readStudioNow());
  const dates = [...new Set(future?.map(({ date }) => date))];

  const add = async () => {
    setIsChosen(classId !== '');
    if (classId === '') return;
    setBusy(true);
    try {
      const body: AddMemberBody = { userId: member.id, classId: Number(classId) };
      await post('/api/admin/add-member-to-class', body);
      toast(staffMessages.memberAddedToClass);
      await refreshMembers(mutate);
      onClose();
    } catch (cause) {
      toast(staffMessages.addToClassFailed(cause));
      void again();
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={`Add ${member.name} to a class`}
      description={`One of their ${formatCount(member.passes, 'pass', 'passes')} pays for it, and an email tells them. You can choose a class that members can't book yet, or one marked full, as long as it has a spot.`}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Go back
          </Button>
          <Button type="submit" form={formId} busy={busy} disabled={!future || future.length === 0}>
            {busy ? 'Adding...' : 'Add to class'}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="py-1"
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        {error && <LoadFailure what="classes" error={error} retry={() => void again()} />}
        {!future && !error && <Skeleton className="h-20" />}
        {future?.length === 0 && (
          <p className="text-ink-muted">There are no classes to come in the next two weeks.</p>
        )}
        {future && future.length > 0 && (
          <Field
            label="Class"
            hint="The next 14 days."
            error={isChosen ? undefined : 'Please choose a class'}
          >
            {(control) => (
              <Select
                {...control}
                required
                value={classId}
                onChange={(event) => {
                  setClassId(event.target.value);
                  setIsChosen(true);
                }}
              >
                <option value="">Choose a class</option>
                {dates.map((date) => (
                  <optgroup key={date} label={formatWallDay(date)}>
                    {future
                      .filter((each) => each.date === date)
                      .map((each) => (
                        <option key={each.id} value={each.id} disabled={each.spotsLeft <= 0}>
                          {optionText(each)}
                        </option>
                      ))}
                  </optgroup>
                ))}
              </Select>
            )}
          </Field>
        )}
      </form>
    </Dialog>
  );
}
