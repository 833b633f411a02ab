import { defineJobHandler } from '#workers/core/job-handler.ts';
import { sendClassChanged } from './definition.ts';
import { notifyOfChangeBy } from './notify-of-change.ts';

export const sendClassChangedHandler = defineJobHandler(sendClassChanged, notifyOfChangeBy('mail'));
