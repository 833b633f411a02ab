import { afterAll, beforeAll, expect, it } from 'vitest';
import { classPassesAnswer } from '#services/contract/catalogue.ts';
import { classesAnswer } from '#services/contract/schedule.ts';
import { londonDayIn, openClasses } from '#tools/testing/open-classes.ts';
import { startOwnStudio } from '#tools/testing/own-studio.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import type { TestStudio } from '#tools/testing/test-studio.ts';

const classes = 8;

let studio: TestStudio;
beforeAll(async () => {
  studio = await startOwnStudio();
  await openClasses(await new StudioClient(studio.base).staff('admin'), classes);
});
afterAll(() => studio?.stop());

async function get(path: string, encoding: string) {
  const response = await fetch(studio.base + path, { headers: { 'accept-encoding': encoding } });
  const { status, headers } = response;
  const sent = [status, headers.get('content-type'), headers.get('content-encoding'), headers.get('vary')];
  return { sent, length: Number(headers.get('content-length')), answer: await response.json() };
}

it.each([
  ['/api/class-passes', classPassesAnswer],
  [`/api/classes?date=${londonDayIn(2)}`, classesAnswer],
])(
  'sends %s gzipped to clients that accept gzip, and the same JSON uncompressed to others',
  async (path, contract) => {
    const type = 'application/json; charset=utf-8';
    const gzipped = await get(path, 'gzip, deflate, br');
    expect(gzipped.sent).toEqual([200, type, 'gzip', 'accept-encoding']);
    for (const encoding of ['identity', 'br', 'gzip;q=0']) {
      const plain = await get(path, encoding);
      expect(plain.sent).toEqual([200, type, null, 'accept-encoding']);
      expect(plain.length).toBeGreaterThan(gzipped.length);
      expect({ ...contract.parse(plain.answer), now: null }).toEqual({
        ...contract.parse(gzipped.answer),
        now: null,
      });
    }
  },
);

it('sends an answer that fits one packet uncompressed', async () => {
  const { sent, answer } = await get(`/api/classes?date=${londonDayIn(40)}`, 'gzip');
  expect(sent).toEqual([200, 'application/json; charset=utf-8', null, null]);
  expect(classesAnswer.parse(answer).classes).toEqual([]);
});

it('sends all classes of the day', async () => {
  const { answer } = await get(`/api/classes?date=${londonDayIn(2)}`, 'gzip');
  expect(classesAnswer.parse(answer).classes).toHaveLength(classes);
});
