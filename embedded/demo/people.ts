/** The team of the demo studio; their ids are fixed, below where the id sequence starts. */
export const demoInstructors = [
  { instructorId: 1, name: 'Marina Hale', prenatalSuitable: true },
  { instructorId: 2, name: 'Tom Ashdown', prenatalSuitable: false },
  { instructorId: 3, name: 'Priya Nair', prenatalSuitable: true },
  { instructorId: 4, name: 'Ellen Fairlight', prenatalSuitable: false },
  { instructorId: 5, name: 'Joss Pemberton', prenatalSuitable: false },
] as const;

/** Names of the demo members; the first one's sign-in is printed at start. */
export const demoMemberNames: readonly string[] = [
  'Robin Sandford',
  'Alice Marsh',
  'Ben Holloway',
  'Carys Bevan',
  'Daniel Okafor',
  'Edith Langley',
  'Farah Siddiqui',
  'George Winstanley',
  'Hannah Pike',
  'Imogen Trent',
  'Jack Sutherland',
  'Kezia Brown',
  'Liam Corrigan',
  'Maya Fernandes',
  'Nora Whitcombe',
  'Oliver Stanmore',
  'Petra Novak',
  'Quentin Abbot',
  'Rosa Delgado',
  'Samir Rahman',
  'Tilly Hargreaves',
  'Uma Krishnan',
  'Victor Lindqvist',
  'Wendy Fletcher',
  'Xanthe Moore',
  'Yusuf Demir',
  'Zara Coleman',
  'Arthur Penrose',
  'Bridget Quinn',
  'Callum Reid',
  'Della Thornton',
  'Evan Rees',
  'Freya Lockwood',
  'Gwen Hartley',
  'Hugo Bassett',
  'Isla Drummond',
  'Jonah Keane',
  'Katya Ivanova',
  'Lewis Parrish',
  'Mina Takahashi',
];

/** `Robin Sandford` → `robin.sandford@example.com`, a domain that never receives mail. */
export const createDemoEmail = (name: string) =>
  `${name.toLowerCase().replaceAll(/[^a-z]+/g, '.')}@example.com`;

/** The password of all demo members; only the sandbox has them. */
export const demoPassword = 'member-sandbox';
