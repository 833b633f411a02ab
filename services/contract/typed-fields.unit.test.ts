import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { nastyCases } from '#tools/testing/nasty-texts.ts';

/** What people type into a field, which determines what becomes of it. A secret is compared as it is, a search is only compared. */
type Kind = 'person' | 'thing' | 'line' | 'lines' | 'email' | 'phone' | 'secret' | 'search';

/**
 * Every field of every request that takes more than a code, such as an id or a date. A new field is missing here until a developer has
 * decided what it is.
 */
const kinds: Readonly<Record<string, Kind>> = {
  'account.cancelEmailChangeBody.token': 'secret',
  'account.changeEmailBody.currentPassword': 'secret',
  'account.changeEmailBody.newEmail': 'email',
  'account.changePasswordBody.currentPassword': 'secret',
  'account.changePasswordBody.newPassword': 'secret',
  'account.confirmEmailBody.token': 'secret',
  'account.eraseBody.password': 'secret',
  'account.forgotPasswordBody.email': 'email',
  'account.healthBody.injuryDetails': 'lines',
  'account.healthBody.medicationDetails': 'lines',
  'account.healthBody.painfulMovementDetails': 'lines',
  'account.newPasswordForm.confirmation': 'secret',
  'account.newPasswordForm.password': 'secret',
  'account.profileBody.name': 'person',
  'account.profileBody.phone': 'phone',
  'account.resetPasswordBody.password': 'secret',
  'account.resetPasswordBody.token': 'secret',
  'admin-members.adjustPassesBody.reason': 'line',
  'admin-refunds.refundBody.reason': 'line',
  'closures.closureBody.reason': 'line',
  'admin-passes.changePassBody.description': 'lines',
  'admin-passes.changePassBody.name': 'thing',
  'admin-passes.newPassBody.description': 'lines',
  'admin-passes.newPassBody.name': 'thing',
  'admin-passes.passBody.description': 'lines',
  'admin-passes.passBody.name': 'thing',
  'admin-schedule.changeInstructorBody.name': 'person',
  'admin-schedule.instructorBody.name': 'person',
  'admin-schedule.newInstructorBody.name': 'person',
  'admin-search.adminSearchQuery.q': 'search',
  'admin-templates.changeTemplateBody.description': 'lines',
  'admin-templates.changeTemplateBody.name': 'thing',
  'admin-templates.createTemplateBody.description': 'lines',
  'admin-templates.createTemplateBody.name': 'thing',
  'audit.auditMembersQuery.query': 'search',
  'auth.emailCodeBody.email': 'email',
  'auth.signInBody.email': 'email',
  'auth.signInBody.password': 'secret',
  'auth.signUpBody.email': 'email',
  'auth.signUpBody.injuryDetails': 'lines',
  'auth.signUpBody.medicationDetails': 'lines',
  'auth.signUpBody.name': 'person',
  'auth.signUpBody.painfulMovementDetails': 'lines',
  'auth.signUpBody.password': 'secret',
  'auth.signUpBody.phone': 'phone',
  'auth.verifyEmailCodeBody.code': 'secret',
  'auth.verifyEmailCodeBody.email': 'email',
  'auth.verifyEmailCodeBody.token': 'secret',
  'person.noteBody.text': 'lines',
  'plans.changePlanBody.description': 'lines',
  'plans.changePlanBody.name': 'thing',
  'plans.newPlanBody.description': 'lines',
  'plans.newPlanBody.name': 'thing',
  'plans.planBody.description': 'lines',
  'plans.planBody.name': 'thing',
  'complaints.complaintAnswerBody.text': 'lines',
  'complaints.complaintBody.email': 'email',
  'complaints.complaintBody.name': 'person',
  'complaints.complaintBody.text': 'lines',
  'registrations.registrationBody.email': 'email',
  'registrations.registrationBody.message': 'lines',
  'registrations.registrationBody.name': 'person',
  'registrations.registrationBody.phone': 'phone',
  'settings.settingBody.changes.*.description': 'lines',
  'settings.settingBody.description': 'lines',
  'staff.forgotStaffPasswordBody.email': 'email',
  'staff.invitationBody.token': 'secret',
  'staff.inviteBody.email': 'email',
  'staff.joinBody.name': 'person',
  'staff.joinBody.password': 'secret',
  'staff.joinBody.token': 'secret',
  'staff.joinForm.confirmation': 'secret',
  'staff.joinForm.name': 'person',
  'staff.joinForm.password': 'secret',
  'staff.newStaffPasswordForm.confirmation': 'secret',
  'staff.newStaffPasswordForm.password': 'secret',
  'staff.resetStaffPasswordBody.password': 'secret',
  'staff.resetStaffPasswordBody.token': 'secret',
  'staff.secondFactorBody.code': 'secret',
  'staff.secondFactorProofBody.code': 'secret',
  'staff.secondFactorProofBody.password': 'secret',
  'staff.secondFactorSetupBody.password': 'secret',
  'staff.staffAccountBody.code': 'secret',
  'staff.staffAccountBody.email': 'email',
  'staff.staffAccountBody.password': 'secret',
  'staff.staffPasswordBody.currentPassword': 'secret',
  'staff.staffPasswordBody.newPassword': 'secret',
  'staff.staffSessionBody.code': 'secret',
  'staff.staffSessionBody.email': 'email',
  'staff.staffSessionBody.password': 'secret',
};

