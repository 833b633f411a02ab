import { job, type QueuedJob } from '#infra/queue/define-job.ts';
import { finishEmailChange } from './finish-email-change/definition.ts';
import { sendEmailChange } from './send-email-change/definition.ts';

/** The jobs that look at a change of address; one about which there is nothing to do does nothing. */
export const emailChangeJobs = (changeId: string, key: string): QueuedJob[] => [
  job(sendEmailChange, { changeId }, key),
  job(finishEmailChange, { changeId }, key),
];

/** The job for what was told on the channel: `send/<id>` or `finish/<id>`. */
export function toldEmailChangeJob(told: string): QueuedJob[] {
  const [step, changeId = ''] = told.split('/');
  return [job(step === 'send' ? sendEmailChange : finishEmailChange, { changeId }, changeId)];
}
