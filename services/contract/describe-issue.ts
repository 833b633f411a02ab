import type { z } from 'zod';

type Issue = z.core.$ZodRawIssue;

/** Names of fields that the words of their key do not give. */
const labels: Readonly<Record<string, string>> = {
  asOf: 'The instant',
  attended: 'Attendance',
  classes: 'The number of classes',
  count: 'The number',
  currentPassword: 'Current password',
  dateOfBirth: 'Date of birth',
  dayOfWeek: 'Day of the week',
  injuryDetails: 'What to know about the injury',
  isPopular: 'Popular',
  maxCapacity: 'Capacity',
  medicationDetails: 'Which medication',
  on: 'Date',
  onMedication: 'Medication',
  painfulMovementDetails: 'Which movements',
  passes: 'The number of passes',
  payment_intent_id: 'Payment ID',
  upTo: 'The position',
  weekStartDate: 'Week start date',
};

const splitWords = (key: string): string[] =>
  key
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s_-]+/)
    .filter((word) => word !== '');

/** `maxCapacity` as "Max capacity", `classId` as "Class ID"; a flag without its "is" or "has". */
function formatLabel(key: string): string {
  const own = labels[key];
  if (own !== undefined) return own;
  const words = splitWords(key).map((word) => (word === 'id' ? 'ID' : word));
  const isFlag = words.length > 1 && (words[0] === 'is' || words[0] === 'has');
  const text = (isFlag ? words.slice(1) : words).join(' ');
  return text === '' ? 'This field' : `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** The key of the field, or of the list that holds it; null for the whole request. */
const findKey = (path: Issue['path']): string | null =>
  path?.findLast((part): part is string => typeof part === 'string') ?? null;

const isId = (key: string): boolean => key === 'id' || /[a-z]Id$|_id$/.test(key);

const joinChoices = (values: readonly unknown[]): string => {
  const texts = values.map(String);
  return texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} or ${texts.at(-1)}`;
};

const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
};

const units: Readonly<Record<string, string>> = { string: ' characters', array: ' entries', set: ' entries' };

const formats: Readonly<Record<string, string>> = {
  email: 'an email address',
  uuid: 'an ID such as 0b1f6f0e-8c5b-4a55-9d0c-1c2f7a4f1b11',
  datetime: 'an instant such as 2026-05-12T09:00:00Z',
  url: 'a web address',
};

/** The part of a sentence that states what a field must be. */
function describeNeed(issue: Issue): string | null {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${kinds[issue.expected] ?? 'an object'}`;
    case 'too_small':
      return `must be at least ${issue.minimum}${units[issue.origin] ?? ''}${units[issue.origin] ? ' long' : ''}`;
    case 'too_big':
      return `must be at most ${issue.maximum}${units[issue.origin] ?? ''}${units[issue.origin] ? ' long' : ''}`;
    case 'invalid_value':
      return `must be ${joinChoices(issue.values)}`;
    case 'invalid_format':
      return formats[issue.format] === undefined
        ? 'is not written as it should be'
        : `must be ${formats[issue.format]}`;
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    default:
      return null;
  }
}

/** The sentence of the alternative that fits best: the one with the fewest problems. */
function describeUnion(alternatives: readonly (readonly { readonly message?: string }[])[]): string | null {
  const best = alternatives.toSorted((a, b) => a.length - b.length)[0];
  return best?.[0]?.message ?? null;
}

/**
 * The sentence, for a person, for a problem of a request whose schema has none of its own. Given to zod for each request, so that no
 * field of any call is answered in zod's words.
 */
export function describeIssue(issue: Issue): string {
  const key = findKey(issue.path);
  if (issue.code === 'unrecognized_keys') return `There is no field ${joinChoices(issue.keys)} here`;
  if (issue.code === 'invalid_union') {
    const sentence = describeUnion(issue.errors ?? []);
    if (sentence !== null) return sentence;
  }
  if (key === null) return 'Please send an object with the fields of this call';
  const label = formatLabel(key);
  const { input } = issue;
  if (input === undefined || input === null || input === '') return `${label} is required`;
  // The spec's sentence for an id below 1; one of another type is no id either.
  if (isId(key) && (issue.code === 'invalid_type' || issue.code === 'too_small'))
    return `${label} is required`;
  const need = describeNeed(issue);
  return need === null ? `Please check this: ${label}` : `${label} ${need}`;
}
