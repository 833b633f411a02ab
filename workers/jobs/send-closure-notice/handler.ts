import { toLondonDay } from '#domain/london-time.ts';
import { walletDecider } from '#domain/wallet/decider.ts';
import { isLapsed } from '#domain/wallet/state.ts';
import { readStandingClosures } from '#projections/read-models/closures/queries.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import { sendToMember } from '#workers/emails/send-to-member.ts';
import { sendClosureNotice } from './definition.ts';
import { closureNoticeEmail } from './email.ts';

/** One email for all lots that change at once; none when they have changed again since. */
export const sendClosureNoticeHandler = defineJobHandler(
  sendClosureNotice,
  async (deps, { memberId, lotId, expiresAt, what, at }) => {
    const now = deps.clock.now();
    const { state } = await deps.deciders.load(walletDecider, memberId);
    const lot = state.lots.get(lotId);
    if (lot?.expiresAt !== expiresAt) return;
    // The receipt states the end of passes that are new.
    if (lot.grantedAt === at) return;
    const lots = [...state.lots.values()]
      .filter((one) => one.kind !== 'membership' && one.available > 0 && !isLapsed(one, now))
      .toSorted((a, b) => Date.parse(a.expiresAt) - Date.parse(b.expiresAt));
    if (lots.length === 0) return;
    const closures = await readStandingClosures(deps.pool, toLondonDay(now));
    const kind = 'closure';
    await sendToMember(deps, { memberId, kind, key: `${kind}/${memberId}/${at}` }, ({ name }) =>
      closureNoticeEmail(deps.sender, { name, what, closures, lots }),
    );
  },
);
