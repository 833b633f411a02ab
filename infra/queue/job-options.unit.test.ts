import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineJob, job } from './define-job.ts';
import { toBullJob } from './job-options.ts';

const definition = defineJob({ name: 'send-thing', payload: z.object({ id: z.string() }) });
const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;

test('adds the trace to a job, and does not change its id', () => {
  const queued = job(definition, { id: 'x' }, 'x');
  const plain = toBullJob(queued);
  const traced = toBullJob({ ...queued, traceparent });
  expect(traced.opts.telemetry).toEqual({ metadata: traceparent });
  expect(traced.opts.jobId).toBe(plain.opts.jobId);
  expect(traced.data).toEqual(plain.data);
  expect(plain.opts).not.toHaveProperty('telemetry');
});
