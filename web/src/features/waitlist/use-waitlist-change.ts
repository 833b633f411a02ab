import { useRef, useState } from 'react';
import { useSWRConfig } from 'swr';
import type { ScheduledClass } from '../../../../services/contract/schedule.ts';
import { toast } from '../../components/ui/toast.ts';
import { isWaitlist } from '../../lib/live-keys.ts';
import { messages } from '../../lib/messages.ts';
import { classesKey } from '../booking/api/use-classes.ts';
import { joinWaitlist, leaveWaitlist } from './api/change-waitlist.ts';

/** Joins or leaves the line of one class, says how it went and reads again what changed. A second tap does nothing. */
export const useWaitlistChange = ({ id, date }: Pick<ScheduledClass, 'id' | 'date'>) => {
  const { mutate } = useSWRConfig();
  const running = useRef(false);
  const [changing, setChanging] = useState(false);

  const refresh = () =>
    Promise.all([mutate(isWaitlist), mutate(classesKey(date)), mutate(`/api/classes/${id}`)]);

  const change = async (kind: 'join' | 'leave') => {
    if (running.current) return;
    running.current = true;
    setChanging(true);
    try {
      await (kind === 'join' ? joinWaitlist({ classId: id }) : leaveWaitlist({ classId: id }));
      await refresh();
      toast(kind === 'join' ? messages.waitlistJoined : messages.waitlistLeft);
    } catch (cause) {
      toast(kind === 'join' ? messages.waitlistJoinFailed(cause) : messages.waitlistLeaveFailed(cause));
      await refresh();
    } finally {
      running.current = false;
      setChanging(false);
    }
  };

  return { join: () => void change('join'), leave: () => void change('leave'), changing };
};
