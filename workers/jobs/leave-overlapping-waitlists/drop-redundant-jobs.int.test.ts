import { expect, onTestFinished, test } from 'vitest';
import { job } from '#infra/queue/define-job.ts';
import { startProjectedStudio } from '#projections/testing/projected-studio.fixture.ts';
import { Recorder } from '#projections/testing/recorder.ts';
import { StudioHistory } from '#projections/testing/studio-history.ts';
import { advanceWaitlistJob } from '../advance-waitlist/definition.ts';
import { leaveOverlappingWaitlists } from './definition.ts';
import { dropRedundantJobs } from './drop-redundant-jobs.ts';

test('keeps jobs for bookings of waiting members and for bookings that the read models lack', async () => {
  const recorder = new Recorder();
  const history = new StudioHistory(recorder);
  const joined = recorder.record('class-2', {
    type: 'WaitlistJoined',
    data: { classId: 2, entryId: 1, memberId: 'm', at: '2026-03-02T10:00:00.000Z' },
  });
  const database = await startProjectedStudio([
    ...history.instructor(1),
    ...[1, 2].flatMap((classId) => history.scheduledClass(classId)),
    joined,
    ...history.booking('m', 1),
    ...history.booking('n', 1),
  ]);
  onTestFinished(() => database.drop());
  const [ofWaiting, ofNotWaiting, notProjected] = [1, 2, 3].map((bookingId) =>
    job(leaveOverlappingWaitlists, { memberId: 'any', since: { bookingId } }, `${bookingId}`),
  );
  if (!ofWaiting || !ofNotWaiting || !notProjected) throw new Error('No jobs');
  const ofWaitlistEntry = job(
    leaveOverlappingWaitlists,
    { memberId: 'n', since: { classId: 2, revision: 9 } },
    'waitlist',
  );
  const other = job(advanceWaitlistJob, { classId: 2 }, 'other');
  const jobs = [other, ofWaiting, ofNotWaiting, ofWaitlistEntry, notProjected];
  expect(await dropRedundantJobs(database.pool, jobs)).toEqual([
    other,
    ofWaiting,
    ofWaitlistEntry,
    notProjected,
  ]);
  expect(await dropRedundantJobs(database.pool, [other])).toEqual([other]);
});
