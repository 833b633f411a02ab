import { millisecondsInDay } from 'date-fns/constants';
import { z } from 'zod';
import { inviteAnswer } from '#services/contract/staff.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import type { TimetableStudio } from '../timetable-studio.fixture.ts';
import { leads, refused, type WayOutTable } from './way-out-table.fixture.ts';

type State = 'invited' | 'link ran out' | 'joined' | 'removed';
type Want =
  | 'invited: join'
  | 'invited: sign in'
  | 'invited: ask for a new password'
  | 'admin: send the link again'
  | 'admin: change the role'
  | 'admin: remove'
  | 'admin: invite the address';

interface Subject {
  readonly staffId: string;
  readonly email: string;
  readonly token: string;
}

const password = 'seaside-terrace';
const wrong = (because: string, instead: Want) => refused<Want>('401 WRONG_CREDENTIALS', because, instead);
const asked = leads('answered alike for every address; an email only where there is a password');

const cells: WayOutTable<State, Want, Subject>['cells'] = {
  invited: {
    'invited: join': leads('joined, signed in'),
    'invited: sign in': wrong('no password yet', 'invited: join'),
    'invited: ask for a new password': asked,
    'admin: send the link again': leads('another link by email'),
    'admin: change the role': leads('joins with the new role'),
    'admin: remove': leads('removed; the link ends'),
    'admin: invite the address': refused(
      '409 STAFF_EMAIL_TAKEN',
      'it is invited',
      'admin: send the link again',
    ),
  },
  'link ran out': {
    'invited: join': refused('400 INVALID_INVITE', 'after seven days', 'admin: send the link again'),
    'invited: sign in': wrong('no password yet', 'admin: send the link again'),
    'invited: ask for a new password': asked,
    'admin: send the link again': leads('another link by email'),
    'admin: change the role': leads('joins with the new role'),
    'admin: remove': leads('removed'),
    'admin: invite the address': refused(
      '409 STAFF_EMAIL_TAKEN',
      'it is invited',
      'admin: send the link again',
    ),
  },
  joined: {
    'invited: join': refused('400 INVALID_INVITE', 'the link was used', 'invited: sign in'),
    'invited: sign in': leads('signed in'),
    'invited: ask for a new password': asked,
    'admin: send the link again': refused('409 STAFF_JOINED', 'nothing to send', 'invited: sign in'),
    'admin: change the role': leads('the new role from the next sign-in'),
    'admin: remove': leads('removed; sessions end'),
    'admin: invite the address': refused('409 STAFF_EMAIL_TAKEN', 'it has joined', 'admin: change the role'),
  },
  removed: {
    'invited: join': refused('400 INVALID_INVITE', 'the account is gone', 'admin: invite the address'),
    'invited: sign in': wrong('the account is gone', 'admin: invite the address'),
    'invited: ask for a new password': asked,
    'admin: send the link again': refused('404 STAFF_NOT_FOUND', 'it is gone', 'admin: invite the address'),
    'admin: change the role': refused('404 STAFF_NOT_FOUND', 'it is gone', 'admin: invite the address'),
    'admin: remove': leads('removed already'),
    'admin: invite the address': leads('invited as a new account'),
  },
};

const outbox = z.array(z.object({ text: z.string() }));

/** Staff invitations in every state, by what the invited and admins may want. */
export function createInviteTable(studio: TimetableStudio): WayOutTable<State, Want, Subject> {
  const { admin, visitor, clock, running } = studio;
  const join = ({ token }: Pick<Subject, 'token'>) =>
    visitor.call('POST', '/api/staff/join', { token, name: 'Marina Shore', password });

  async function readToken(email: string): Promise<string> {
    let token = '';
    await waitFor(async () => {
      const url = `${running.process.base}/sandbox/outbox.json?to=${encodeURIComponent(email)}`;
      const mails = outbox.parse(await (await fetch(url)).json());
      // The latest email comes first.
      token = /staff\/join\?token=([\w-]+)/.exec(mails.map(({ text }) => text).join('\n'))?.[1] ?? '';
      return token !== '';
    });
    return token;
  }

  async function make(index: number): Promise<Subject> {
    const email = `invited.${index}@example.com`;
    const { staffId } = await admin.expect(inviteAnswer, 'POST', '/api/admin/staff', {
      email,
      role: 'auditor',
    });
    return { staffId, email, token: await readToken(email) };
  }

  return {
    of: 'Staff invitations',
    cells,
    async prepare(states) {
      await studio.startDay();
      const subjects: Subject[] = [];
      for (const index of states.keys()) subjects.push(await make(index));
      for (const [index, subject] of subjects.entries()) {
        if (states[index] === 'joined') await join(subject);
        if (states[index] === 'removed') await admin.call('DELETE', `/api/admin/staff/${subject.staffId}`);
      }
      await clock.moveTo(new Date((await clock.now()).getTime() + 8 * millisecondsInDay));
      for (const [index, { staffId }] of subjects.entries())
        if (states[index] === 'invited') await admin.call('POST', `/api/admin/staff/${staffId}/invite`);
      // Resolves once the new links were sent.
      await studio.settle();
      for (const [index, { staffId, email }] of subjects.entries())
        if (states[index] === 'invited') subjects[index] = { staffId, email, token: await readToken(email) };
      return subjects;
    },
    wants: {
      'invited: join': join,
      'invited: sign in': ({ email }) => visitor.call('POST', '/api/staff/session', { email, password }),
      'invited: ask for a new password': ({ email }) =>
        visitor.call('POST', '/api/staff/password/forgot', { email }),
      'admin: send the link again': ({ staffId }) => admin.call('POST', `/api/admin/staff/${staffId}/invite`),
      'admin: change the role': ({ staffId }) =>
        admin.call('PUT', `/api/admin/staff/${staffId}/role`, { role: 'instructor' }),
      'admin: remove': ({ staffId }) => admin.call('DELETE', `/api/admin/staff/${staffId}`),
      'admin: invite the address': ({ email }) =>
        admin.call('POST', '/api/admin/staff', { email, role: 'auditor' }),
    },
  };
}
