import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { StudioClient } from '#tools/testing/studio-client.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { type RunningStudio, startRunningStudio } from '../testing/running-studio.fixture.ts';

let studio: RunningStudio;
let admin: StudioClient;
beforeAll(async () => {
  studio = await startRunningStudio();
  admin = await new StudioClient(studio.process.base).staff('admin');
});
afterAll(() => studio?.remove());

const instructorMade = z.object({ instructor: z.object({ id: z.number() }) });
const templateMade = z.object({ template: z.object({ id: z.number() }) });

interface Creation {
  readonly what: string;
  readonly path: string;
  readonly body: () => Promise<object>;
  /** The table that has a row for each. */
  readonly table: string;
}

const creations: readonly Creation[] = [
  {
    what: 'an instructor',
    path: '/api/admin/instructors',
    body: async () => ({ name: 'Marina' }),
    table: 'instructors',
  },
  {
    what: 'a pass of the catalogue',
    path: '/api/admin/class-passes',
    body: async () => ({ name: '8 Class Pass', classes: 8, price: 16_000 }),
    table: 'class_passes',
  },
  {
    what: 'a weekly template',
    path: '/api/admin/weekly-templates',
    body: async () => ({ name: 'Standard week' }),
    table: 'weekly_templates',
  },
  {
    what: 'a class of a template',
    path: '/api/admin/template-classes',
    async body() {
      const [{ instructor }, { template }] = await Promise.all([
        admin.expect(instructorMade, 'POST', '/api/admin/instructors', { name: 'Tilda' }),
        admin.expect(templateMade, 'POST', '/api/admin/weekly-templates', { name: 'Summer' }),
      ]);
      const when = { dayOfWeek: 2, name: 'beginner', time: '09:00' };
      return { templateId: template.id, ...when, instructorId: instructor.id, maxCapacity: 7 };
    },
    table: 'template_classes',
  },
  {
    what: 'interest in a membership',
    path: '/api/registrations',
    body: async () => ({ name: 'Ann', email: 'ann@example.com', phone: '07700 900123' }),
    table: 'registrations',
  },
];

it.each(creations)(
  '$what is created once for one request key, however often it is sent',
  async ({ path, body, table }) => {
    const input = await body();
    const rows = async () => (await studio.query(`SELECT FROM ${table}`)).length;
    const before = await rows();
    const send = async (requestKey: string) => {
      const { status } = await admin.call('POST', path, { ...input, requestKey });
      expect(status).toBe(200);
    };

    const firstKey = randomUUID();
    await Promise.all([send(firstKey), send(firstKey), send(firstKey)]);
    await send(firstKey);
    await send(randomUUID());

    await waitFor(async () => (await rows()) === before + 2, { what: 'two rows' });
    // One more repetition gives the read models time to show a third row.
    await send(firstKey);
    expect(await rows()).toBe(before + 2);
  },
);
