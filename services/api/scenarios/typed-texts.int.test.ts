import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { adminMembersAnswer } from '#services/contract/admin-members.ts';
import { auditMembersAnswer } from '#services/contract/audit.ts';
import { signUpBody, tokenAnswer, userAnswer } from '#services/contract/auth.ts';
import { errorAnswer } from '#services/contract/errors.ts';
import { nastyCases } from '#tools/testing/nasty-texts.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { type RunningStudio, startRunningStudio } from '../testing/running-studio.fixture.ts';

let studio: RunningStudio;
let visitor: StudioClient;
beforeAll(async () => {
  studio = await startRunningStudio({ LOG_LEVEL: 'silent', STUDIO_DEMO: 'off' });
  visitor = new StudioClient(studio.process.base);
});
afterAll(() => studio?.remove());

const outbox = z.array(z.object({ to: z.string(), kind: z.string() }));
const form = { phone: '07700 900123', password: 'seaside-7' };

const readWelcomed = async () => {
  const answer = await fetch(`${studio.process.base}/sandbox/outbox.json`);
  const mails = outbox.parse(await answer.json());
  return mails.filter(({ kind }) => kind === 'welcome').map(({ to }) => to);
};

it('welcomes every member by email, whatever they are called', async () => {
  const names = [
    ...nastyCases.map(([, text]) => text.slice(0, 110)),
    ...[
      '林さん',
      'علی\u200cرضا',
      'क्\u200dष शर्मा',
      'O’Brien',
      'Ann 👩\u200d👩\u200d👧',
      '𝒜𝓃𝓃'.repeat(20),
      'Nguyễn Thị',
    ],
  ];
  const welcomed: string[] = [];
  for (const [index, name] of names.entries()) {
    const email = `named.${index}@example.com`;
    const answer = await visitor.call('POST', '/api/auth/signup', { ...form, name, email });
    const isAccepted = signUpBody.safeParse({ ...form, name, email }).success && name.isWellFormed();
    expect([name, answer.status]).toEqual([name, isAccepted ? 200 : 400]);
    if (isAccepted) welcomed.push(email);
  }
  expect(welcomed.length).toBeGreaterThan(20);
  await waitFor(async () => {
    const reached = new Set(await readWelcomed());
    return welcomed.every((email) => reached.has(email));
  });
});

it('welcomes every member by email, whatever is before the @', async () => {
  const addresses = ["d'arcy@example.com", 'a+b_c-d.e@example.com', 'a/b=c&d!#$%*?^`{|}~@example.com'];
  for (const email of [...addresses, 'o’brien@example.com']) {
    const answer = await visitor.call('POST', '/api/auth/signup', { ...form, name: 'Ann Shore', email });
    expect([email, answer.status]).toEqual([email, 200]);
  }
  await waitFor(async () => {
    const reached = new Set(await readWelcomed());
    return [...addresses, "o'brien@example.com"].every((email) => reached.has(email));
  });
});

describe('a member with an address of another alphabet', () => {
  const typed = 'Ann.Shore@münchen.example';
  const stored = 'Ann.Shore@xn--mnchen-3ya.example';

  it('signs in with every spelling of it, is notified by email, and is one account', async () => {
    const signUp = { ...form, name: 'Ann Shore', email: typed };
    expect((await visitor.call('POST', '/api/auth/signup', signUp)).status).toBe(200);
    for (const email of [stored, 'ann.shore@MÜNCHEN.example', ' ann.shore@mu\u0308nchen.example ']) {
      const { token } = await visitor.expect(tokenAnswer, 'POST', '/api/auth/signin', {
        email,
        password: form.password,
      });
      expect(token).not.toBe('');
      const again = await visitor.call('POST', '/api/auth/signup', { ...signUp, email });
      expect([again.status, errorAnswer.parse(again.body).code]).toEqual([409, 'EMAIL_TAKEN']);
    }
    await waitFor(async () => (await readWelcomed()).includes(stored));
    const { members } = await (await visitor.staff('admin')).expect(
      adminMembersAnswer,
      'GET',
      '/api/admin/members',
    );
    expect(members.map(({ email }) => email)).toContain(typed);
  });
});

