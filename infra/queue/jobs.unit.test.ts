import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineJob, handle, job } from './define-job.ts';
import { jobIdOf } from './job-options.ts';
import { createJobRegistry } from './job-registry.ts';

const mail = defineJob({ name: 'mail', payload: z.object({ bookingId: z.number() }) });
const sweep = defineJob({ name: 'sweep', lane: 'sweeps', payload: z.object({}), attempts: 1 });
const doMail = handle(mail, async () => {});
const doSweep = handle(sweep, async () => {});

test('a registry returns the handler of each job name', () => {
  const registry = createJobRegistry([doSweep, doMail]);
  expect(registry.handlerOf('mail')).toBe(doMail);
  expect(registry.handlerOf('sweep')).toBe(doSweep);
  expect(() => registry.handlerOf('other')).toThrow(/other/);
});

test('a registry rejects a second handler of a job name, and has only its own definitions', () => {
  const twice = 'Two handlers share the job name mail';
  expect(() => createJobRegistry([doMail, handle(mail, async () => {})])).toThrow(twice);
  const namesake = defineJob({ name: 'mail', payload: z.object({}) });
  expect(() => createJobRegistry([doMail, handle(namesake, async () => {})])).toThrow(twice);
  const registry = createJobRegistry([doMail]);
  expect(registry.has(mail)).toBe(true);
  expect(registry.has(namesake)).toBe(false);
});

test('payloads are parsed when a job is made and when it runs', async () => {
  expect(job(mail, { bookingId: 1 }, 'k').payload).toEqual({ bookingId: 1 });
  expect(() => job(mail, JSON.parse('{"bookingId":"1"}'), 'k')).toThrow(z.ZodError);
  const run = { jobId: 'j', attempt: 1, signal: new AbortController().signal };
  expect(() => doMail.run({ bookingId: 'x' }, run)).toThrow(z.ZodError);
});

test('job ids are valid for BullMQ, and differ when their keys do', () => {
  expect(jobIdOf('mail', '12')).toBe('mail.12');
  expect(jobIdOf('mail', 'a:b')).not.toContain(':');
  expect(jobIdOf('mail', 'a:b')).not.toBe(jobIdOf('mail', 'a%3Ab'));
  expect(() => jobIdOf('mail', '')).toThrow(/key/);
  expect(() => defineJob({ name: 'a.b', payload: z.object({}) })).toThrow(/name/);
});
