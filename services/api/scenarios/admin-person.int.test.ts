import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminMembersAnswer } from '#services/contract/admin-members.ts';
import { adminSearchAnswer } from '#services/contract/admin-search.ts';
import { errorAnswer } from '#services/contract/errors.ts';
import { exportAnswer } from '#services/contract/member-export.ts';
import { type Person, personAnswer } from '#services/contract/person.ts';
import { openClasses } from '#tools/testing/open-classes.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import { type RunningStudio, startRunningStudio } from '../testing/running-studio.fixture.ts';
import { SandboxClock } from '../testing/sandbox-clock.fixture.ts';

const singleClass = 3;

let studio: RunningStudio;
let visitor: StudioClient;
let admin: StudioClient;
beforeAll(async () => {
  studio = await startRunningStudio();
  visitor = new StudioClient(studio.process.base);
  admin = await visitor.staff('admin');
});
afterAll(() => studio?.remove());

async function join(name: string, passes: number) {
  const client = await visitor.signUp(`${name.toLowerCase().replaceAll(' ', '.')}@example.com`, name);
  for (let bought = 0; bought < passes; bought += 1) expect((await client.buy(singleClass)).status).toBe(200);
  const { members } = await admin.expect(adminMembersAnswer, 'GET', '/api/admin/members');
  const id = members.find((member) => member.name === name)?.id ?? '';
  return { client, id };
}
async function readPerson(id: string): Promise<Person> {
  const { person } = await admin.expect(personAnswer, 'GET', `/api/admin/members/${id}`);
  if (person.erased) throw new Error('The member is erased');
  return person;
}

describe('the page of a member', () => {
  it('has contact, passes, bookings and money, and records who opened it', async () => {
    const { client, id } = await join('Ann Shore', 2);
    const [classId] = await openClasses(admin, 1, 7, await new SandboxClock(studio.process.base).now());
    expect((await client.call('POST', '/api/bookings', { classId })).status).toBe(200);
    const person = await readPerson(id);
    expect(person.member).toMatchObject({ name: 'Ann Shore', email: 'ann.shore@example.com', passes: 1 });
    expect(person.bookings).toMatchObject({ total: 1, entries: [{ classId, status: 'confirmed' }] });
    expect(person.lots.total).toBe(2);
    expect(person.balanced).toBe(true);
    expect(person.losses.total).toBe(0);
    const used = person.lots.entries.find(({ counts }) => counts.used === 1);
    expect(used?.events.map(({ type, by }) => `${type} ${by}`)).toEqual([
      'PassSpent Member',
      expect.stringMatching(/^LotGranted /),
    ]);
    expect(used?.events[0]?.class).toMatchObject({ id: classId, name: 'reformer for all' });
    expect(person.money).toMatchObject({ total: 2, returnedPence: 0 });
    expect(person.money.receivedPence).toBe(
      person.money.entries.reduce((sum, { amountPence }) => sum + amountPence, 0),
    );
    expect(person.readings.entries).toMatchObject([{ what: 'page', by: 'admin (by the shared password)' }]);
    expect((await readPerson(id)).readings.total).toBe(1);
  });

  it('names the rule by which a pass was lost', async () => {
    const clock = new SandboxClock(studio.process.base);
    const { client, id } = await join('Bea Late', 1);
    const [classId] = await openClasses(admin, 1, 7, await clock.now());
    const { body } = await client.call('POST', '/api/bookings', { classId });
    const [booking] = (await readPerson(id)).bookings.entries;
    expect(body).toMatchObject({ bookingId: booking?.id });
    await clock.moveTo(new Date(Date.parse(booking?.class.startsAt ?? '') - 60 * 60_000));
    const late = await client.call('POST', '/api/cancel-booking', { bookingId: booking?.id });
    expect(late).toMatchObject({ status: 200, body: { refunded: false } });
    const { losses } = await readPerson(id);
    expect(losses.entries).toMatchObject([
      {
        kind: 'late_cancellation',
        passes: 1,
        class: { id: classId },
        rule: expect.stringContaining('Cancelling is free up to 24 hours before the class.'),
        freeUntil: booking?.freeCancellationUntil,
        cameBack: false,
      },
    ]);
  });

  it('is unknown for an unknown id, and has ids only once the member is erased', async () => {
    const unknown = await admin.call('GET', '/api/admin/members/nobody');
    expect(unknown.status).toBe(404);
    expect(errorAnswer.parse(unknown.body).code).toBe('NOT_FOUND');
    const { id } = await join('Cat Gone', 1);
    expect((await admin.call('DELETE', `/api/admin/members/${id}`)).status).toBe(200);
    const answer = await admin.expect(personAnswer, 'GET', `/api/admin/members/${id}`);
    expect(answer.person).toMatchObject({ erased: true, id, bookings: 0, payments: 1 });
    expect(JSON.stringify(answer)).not.toContain('Cat');
  });

  it('is open to admins only', async () => {
    const { client, id } = await join('Dan Outside', 0);
    const instructor = await visitor.staff('instructor');
    for (const [method, path] of [
      ['GET', `/api/admin/members/${id}`],
      ['POST', `/api/admin/members/${id}/notes`],
    ] as const) {
      const body = method === 'POST' ? { text: 'A note' } : undefined;
      expect((await visitor.call(method, path, body)).status).toBe(401);
      expect((await client.call(method, path, body)).status).toBe(403);
      expect((await instructor.call(method, path, body)).status).toBe(403);
    }
  });
});

