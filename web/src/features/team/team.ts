import type { PortraitVariant } from '#web/components/illustrations/portrait.tsx';

export type TeamMember = {
  readonly name: string;
  readonly role: 'Founder' | 'Instructor';
  readonly bio: string;
  readonly portrait: PortraitVariant;
};

/** The studio's teachers; their names match the timetable's instructors. */
export const team: readonly TeamMember[] = [
  {
    name: 'Marina Hale',
    role: 'Founder',
    portrait: 'bob',
    bio: 'Marina opened the studio after twenty years of teaching in other people’s. She likes slow springs, clear words, and a class that ends taller than it began. She is trained for pre and post natal work.',
  },
  {
    name: 'Tom Ashdown',
    role: 'Instructor',
    portrait: 'beard',
    bio: 'Tom came to Pilates with a rower’s back and stayed for the reformer. His classes are steady and strong, with time to get each movement right.',
  },
  {
    name: 'Priya Nair',
    role: 'Instructor',
    portrait: 'braid',
    bio: 'Priya was a physiotherapist first, and it shows: she spots what you avoid and finds you a way round it. She is trained for pre and post natal work.',
  },
  {
    name: 'Ellen Fairlight',
    role: 'Instructor',
    portrait: 'bun',
    bio: 'Ellen danced before she taught. Expect long lines, good music kept low, and a patient eye for beginners.',
  },
  {
    name: 'Joss Pemberton',
    role: 'Instructor',
    portrait: 'curls',
    bio: 'Joss swims in the sea all year and teaches the early classes with the same calm. Ask about breathing, and you will get a good answer.',
  },
];
