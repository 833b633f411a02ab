import { job, type QueuedJob } from '#infra/queue/define-job.ts';
import { finishEmailChange } from './finish-email-change/definition.ts';
import { sendEmailChange } from './send-email-change/definition.ts';

/** Both jobs of a change of address; a job whose step is done already does nothing. */
export const emailChangeJobs = (changeId: string, key: string): QueuedJob[] => [
  job(sendEmailChange, { changeId }, key),
  job(finishEmailChange, { changeId }, key),
];

/** The job for a notification: `send/<id>` or `finish/<id>`. */
export function emailChangeJobsFor(notification: string): QueuedJob[] {
  const [step, changeId = ''] = notification.split('/');
  return [job(step === 'send' ? sendEmailChange : finishEmailChange, { changeId }, changeId)];
}
