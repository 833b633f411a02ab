import { expect, it, vi } from 'vitest';
import { ask } from '#web/components/ui/ask.ts';
import type { ChangedFact } from '#web/components/ui/question.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { request } from '#web/lib/http.ts';
import { decideClass } from './decide-class.ts';

vi.mock('#web/components/ui/ask.ts', () => ({ ask: vi.fn() }));
vi.mock('#web/lib/http.ts', () => ({ request: vi.fn() }));

const shown = { date: '2026-05-16', time: '09:30', name: 'beginner', duration: 50, instructorId: 3 } as const;
const wording = { confirmLabel: 'Book This Class', overlapLabel: 'Book Both' };

const refused = (code: 'CHANGED_SINCE' | 'OVERLAPS_BOOKING' | 'CLASS_FULL', facts: object = {}) =>
  new ApiError({ status: 409, code, message: 'No', raw: '409: No', ...facts });
const changed = {
  changed: { time: { was: '09:30', is: '18:00' }, name: { was: 'beginner', is: 'advanced' } },
};
const overlaps = {
  overlaps: { bookingId: 4, classId: 7, name: 'beginner', date: '2026-05-16', time: '17:30', duration: 50 },
};

/** Answers questions as a person would, and records their titles. */
function answerQuestions(...answers: boolean[]): string[] {
  const titles: string[] = [];
  vi.mocked(ask).mockImplementation(async ({ title }) => {
    titles.push(title);
    return answers.shift() ?? false;
  });
  return titles;
}

it('sends the class as shown, and asks nothing when it is so', async () => {
  const titles = answerQuestions();
  const send = vi.fn().mockResolvedValue('booked');
  expect(await decideClass(shown, wording, send)).toEqual({ answer: 'booked', agreed: shown });
  expect(send.mock.calls).toEqual([[{ expected: shown }]]);
  expect(titles).toEqual([]);
});

it('sends the new facts, and the leave to overlap, once the person agrees to each', async () => {
  const titles = answerQuestions(true, true);
  const send = vi
    .fn()
    .mockRejectedValueOnce(refused('CHANGED_SINCE', changed))
    .mockRejectedValueOnce(refused('OVERLAPS_BOOKING', overlaps))
    .mockResolvedValue('booked');
  const agreed = { ...shown, time: '18:00', name: 'advanced' };
  expect(await decideClass(shown, wording, send)).toEqual({ answer: 'booked', agreed });
  expect(send.mock.calls).toEqual([
    [{ expected: shown }],
    [{ expected: agreed }],
    [{ expected: agreed, allowOverlap: true }],
  ]);
  expect(titles).toEqual(['This class has changed', 'You have another class then']);
});

it('shows another length and another instructor by name, and sends them once the person agrees', async () => {
  const facts: (readonly ChangedFact[] | undefined)[] = [];
  vi.mocked(ask).mockImplementation(async (question) => {
    facts.push(question.facts);
    return true;
  });
  const instructors = [
    { id: 3, name: 'Marina Hale', prenatalSuitable: true },
    { id: 4, name: 'Noor Khan', prenatalSuitable: false },
  ];
  vi.mocked(request).mockResolvedValue({ instructors });
  const longer = { changed: { duration: { was: 50, is: 75 }, instructorId: { was: 3, is: 4 } } };
  const send = vi.fn().mockRejectedValueOnce(refused('CHANGED_SINCE', longer)).mockResolvedValue('booked');
  const agreed = { ...shown, duration: 75, instructorId: 4 };
  expect(await decideClass(shown, wording, send)).toEqual({ answer: 'booked', agreed });
  expect(facts[0]?.slice(3)).toEqual([
    { label: 'Length', was: '50 minutes', is: '75 minutes' },
    { label: 'With', was: 'Marina Hale', is: 'Noor Khan' },
  ]);
  // The question is asked without the list of instructors too.
  vi.mocked(request).mockRejectedValue(new Error('Offline'));
  send.mockRejectedValueOnce(refused('CHANGED_SINCE', longer));
  await decideClass(shown, wording, send);
  expect(facts[1]?.at(-1)).toEqual({
    label: 'With',
    was: 'The instructor you saw',
    is: 'Another instructor',
  });
});

it('sends nothing more when the person goes back', async () => {
  answerQuestions(false);
  const send = vi.fn().mockRejectedValue(refused('CHANGED_SINCE', changed));
  expect(await decideClass(shown, wording, send)).toBeUndefined();
  expect(send).toHaveBeenCalledTimes(1);
});

it('throws any other refusal, and the refusal itself when the question cannot be shown', async () => {
  answerQuestions();
  await expect(
    decideClass(shown, wording, () => Promise.reject(refused('CLASS_FULL'))),
  ).rejects.toMatchObject({
    code: 'CLASS_FULL',
  });
  vi.mocked(ask).mockRejectedValue(new Error('The dialog could not be loaded'));
  await expect(
    decideClass(shown, wording, () => Promise.reject(refused('CHANGED_SINCE', changed))),
  ).rejects.toMatchObject({ code: 'CHANGED_SINCE' });
});