it('lists the complaints about data of a member’s address, and no others', async () => {
  const { id } = await join('Ida Complains', 0);
  for (const [email, text] of [
    ['Ida.Complains@Example.com', 'You write to my old address.'],
    ['someone.else@example.com', 'Another complaint'],
  ])
    expect((await visitor.call('POST', '/api/complaints', { name: 'Ida C.', email, text })).status).toBe(200);
  const { complaints } = await readPerson(id);
  expect(complaints).toMatchObject({
    total: 1,
    entries: [{ complaint: { text: 'You write to my old address.' }, status: 'open', answers: [] }],
  });
  const path = `/api/admin/complaints/${complaints.entries[0]?.id}/answer`;
  expect((await admin.call('POST', path, { text: 'Corrected.' })).status).toBe(200);
  expect((await readPerson(id)).complaints.entries).toMatchObject([
    { status: 'answered', answers: [{ text: 'Corrected.', by: 'Admin' }] },
  ]);
});

describe('notes by staff', () => {
  it('are added once for each click, the newest first, and are in the member’s export', async () => {
    const { client, id } = await join('Eva Note', 0);
    const path = `/api/admin/members/${id}/notes`;
    const first = { text: '  Prefers the window.\r\nCalls on Mondays. ', requestKey: randomUUID() };
    expect((await admin.call('POST', path, first)).status).toBe(200);
    expect((await admin.call('POST', path, first)).status).toBe(200);
    expect((await admin.call('POST', path, { text: 'Second' })).status).toBe(200);
    const { notes } = await readPerson(id);
    expect(notes.entries.map(({ text, by }) => `${by}: ${text}`)).toEqual([
      'Admin: Second',
      'Admin: Prefers the window.\nCalls on Mondays.',
    ]);
    const exported = await client.expect(exportAnswer, 'GET', '/api/user/export');
    expect(exported.notes.map(({ text, by }) => `${by}: ${text}`)).toEqual([
      'Admin: Prefers the window.\nCalls on Mondays.',
      'Admin: Second',
    ]);
    expect(exported.readings.map(({ what }) => what)).toEqual(['page']);
  });

  it('are refused for a member who is unknown or erased', async () => {
    const { id } = await join('Fay Gone', 0);
    await admin.call('DELETE', `/api/admin/members/${id}`);
    for (const who of [id, 'nobody'])
      expect((await admin.call('POST', `/api/admin/members/${who}/notes`, { text: 'Hello' })).status).toBe(
        404,
      );
  });
});

describe('the search of the staff', () => {
  const search = (q: string) =>
    admin.expect(adminSearchAnswer, 'GET', `/api/admin/search?q=${encodeURIComponent(q)}`);
  const names = async (q: string) => (await search(q)).members.map(({ name }) => name);

  it('finds a member by half a name, an email and a number in any spelling, with what is theirs', async () => {
    const { client, id } = await join('Gwendolyn Zephyr', 1);
    const [classId = 0] = await openClasses(admin, 1, 7, await new SandboxClock(studio.process.base).now());
    expect((await client.call('POST', '/api/bookings', { classId })).status).toBe(200);
    for (const q of ['zephy', 'ZEPHYR gwen', 'gwendolyn.zephyr@', 'Zéphyr', id])
      expect(await names(q), q).toEqual(['Gwendolyn Zephyr']);
    for (const q of ['07700 900123', '07700900123', '+44 7700 900123', '(07700) 900-123', '900123 zephyr'])
      expect(await names(q), q).toContain('Gwendolyn Zephyr');
    const found = await search('zephyr');
    expect(found.bookings).toMatchObject([{ memberId: id, status: 'confirmed', class: { id: classId } }]);
    expect(found.payments).toMatchObject([{ memberId: id, memberName: 'Gwendolyn Zephyr' }]);
    expect(found.lots).toMatchObject([{ memberId: id, granted: 1, available: 0 }]);
    const [booking] = found.bookings;
    const [payment] = found.payments;
    const [lot] = found.lots;
    expect((await search(String(booking?.id))).bookings[0]?.id).toBe(booking?.id);
    expect((await search(payment?.id ?? '')).payments).toEqual([payment]);
    expect((await search((payment?.id ?? '').slice(-8))).payments).toEqual([payment]);
    expect((await search(lot?.id ?? '')).lots).toEqual([lot]);
  });

  it('finds a class by its id, level, instructor, day and time', async () => {
    const [classId = 0] = await openClasses(admin, 1, 7, await new SandboxClock(studio.process.base).now());
    const byId = (await search(String(classId))).classes[0];
    expect(byId?.id).toBe(classId);
    const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(
      new Date(`${byId?.date}T12:00:00Z`),
    );
    for (const q of ['reformer for', 'test instr', `${byId?.date} ${byId?.time}`, `reformer ${day}`])
      expect(
        (await search(q)).classes.map(({ id }) => id),
        q,
      ).toContain(classId);
    expect((await search('reformer nobody')).classes).toEqual([]);
  });

  it('finds nothing by too little, and an erased member by their whole id only', async () => {
    expect(await names('z')).toEqual([]);
    const { id } = await join('Hazel Vanished', 1);
    await admin.call('DELETE', `/api/admin/members/${id}`);
    expect(await search('vanished')).toMatchObject({ members: [], payments: [], lots: [] });
    const erased = await search(id);
    expect(erased.members).toEqual([{ id, name: null, email: null, phone: null }]);
    expect(erased.payments).toMatchObject([{ memberId: id, memberName: null }]);
    expect((await search(id.slice(0, -1))).members).toEqual([]);
  });
});