const schemasOf = async (): Promise<[string, z.ZodType][]> => {
  const files = readdirSync(import.meta.dirname).filter((file) => /^[a-z-]+\.ts$/.test(file));
  const found: [string, z.ZodType][] = [];
  for (const file of files.map((name) => name.replace(/\.ts$/, '')).toSorted()) {
    const exported: Record<string, unknown> = await import(`./${file}.ts`);
    for (const [name, value] of Object.entries(exported)) {
      if (/(Body|Query|Form)$/.test(name) && value instanceof z.ZodType)
        found.push([`${file}.${name}`, value]);
    }
  }
  return found;
};

/** The fields of a schema that take any text, with the schema of each. */
function listFields(schema: z.ZodType, path: string): [string, z.ZodType][] {
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).flatMap(([key, inner]) =>
      // What a caller was shown is only compared.
      inner instanceof z.ZodType && key !== 'expected' ? listFields(inner, `${path}.${key}`) : [],
    );
  }
  if (schema instanceof z.ZodUnion) {
    return schema.options.flatMap((inner) => (inner instanceof z.ZodType ? listFields(inner, path) : []));
  }
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable) {
    const inner = schema.unwrap();
    return inner instanceof z.ZodType ? listFields(inner, path) : [];
  }
  if (schema instanceof z.ZodPipe) return schema.in instanceof z.ZodType ? listFields(schema.in, path) : [];
  if (schema instanceof z.ZodArray)
    return schema.element instanceof z.ZodType ? listFields(schema.element, `${path}.*`) : [];
  return schema instanceof z.ZodString || schema instanceof z.ZodStringFormat ? [[path, schema]] : [];
}

const fields = new Map((await schemasOf()).flatMap(([name, schema]) => listFields(schema, name)));
const isOpen = (schema: z.ZodType) =>
  [...nastyCases.map(([, text]) => text), 'ann@example.com', '07700 900123'].some(
    (text) => schema.safeParse(text).success,
  );
const listOf = (...wanted: Kind[]) =>
  [...fields].filter(([name]) => wanted.some((kind) => kinds[name] === kind));

/** The text as it arrives, or each message when it is refused. */
const arrive = (schema: z.ZodType, text: string): string | string[] => {
  const { success, data, error } = schema.safeParse(text);
  return success ? String(data) : error.issues.map(({ message }) => message);
};

it('covers every field that takes text', () => {
  const open = [...fields].filter(([, schema]) => isOpen(schema)).map(([name]) => name);
  expect(Object.keys(kinds).toSorted()).toEqual(open.toSorted());
});

const invisible = [
  ...['Ann\u0007 Lane', 'Ann\u202e enaL', 'Ann\u2066 Lane', 'Ann\u200b Lane', 'An\u200dn Lane'],
  ...[
    'An\u00adn Lane',
    'Ann\u3164Lane',
    'Ann\uffff Lane',
    'Ann\u001b[2J',
    'Ann\u007f Lane',
    'Ann\u200f Lane',
  ],
];

