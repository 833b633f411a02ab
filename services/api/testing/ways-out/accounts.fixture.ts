import type { StudioClient } from '#tools/testing/studio-client.ts';
import type { TimetableStudio } from '../timetable-studio.fixture.ts';
import { leads, refused, type WayOutTable } from './way-out-table.fixture.ts';

type State = 'has an account' | 'erased';
type Want =
  | 'member: delete the account'
  | 'member: sign in'
  | 'member: ask for a new password'
  | 'member: use an open page'
  | 'member: sign up with the address'
  | 'staff: erase the member'
  | 'staff: give passes';

interface Subject {
  readonly member: StudioClient;
  readonly memberId: string;
  readonly email: string;
}

const password = 'seaside-7';
const signUpAgain = 'member: sign up with the address' as const;
const notFound = refused<Want>('404 NOT_FOUND', 'there is nobody any more', signUpAgain);

const cells: WayOutTable<State, Want, Subject>['cells'] = {
  'has an account': {
    'member: delete the account': leads('erased; bookings and the membership end'),
    'member: sign in': leads('signed in'),
    'member: ask for a new password': leads('a link by email'),
    'member: use an open page': leads('answered'),
    'member: sign up with the address': refused('409 EMAIL_TAKEN', 'it has an account', 'member: sign in'),
    'staff: erase the member': leads('erased; bookings and the membership end'),
    'staff: give passes': leads('a lot'),
  },
  erased: {
    'member: delete the account': refused('401 UNAUTHENTICATED', 'it is erased', signUpAgain),
    'member: sign in': refused('401 WRONG_CREDENTIALS', 'it is erased', signUpAgain),
    'member: ask for a new password': leads('answered alike for every address; no email'),
    'member: use an open page': refused('401 UNAUTHENTICATED', 'the session ended', signUpAgain),
    'member: sign up with the address': leads('a new account, without what the old one had'),
    'staff: erase the member': notFound,
    'staff: give passes': notFound,
  },
};

/** Accounts before and after their erasure, by what their members and staff may want. */
export function createAccountTable(studio: TimetableStudio): WayOutTable<State, Want, Subject> {
  const { admin, visitor } = studio;
  const erase = ({ memberId }: Subject) => admin.call('DELETE', `/api/admin/members/${memberId}`);
  const signUp = (email: string) =>
    visitor.call('POST', '/api/auth/signup', { name: 'Ann Again', email, phone: '07700 900123', password });
  return {
    of: 'Accounts and their erasure',
    cells,
    async prepare(states) {
      const subjects: Subject[] = [];
      for (const [index, state] of states.entries()) {
        const email = `account.${index}@example.com`;
        const member = await visitor.signUp(email);
        const subject = { member, email, memberId: await studio.readMemberId(member) };
        subjects.push(subject);
        if (state === 'erased') await erase(subject);
      }
      await studio.settle();
      return subjects;
    },
    wants: {
      'member: delete the account': ({ member }) => member.call('DELETE', '/api/user', { password }),
      'member: sign in': ({ email }) => visitor.call('POST', '/api/auth/signin', { email, password }),
      'member: ask for a new password': ({ email }) =>
        visitor.call('POST', '/api/auth/forgot-password', { email }),
      'member: use an open page': ({ member }) => member.call('GET', '/api/my-bookings'),
      'member: sign up with the address': ({ email }) => signUp(email),
      'staff: erase the member': erase,
      'staff: give passes': ({ memberId }) =>
        admin.call('POST', `/api/admin/members/${memberId}/add-passes`, { passes: 1 }),
    },
  };
}