it('takes a password whose letters another keyboard composes differently', async () => {
  const signUp = {
    ...form,
    name: 'Zoe\u0308 Lane',
    email: 'zoe@example.com',
    password: 'cafe\u0301-und-me\u0300r',
  };
  const signedUp = await visitor.expect(tokenAnswer, 'POST', '/api/auth/signup', signUp);
  const { token } = await visitor.expect(tokenAnswer, 'POST', '/api/auth/signin', {
    email: signUp.email,
    password: signUp.password.normalize('NFC'),
  });
  expect(token).not.toBe(signedUp.token);
  const zoe = new StudioClient(studio.process.base, token);
  const { user } = await zoe.expect(userAnswer, 'GET', '/api/auth/user');
  expect(user).toMatchObject({ name: 'Zoë Lane', phone: '07700 900123' });
});

describe('an auditor finds a member', () => {
  let auditor: StudioClient;
  beforeAll(async () => {
    auditor = await visitor.staff('auditor');
    const people = [
      ['Róisín O’Brien-Lane', 'roisin@example.com', '(07700) 900-456'],
      ['Jürgen Straße', 'juergen@example.com', '+49 (0)151 23456789'],
    ];
    for (const [name, email, phone] of people) {
      const answer = await visitor.call('POST', '/api/auth/signup', { ...form, name, email, phone });
      expect(answer.status).toBe(200);
    }
  });
  const find = (query: string) =>
    auditor.expect(auditMembersAnswer, 'GET', `/api/audit/members?query=${encodeURIComponent(query)}`);

  it.each([
    ['Rois', 'name'],
    ['roisin obrien', 'name'],
    ["O'BRIEN LANE", 'name'],
    ['brienlane', 'name'],
    ['roisin@ex', 'email'],
    ['07700900456', 'phone'],
    ['07700 900456', 'phone'],
    ['+44 7700 900456', 'phone'],
    ['900-456', 'phone'],
  ] as const)('by %s', async (query, matchedBy) => {
    const { members, hasMore } = await find(query);
    expect(members.map((member) => [member.email, member.matchedBy])).toEqual([
      ['roisin@example.com', matchedBy],
    ]);
    expect(hasMore).toBe(false);
  });

  it.each(['strasse', 'JURGEN', '0151 234567', '+49 151 23456789'])(
    'of another country by %s',
    async (query) => {
      expect((await find(query)).members.map(({ name }) => name)).toEqual(['Jürgen Straße']);
    },
  );

  it('not by one letter, a short number, or a sign that the search reads as one of its own', async () => {
    for (const query of ['r', '900', '%%', '__', '’’']) expect((await find(query)).members).toEqual([]);
  });

  it('as one of the first ten of many', async () => {
    for (let index = 0; index < 11; index += 1) {
      const person = { ...form, name: `Ann ${index}`, email: `crowd.${index}@example.com` };
      expect((await visitor.call('POST', '/api/auth/signup', person)).status).toBe(200);
    }
    const { members, hasMore } = await find('crowd. example');
    expect([members.length, hasMore]).toEqual([10, true]);
  });
});

it('lists members with their phone numbers as they were written', async () => {
  const written = { ...form, name: 'Wyn Written', email: 'wyn@example.com', phone: '(07700) 900-457' };
  expect((await visitor.call('POST', '/api/auth/signup', written)).status).toBe(200);
  const admin = await visitor.staff('admin');
  const { members } = await admin.expect(adminMembersAnswer, 'GET', '/api/admin/members');
  expect(members.find(({ email }) => email === written.email)?.phone).toBe(written.phone);
});
