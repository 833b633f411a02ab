import { defineJobHandler } from '#workers/core/job-handler.ts';
import { notifyOfChangeBy } from '../send-class-changed/notify-of-change.ts';
import { pushClassChanged } from './definition.ts';

export const pushClassChangedHandler = defineJobHandler(pushClassChanged, notifyOfChangeBy('push'));
