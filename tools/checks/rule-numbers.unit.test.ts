import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { ruleDefinitions, ruleKeys } from '#domain/rules/rule-keys.ts';

const root = join(import.meta.dirname, '../..');
const folders = ['web/src', 'workers', 'services/api', 'services/contract', 'embedded/demo', 'projections'];

/** Texts with a number that the rulebook has too, and what the number is instead. */
const exceptions: readonly { file: string; text: string; why: string }[] = [
  {
    file: 'services/api/http-error.ts',
    text: 'You were away for half an hour.',
    why: 'a session of staff',
  },
  {
    file: 'web/src/features/admin-staff/sessions-view.tsx',
    text: 'A session ends by itself after 12 hours',
    why: 'a session of staff',
  },
  {
    file: 'web/src/features/legal/cookie-policy-page.tsx',
    text: 'it stops working after 24 hours',
    why: 'a session of a member',
  },
  { file: 'web/src/features/legal/cookie-policy-page.tsx', text: '24 hours', why: 'a cookie of staff' },
  {
    file: 'web/src/features/legal/privacy-policy-page.tsx',
    text: '24 hours, or 30 days after your last visit',
    why: 'a session of a member',
  },
  {
    file: 'web/src/features/legal/privacy-policy-page.tsx',
    text: '24 hours, with a fingerprint of the network',
    why: 'wrong passwords',
  },
  { file: 'web/src/features/legal/terms-money.tsx', text: '3 months', why: 'the 10 Class Pass' },
  {
    file: 'web/src/features/legal/terms-money.tsx',
    text: 'in the 7 days from the first class that you book with a Sign Up Class',
    why: 'the offer of the Special 3 Class Pass',
  },
  {
    file: 'web/src/features/legal/rule-terms.ts',
    text: 'noon',
    why: 'the word for 12:00, if the rules give it',
  },
  {
    file: 'web/src/features/legal/rule-terms.ts',
    text: 'a week',
    why: 'the words for 7 days, if the rules give it',
  },
  { file: 'web/src/features/admin-templates/templates-tab.tsx', text: 'Apply to a week', why: 'any week' },
  { file: 'workers/schedules/sweep.ts', text: '…-half-hour-…', why: 'how often a sweep runs' },
  {
    file: 'web/src/features/cancel-email-change/cancel-email-change-page.tsx',
    text: 'It works for seven days',
    why: 'a link',
  },
  { file: 'web/src/components/staff/staff-messages.ts', text: 'a link that works for 7 days', why: 'a link' },
  {
    file: 'web/src/features/admin-settings/format-setting.ts',
    text: 'such as 30.00',
    why: 'how an amount is typed',
  },
];

const words: Readonly<Record<string, string[]>> = {
  2: ['two'],
  3: ['three'],
  7: ['seven'],
  12: ['twelve'],
  24: ['twenty-four', 'twenty four'],
  26: ['twenty-six', 'twenty six'],
  30: ['thirty'],
};
/** What else a number of this unit is called. */
const phrases: Readonly<Record<string, string[]>> = {
  '12 hours': ['noon', 'midday', '12:00', 'half a day'],
  '7 days': ['a week'],
  '30 minutes': ['half an hour', 'half-hour'],
  '3 months': ['a quarter'],
};

/** A default of the rulebook as a regular expression: '24 hours', '24 or more hours', '24-hour', 'twenty-four hours'. */
function describeDefault(key: (typeof ruleKeys)[number]): string[] {
  const rule = ruleDefinitions[key];
  if (rule.kind === 'switch') return [];
  if (rule.kind === 'time') return [`\\b${rule.default}\\b`];
  if (rule.unit === 'pence') {
    const pounds = Number(rule.default) / 100;
    return [`£${pounds}\\b`, `\\b${pounds}[.]00\\b`, `\\b${rule.default}\\b`];
  }
  const numbers = [rule.default, ...(words[rule.default] ?? [])].join('|');
  const unit = rule.unit.slice(0, -1);
  return [
    `(?<!\\d)(${numbers})( or more)?[ -](calendar |full )?${unit}s?\\b`,
    ...(phrases[`${rule.default} ${rule.unit}`] ?? []).map((phrase) => `\\b${phrase}\\b`),
  ];
}

const ruleNumber = new RegExp(ruleKeys.flatMap(describeDefault).join('|'), 'i');

/** The texts of a source: strings, templates with … for their expressions, and the text between elements. */
function listTexts(name: string, source: string): string[] {
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTemplateExpression(node))
      texts.push([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…'));
    else if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isJsxText(node))
      texts.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true));
  return texts.map((text) => text.replaceAll(/\s+/g, ' ').trim());
}

const listNumbers = (name: string, source: string): string[] =>
  listTexts(name, source).filter((text) => ruleNumber.test(text));

it('finds the numbers of rules in strings, templates and elements, in digits and in words', () => {
  const source = `
    // A comment may say 24 hours.
    const a = 'Cancel 24 hours ahead', b = \`From \${x} to 2 hours before\`, c = 'at noon', d = '£30 a class';
    const e = <p>Classes open
      seven days ahead, with 24 or more hours notice</p>, f = <T text="half an hour" />, g = '9:30, 17 hours';
    const h = 'A 24-hour rule', i = '21:00', j = \`\${days} days ahead\`, k = 'three months', l = 'a week';`;
  expect(listNumbers('x.tsx', source)).toEqual([
    'Cancel 24 hours ahead',
    'From … to 2 hours before',
    'at noon',
    '£30 a class',
    'Classes open seven days ahead, with 24 or more hours notice',
    'half an hour',
    'A 24-hour rule',
    '21:00',
    'three months',
    'a week',
  ]);
});

it('finds none in what people read: the texts take them from the rulebook', () => {
  const files = globSync(
    folders.map((folder) => `${folder}/**/*.{ts,tsx}`),
    { cwd: root },
  ).filter((file) => !/[.](unit|int|e2e)[.]test[.]|[.]fixture[.]|[/]testing[/]/.test(file));
  expect(files.length).toBeGreaterThan(700);
  const used = new Set<object>();
  const found = files.flatMap((file) =>
    listNumbers(file, readFileSync(join(root, file), 'utf8')).flatMap((text) => {
      const exception = exceptions.find((each) => each.file === file && text.includes(each.text));
      if (exception) used.add(exception);
      return exception ? [] : [`${file}: ${text}`];
    }),
  );
  expect(found).toEqual([]);
  expect(exceptions.filter((each) => !used.has(each))).toEqual([]);
});
