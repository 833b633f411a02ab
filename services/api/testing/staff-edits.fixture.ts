import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { addSecondFactor } from '#services/commands/staff/add-second-factor.ts';
import { issueStaffInvite } from '#services/commands/staff/issue-staff-invite.ts';
import { londonDayIn } from '#tools/testing/open-classes.ts';
import type { StudioClient } from '#tools/testing/studio-client.ts';
import type { TestStudio } from '#tools/testing/test-studio.ts';
import { waitFor } from '#tools/testing/wait-for.ts';

type Body = Readonly<Record<string, unknown>>;

interface Call {
  readonly method: string;
  readonly path: string;
  readonly body?: Body;
}

/** Something that two of the staff edit. */
interface Edited {
  /** What the page of both shows. */
  readonly seen: Body;
  /** The edit of the one who saves first. */
  readonly first: Call;
  /** The edit of the other. */
  readonly second: Call;
  /** What the other one is shown. */
  readonly changed: Readonly<Record<string, { was: unknown; is: unknown }>>;
}

export type PrepareEdit = (studio: TestStudio, admin: StudioClient) => Promise<Edited>;

const made = (field: string) => z.object({ [field]: z.object({ id: z.number() }) });

async function create(admin: StudioClient, path: string, field: string, body: Body): Promise<number> {
  const answer = await admin.expect(made(field), 'POST', path, body);
  const id = answer[field]?.id;
  if (id === undefined) throw new Error(`${path} answered without ${field}`);
  return id;
}

const invitedStaff = z.object({ staffId: z.string() });
const createInstructor = (admin: StudioClient, name = 'Marina Hale') =>
  create(admin, '/api/admin/instructors', 'instructor', { name, prenatalSuitable: false });

const capacity = { was: 7, is: 5 };

/** A class whose capacity the first of the staff lowers. */
async function prepareClass(admin: StudioClient) {
  const instructorId = await createInstructor(admin);
  const body = { name: 'beginner', date: londonDayIn(3), time: '09:30', instructorId, maxCapacity: 7 };
  const id = await create(admin, '/api/admin/classes', 'class', body);
  const path = `/api/admin/classes/${id}`;
  const seen = { ...body, duration: 50, isMarkedFull: false, bookedCount: 0 };
  const first = { method: 'PUT', path, body: { ...body, maxCapacity: 5 } };
  return { path, body, seen, first, changed: { maxCapacity: capacity } };
}

async function preparePass(admin: StudioClient) {
  const body = {
    name: '8 Class Pass',
    classes: 8,
    price: 16_000,
    description: 'Eight classes',
    isActive: true,
    isSignUpOnly: false,
    isPopular: false,
    validity: { unit: 'months', count: 2 },
  };
  const path = `/api/admin/class-passes/${await create(admin, '/api/admin/class-passes', 'classPass', body)}`;
  const first = {
    method: 'PUT',
    path,
    body: { ...body, price: 17_000, validity: { unit: 'months', count: 3 } },
  };
  const changed = { price: { was: 16_000, is: 17_000 }, validity: { was: '2 months', is: '3 months' } };
  return { path, body, seen: body, first, changed };
}

async function preparePlan(admin: StudioClient) {
  const body = {
    name: 'Eight a month',
    pricePence: 13_000,
    passes: 8,
    interval: 'month',
    priority: false,
    description: 'Eight classes',
    onSale: true,
    order: 2,
  };
  const path = `/api/admin/plans/${await create(admin, '/api/admin/plans', 'plan', body)}`;
  const first = { method: 'PUT', path, body: { ...body, pricePence: 14_000 } };
  return { path, body, seen: body, first, changed: { pricePence: { was: 13_000, is: 14_000 } } };
}

async function prepareTemplate(admin: StudioClient) {
  const body = { name: `Week ${randomUUID()}`, description: 'Term time', isActive: true };
  const id = await create(admin, '/api/admin/weekly-templates', 'template', body);
  return { id, path: `/api/admin/weekly-templates/${id}`, body, seen: { ...body, classCount: 0 } };
}

