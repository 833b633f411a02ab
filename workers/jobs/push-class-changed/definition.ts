import { defineJob } from '#infra/queue/define-job.ts';
import { classChange } from '../send-class-changed/definition.ts';

/** Sends every booked and every waiting member a push message that the studio changed the class. */
export const pushClassChanged = defineJob({ name: 'push-class-changed', lane: 'push', payload: classChange });
