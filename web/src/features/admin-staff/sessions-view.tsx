import { Loadable } from '#web/components/staff/loadable.tsx';
import { Panel } from '#web/components/staff/panel.tsx';
import { SessionList } from './session-list.tsx';
import { useSessions } from './use-staff.ts';

/** Where staff are signed in. */
export const SessionsView = () => (
  <Panel
    title="Sessions"
    intro="Where each of the staff is signed in. A session ends by itself after 12 hours; histories and health details close after half an hour without use. Addresses are shown as a mark of their own, as with the sign-ins."
  >
    <Loadable what="sessions" read={useSessions()} height="h-56">
      {({ sessions }) => <SessionList sessions={sessions} />}
    </Loadable>
  </Panel>
);
