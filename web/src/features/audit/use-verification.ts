import { useEffect, useState } from 'react';
import useSWR, { useSWRConfig } from 'swr';
import type { AuditVerifyAnswer } from '#services/contract/audit-verification.ts';
import { staffMessages } from '#web/components/staff/staff-messages.ts';
import { toast } from '#web/components/ui/toast.ts';
import { request } from '#web/lib/http.ts';
import { overviewPath } from './overview-path.ts';

const path = '/api/audit/verify';
const pollIntervalMs = 500;

/** The check of the whole store: its last result, and the one that runs. */
export function useVerification() {
  const last = useSWR<AuditVerifyAnswer | undefined, Error>(`${path}?show=last`);
  const [runId, setRunId] = useState<string | null>(null);
  const [isStarting, setIsStarting] = useState(false);
  const { data, error } = useSWR<AuditVerifyAnswer | undefined, Error>(
    runId === null ? null : `${path}?run=${runId}`,
    { refreshInterval: (answer) => (answer?.state === 'running' ? pollIntervalMs : 0) },
  );
  const { mutate } = last;
  const { mutate: mutateKey } = useSWRConfig();
  const hasEnded =
    runId !== null && (error !== undefined || (data !== undefined && data.state !== 'running'));
  useEffect(() => {
    if (!hasEnded) return;
    if (error !== undefined || data?.state === 'failed') toast(staffMessages.verificationFailed(error));
    else if (data !== undefined) {
      void mutate({ ...data, run: null }, { revalidate: false });
      // The overview shows it, and may have been read a moment ago.
      void mutateKey(overviewPath);
    }
    setRunId(null);
  }, [hasEnded, error, data, mutate, mutateKey]);
  const start = async () => {
    if (runId !== null || isStarting) return;
    setIsStarting(true);
    try {
      const started = await request<AuditVerifyAnswer>(`${path}?wait=no`);
      setRunId(started.run);
    } catch (cause) {
      toast(staffMessages.verificationFailed(cause));
    }
    setIsStarting(false);
  };
  return {
    last: last.data,
    lastError: last.error,
    retry: () => void mutate(),
    isRunning: isStarting || runId !== null,
    eventsRead: data?.eventsRead ?? 0,
    eventsExpected: data?.eventsExpected ?? null,
    start,
  };
}