async function prepareTemplateClass(admin: StudioClient) {
  const [{ id: templateId }, instructorId] = await Promise.all([
    prepareTemplate(admin),
    createInstructor(admin),
  ]);
  const body = { name: 'beginner', dayOfWeek: 1, time: '09:30', instructorId, maxCapacity: 7 };
  const classBody = { ...body, templateId };
  const id = await create(admin, '/api/admin/template-classes', 'templateClass', classBody);
  const path = `/api/admin/template-classes/${id}`;
  const first = { method: 'PUT', path, body: { ...body, maxCapacity: 5 } };
  return { path, body, seen: body, first, changed: { maxCapacity: capacity } };
}

/** An instructor's account that has joined, with a second factor; the first of the staff makes it an auditor's. */
async function prepareAccount({ runtime }: TestStudio, admin: StudioClient) {
  const email = `staff-${randomUUID()}@example.com`;
  const { staffId } = await admin.expect(invitedStaff, 'POST', '/api/admin/staff', {
    email,
    role: 'instructor',
  });
  const context = {
    now: new Date(),
    commandId: randomUUID(),
    actor: { kind: 'system', name: 'test' } as const,
  };
  const invite = await issueStaffInvite(runtime, { staffId }, context);
  const join = { token: invite?.token, name: 'Marina Shore', password: 'seaside-terrace' };
  await admin.expect(z.object({}), 'POST', '/api/staff/join', join);
  const factor = { staffId, secret: 'JBSWY3DPEHPK3PXP', recoveryHashes: [], epoch: 1 };
  await addSecondFactor(runtime, factor, { ...context, commandId: randomUUID() });
  const path = `/api/admin/staff/${staffId}`;
  return {
    path,
    seen: { role: 'instructor', status: 'active', hasSecondFactor: true },
    first: { method: 'PUT', path: `${path}/role`, body: { role: 'auditor' } },
    changed: { role: { was: 'instructor', is: 'auditor' } },
  };
}

async function prepareWallet(studio: TestStudio, admin: StudioClient) {
  const { memberId } = await studio.signedUpMember(4);
  const passes = `/api/admin/member-passes/${memberId}`;
  await waitFor(async () => (await admin.call('GET', passes)).status === 200);
  const path = `/api/admin/members/${memberId}`;
  return {
    path,
    seen: { passesLeft: 4 },
    first: { method: 'POST', path: `${path}/remove-passes`, body: { passes: 1, requestKey: randomUUID() } },
    changed: { passesLeft: { was: 4, is: 3 } },
  };
}