describe.each(listOf('person', 'thing', 'line', 'lines'))('%s', (name, schema) => {
  const isLines = kinds[name] === 'lines';

  it('refuses what is invisible, with a sentence', () => {
    for (const text of invisible) {
      const [message] = arrive(schema, text);
      expect([text, message]).toEqual([
        text,
        expect.stringMatching(/^There is an invisible character after “Ann?”\. /),
      ]);
    }
  });

  it('has one form of letters and spaces', () => {
    expect(arrive(schema, ' \ufeff Zoe\u0308 \t O’Brien \u00a0')).toBe('Zoë O’Brien');
    expect(arrive(schema, 'Zoë \r\n\u2028 Lane')).toBe(isLines ? 'Zoë\n\nLane' : 'Zoë Lane');
  });

  it.each(nastyCases)('refuses %s with a sentence, or takes it in one form', (_name, text) => {
    const arrived = arrive(schema, text);
    if (typeof arrived === 'string') {
      expect(arrived).not.toMatch(
        /(?!\n)\p{Cc}|[\u2028\u2029\ufeff]|\p{Bidi_Control}|\p{Noncharacter_Code_Point}/u,
      );
      expect([arrived.isWellFormed(), arrived.normalize('NFC'), arrived.trim()]).toEqual([
        true,
        arrived,
        arrived,
      ]);
      if (!isLines) expect(arrived).not.toContain('\n');
    } else {
      for (const message of arrived) expect(message).toMatch(/^(Please|There|This|A name) /);
    }
  });
});

it.each(listOf('person'))('%s needs a letter, of any alphabet', (_name, schema) => {
  for (const text of ['123', '🌊🌊', '...', '- -'])
    expect(arrive(schema, text)).toEqual(['A name needs at least one letter']);
  for (const text of ['林さん', 'علی\u200cرضا', 'क्\u200dष', 'O’Brien 3rd', 'Zoë 🏳️\u200d🌈'])
    expect(arrive(schema, text)).toBe(text);
});

it.each(listOf('thing'))('%s needs a letter or a number', (_name, schema) => {
  expect(arrive(schema, '...')).toEqual(['A name needs a letter or a number']);
  for (const text of ['2026', '10 × 50 min', 'Ébène']) expect(arrive(schema, text)).toBe(text);
});

describe.each(listOf('email'))('%s', (_name, schema) => {
  it.each(nastyCases)('refuses %s with the sentence of the specification', (_case, text) => {
    expect(arrive(schema, text)).toEqual(['Please enter a valid email address']);
  });

  it('takes a domain of any alphabet, in the form in which it is stored', () => {
    expect(arrive(schema, ' Ann@MÜNCHEN.de ')).toBe('Ann@xn--mnchen-3ya.de');
    expect(arrive(schema, 'Ann@xn--mnchen-3ya.de')).toBe('Ann@xn--mnchen-3ya.de');
  });
});

describe.each(listOf('phone'))('%s', (_name, schema) => {
  it('keeps every number as it was written', () => {
    for (const text of [
      '07700900123',
      '07700 900123',
      '+44 (0)7700 900-123',
      '٠٧٧٠٠٩٠٠١٢٣',
      '01903 123456 ext. 4',
    ])
      expect(arrive(schema, text)).toBe(text);
    expect(arrive(schema, '\u202a+44 7700 900123\u202c')).toBe('+44 7700 900123');
  });

  it('refuses a control character, and what is shorter than the specification allows', () => {
    expect(arrive(schema, '07700\u0007900123')).toEqual([
      expect.stringMatching(/^There is an invisible character/),
    ]);
    expect(arrive(schema, '\u202a07700\u202c')).toEqual(['Please enter a valid phone number']);
  });
});

it.each(listOf('secret'))('%s is compared as it was typed', (_name, schema) => {
  for (const [, text] of nastyCases) {
    const arrived = arrive(schema, text);
    if (typeof arrived === 'string') expect(arrived.trim()).toBe(text.trim());
  }
});
