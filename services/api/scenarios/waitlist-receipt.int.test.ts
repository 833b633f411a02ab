import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { waitlistReceipt } from '#services/contract/waitlist-receipt.ts';
import type { StudioClient } from '#tools/testing/studio-client.ts';
import { TimetableStudio } from '../testing/timetable-studio.fixture.ts';

// The clock moves by days.
let studio: TimetableStudio;
beforeAll(async () => {
  studio = await TimetableStudio.start();
});
beforeEach(() => studio.startDay());
afterAll(() => studio?.running.remove());

const program = new URL('../../../tools/tasks/audit.ts', import.meta.url).pathname;

/** Whether the audit tool accepts a text as a file. */
async function isAccepted(text: string): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'receipt-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'receipt.json');
  await writeFile(file, text);
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [program, 'verify', file]);
    expect(stdout).toContain('It holds: signature and every step');
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: 1 });
    return false;
  }
}

it('a receipt is for each member who waited, also after the class, names no one, and can be checked without the studio', async () => {
  const { classId, startsAt, bookingId, ann, nil, bea, cat } = await studio.fillClass(studio.at(1, '18:00'));
  const read = (client: StudioClient) => client.call('GET', `/api/waitlist/${classId}/receipt`);
  const statusOf = async (client: StudioClient) => (await read(client)).status;
  expect(await statusOf(ann.client)).toBe(404);
  expect(await statusOf(studio.visitor)).toBe(401);
  expect((await cat.client.call('GET', '/api/waitlist/2147483647/receipt')).status).toBe(404);

  await studio.clock.moveTo(studio.at(0, '19:00'));
  await ann.cancel(bookingId);
  await studio.settle();
  await studio.clock.moveTo(studio.at(0, '19:45'));
  const { content } = waitlistReceipt.parse((await read(cat.client)).body);
  expect(
    content.moments.map(({ what, place, mine, yourPlace }) => [what, mine ? 'me' : place, yourPlace]),
  ).toEqual([
    ['joined', 'me', 3],
    ['freed', null, 3],
    ['skipped', 1, 3],
    ['offered', 2, 3],
    ['lapsed', 2, 3],
    ['offered', 'me', 3],
  ]);
  expect(content.moments.at(3)?.rule?.text).toContain('30 minutes');

  const left = await nil.client.call('DELETE', '/api/waitlist', { classId });
  expect(left.status).toBe(200);
  await studio.clock.moveTo(new Date(startsAt.getTime() + 3_600_000));
  expect(await statusOf(nil.client)).toBe(200);
  const { body } = await read(bea.client);
  const text = JSON.stringify(body, null, 2);
  const memberIds = await Promise.all([ann, nil, bea, cat].map(({ client }) => studio.readMemberId(client)));
  for (const secret of ['ann.', 'nil.', 'bea.', 'cat.', '@example', 'lot-', ...memberIds])
    expect(text).not.toContain(secret);
  expect(await isAccepted(text)).toBe(true);
  expect(await isAccepted(text.replace('"lapsed"', '"offered"'))).toBe(false);
  expect(await isAccepted(text.replace('"yourPlace": 2', '"yourPlace": 1'))).toBe(false);
});