/** Every call with which staff edit, by its route. */
export const staffEdits: Readonly<Record<string, PrepareEdit>> = {
  'PUT /api/admin/classes/{id}': async (_studio, admin) => {
    const { path, body, ...rest } = await prepareClass(admin);
    return { ...rest, second: { method: 'PUT', path, body: { ...body, time: '10:30' } } };
  },
  'PATCH /api/admin/classes/{id}/instructor': async (_studio, admin) => {
    const [{ path, ...rest }, instructorId] = await Promise.all([
      prepareClass(admin),
      createInstructor(admin, 'Nell Brook'),
    ]);
    return { ...rest, second: { method: 'PATCH', path: `${path}/instructor`, body: { instructorId } } };
  },
  'PATCH /api/admin/classes/{id}/mark-full': async (_studio, admin) => {
    const { path, ...rest } = await prepareClass(admin);
    return { ...rest, second: { method: 'PATCH', path: `${path}/mark-full`, body: { isMarkedFull: true } } };
  },
  'DELETE /api/admin/classes/{id}': async (_studio, admin) => {
    const { path, ...rest } = await prepareClass(admin);
    return { ...rest, second: { method: 'DELETE', path } };
  },
  'PUT /api/admin/class-passes/{id}': async (_studio, admin) => {
    const { path, body, ...rest } = await preparePass(admin);
    return { ...rest, second: { method: 'PUT', path, body: { ...body, isPopular: true } } };
  },
  'DELETE /api/admin/class-passes/{id}': async (_studio, admin) => {
    const { path, ...rest } = await preparePass(admin);
    return { ...rest, second: { method: 'DELETE', path } };
  },
  'PUT /api/admin/plans/{id}': async (_studio, admin) => {
    const { path, body, ...rest } = await preparePlan(admin);
    return { ...rest, second: { method: 'PUT', path, body: { ...body, passes: 9 } } };
  },
  'POST /api/admin/plans/{id}/price-change': async (_studio, admin) => {
    const { path, ...rest } = await preparePlan(admin);
    const body = { pricePence: 15_000, effectiveFrom: londonDayIn(60) };
    return { ...rest, second: { method: 'POST', path: `${path}/price-change`, body } };
  },
  'DELETE /api/admin/plans/{id}': async (_studio, admin) => {
    const { path, ...rest } = await preparePlan(admin);
    return { ...rest, second: { method: 'DELETE', path } };
  },
  'PUT /api/admin/instructors/{id}': async (_studio, admin) => {
    const path = `/api/admin/instructors/${await createInstructor(admin)}`;
    return {
      seen: { name: 'Marina Hale', prenatalSuitable: false },
      first: { method: 'PUT', path, body: { name: 'Marina Hale', prenatalSuitable: true } },
      second: { method: 'PUT', path, body: { name: 'Marina Shore', prenatalSuitable: false } },
      changed: { prenatalSuitable: { was: false, is: true } },
    };
  },
  'PUT /api/admin/instructors/{id}/account': async (_studio, admin) => {
    const path = `/api/admin/instructors/${await createInstructor(admin)}/account`;
    const invite = async () => {
      const body = { email: `staff-${randomUUID()}@example.com`, role: 'instructor' };
      return (await admin.expect(invitedStaff, 'POST', '/api/admin/staff', body)).staffId;
    };
    const [ada, bea] = [await invite(), await invite()];
    return {
      seen: { staffId: null },
      first: { method: 'PUT', path, body: { staffId: ada } },
      second: { method: 'PUT', path, body: { staffId: bea } },
      changed: { staffId: { was: null, is: ada } },
    };
  },
  'DELETE /api/admin/instructors/{id}': async (_studio, admin) => {
    const path = `/api/admin/instructors/${await createInstructor(admin)}`;
    return {
      seen: { name: 'Marina Hale', prenatalSuitable: false },
      first: { method: 'PUT', path, body: { name: 'Marina Shore', prenatalSuitable: false } },
      second: { method: 'DELETE', path },
      changed: { name: { was: 'Marina Hale', is: 'Marina Shore' } },
    };
  },
  'PUT /api/admin/weekly-templates/{id}': async (_studio, admin) => {
    const { path, seen } = await prepareTemplate(admin);
    return {
      seen,
      first: { method: 'PUT', path, body: { description: 'Summer' } },
      second: { method: 'PUT', path, body: { isActive: false } },
      changed: { description: { was: 'Term time', is: 'Summer' } },
    };
  },
  'DELETE /api/admin/weekly-templates/{id}': async (_studio, admin) => {
    const [{ id: templateId, path, seen }, instructorId] = await Promise.all([
      prepareTemplate(admin),
      createInstructor(admin),
    ]);
    const body = { templateId, name: 'beginner', dayOfWeek: 1, time: '09:30', instructorId, maxCapacity: 7 };
    return {
      seen,
      first: { method: 'POST', path: '/api/admin/template-classes', body },
      second: { method: 'DELETE', path },
      changed: { classCount: { was: 0, is: 1 } },
    };
  },
  'PUT /api/admin/template-classes/{id}': async (_studio, admin) => {
    const { path, body, ...rest } = await prepareTemplateClass(admin);
    return { ...rest, second: { method: 'PUT', path, body: { ...body, dayOfWeek: 2 } } };
  },
  'DELETE /api/admin/template-classes/{id}': async (_studio, admin) => {
    const { path, ...rest } = await prepareTemplateClass(admin);
    return { ...rest, second: { method: 'DELETE', path } };
  },
  'POST /api/admin/settings': async (_studio, admin) => {
    const path = '/api/admin/settings';
    const key = 'special_offer_days';
    await admin.expect(z.object({}), 'POST', path, { key, value: '7' });
    return {
      seen: { value: '7' },
      first: { method: 'POST', path, body: { key, value: '10' } },
      second: { method: 'POST', path, body: { key, value: '14' } },
      changed: { value: { was: '7', is: '10' } },
    };
  },
  'PUT /api/admin/staff/{id}/role': async (studio, admin) => {
    const { path, ...rest } = await prepareAccount(studio, admin);
    return { ...rest, second: { method: 'PUT', path: `${path}/role`, body: { role: 'admin' } } };
  },
  'DELETE /api/admin/staff/{id}': async (studio, admin) => {
    const { path, ...rest } = await prepareAccount(studio, admin);
    return { ...rest, second: { method: 'DELETE', path } };
  },
  'DELETE /api/admin/staff/{id}/second-factor': async (studio, admin) => {
    const { path, ...rest } = await prepareAccount(studio, admin);
    return { ...rest, second: { method: 'DELETE', path: `${path}/second-factor` } };
  },
  'POST /api/admin/members/{id}/add-passes': async (studio, admin) => {
    const { path, ...rest } = await prepareWallet(studio, admin);
    return { ...rest, second: { method: 'POST', path: `${path}/add-passes`, body: { passes: 2 } } };
  },
  'POST /api/admin/members/{id}/remove-passes': async (studio, admin) => {
    const { path, ...rest } = await prepareWallet(studio, admin);
    return { ...rest, second: { method: 'POST', path: `${path}/remove-passes`, body: { passes: 2 } } };
  },
};

