import { useEffect, useState } from 'react';
import useSWR from 'swr';
import type { AuditVerifyAnswer } from '#services/contract/audit.ts';
import { staffMessages } from '#web/components/staff/staff-messages.ts';
import { toast } from '#web/components/ui/toast.ts';
import { request } from '#web/lib/http.ts';

const path = '/api/audit/verify';
/** How often a running check is asked how far it is. */
const ASK_MS = 500;

/** The check of the whole store: the last that ended, and the one that runs. */
export function useVerification() {
  const last = useSWR<AuditVerifyAnswer | undefined, Error>(`${path}?show=last`);
  const [run, setRun] = useState<string | null>(null);
  const [isStarting, setIsStarting] = useState(false);
  const { data, error } = useSWR<AuditVerifyAnswer | undefined, Error>(
    run === null ? null : `${path}?run=${run}`,
    { refreshInterval: (answer) => (answer?.state === 'running' ? ASK_MS : 0) },
  );
  const { mutate } = last;
  const hasEnded = run !== null && (error !== undefined || (data !== undefined && data.state !== 'running'));
  useEffect(() => {
    if (!hasEnded) return;
    if (error !== undefined || data?.state === 'failed') toast(staffMessages.verificationFailed(error));
    else if (data !== undefined) void mutate({ ...data, run: null }, { revalidate: false });
    setRun(null);
  }, [hasEnded, error, data, mutate]);
  const start = async () => {
    if (run !== null || isStarting) return;
    setIsStarting(true);
    try {
      const begun = await request<AuditVerifyAnswer>(`${path}?wait=no`);
      setRun(begun.run);
    } catch (cause) {
      toast(staffMessages.verificationFailed(cause));
    }
    setIsStarting(false);
  };
  return {
    last: last.data,
    lastError: last.error,
    retry: () => void mutate(),
    isRunning: isStarting || run !== null,
    eventsRead: data?.eventsRead ?? 0,
    eventsExpected: data?.eventsExpected ?? null,
    start,
  };
}