const creates = 'creates something new';
const own = 'changes the caller’s own account, with its password';
const once = 'has one outcome: a second call finds it done, and says so or changes nothing';

/** The other writes of staff, each with why there is nothing to compare. */
export const staffWritesWithoutExpected: Readonly<Record<string, string>> = {
  'POST /api/admin/classes': creates,
  'POST /api/admin/class-passes': creates,
  'POST /api/admin/plans': creates,
  'POST /api/admin/instructors': creates,
  'POST /api/admin/instructors/{id}/rates': creates,
  'POST /api/admin/weekly-templates': creates,
  'POST /api/admin/template-classes': creates,
  'POST /api/admin/staff': creates,
  'POST /api/admin/closures': creates,
  'POST /api/admin/export': 'changes nothing but the record of who did it',
  'DELETE /api/admin/closures/{id}': once,
  'POST /api/admin/apply-template':
    'carries the plan that was shown, which is more than one thing: templates.int.test.ts',
  'POST /api/admin/undo-template': once,
  'POST /api/admin/add-member-to-class': creates,
  'DELETE /api/admin/remove-booking/{bookingId}': once,
  'POST /api/admin/members/{id}/notes': creates,
  'POST /api/admin/complaints/{id}/answer': creates,
  'POST /api/admin/imports': creates,
  'POST /api/admin/imports/{id}/invite': 'sends each invitation once',
  'POST /api/admin/imports/{id}/undo': 'is refused once anything of it was used',
  'DELETE /api/admin/members/{id}': once,
  'DELETE /api/admin/staff/sessions/{id}': once,
  'POST /api/admin/staff/{id}/invite': once,
  'POST /api/admin/memberships/{id}/cancel': once,
  'POST /api/admin/memberships/{id}/resume': once,
  'POST /api/admin/disputes/{id}/evidence':
    'is sent once, and any other answer is refused: disputes.int.test.ts',
  'POST /api/admin/disputes/{id}/evidence.pdf': 'changes nothing: a document to read',
  'POST /api/admin/memberships/{id}/pause': once,
  'DELETE /api/admin/memberships/{id}/pause': once,
  'POST /api/admin/payments/{id}/refund':
    'never gives back more than is left, and one request key refunds once: refunds.int.test.ts',
  'POST /api/admin/months/close': once,
  'POST /api/admin/pay/close': 'carries the sum that was shown: pay.int.test.ts',
  'POST /api/admin/what-if': 'computes, and changes nothing',
  'DELETE /api/admin/what-if/{runId}': once,
  'POST /api/admin/brevo/add-existing-members': once,
  'POST /api/admin/brevo/add-non-booking-members': once,
  'POST /api/admin/send-prelaunch-emails': once,
  'PUT /api/instructor/attendance/{bookingId}':
    'carries when the button was pressed: the later mark stays, and the answer says which it is',
  'DELETE /api/staff/session': own,
  'POST /api/staff/session': own,
  'POST /api/staff/invitation': own,
  'POST /api/staff/join': own,
  'POST /api/staff/password/forgot': own,
  'POST /api/staff/password/reset': own,
  'PUT /api/staff/password': own,
  'POST /api/staff/second-factor': own,
  'POST /api/staff/second-factor/setup': own,
  'POST /api/staff/second-factor/recovery-codes': own,
  'POST /api/staff/second-factor/remove': own,
};
