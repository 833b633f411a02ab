import { type Facts, guardEvents } from '#domain/changed-since.ts';
import { givePasses, takePasses } from '#domain/wallet/decide-adjustment.ts';
import { withClosures } from '#domain/wallet/decide-closures.ts';
import { walletDecider } from '#domain/wallet/decider.ts';
import type { LotKind } from '#domain/wallet/events.ts';
import { computeUnusedValue } from '#domain/wallet/pass-value.ts';
import { countRemainingPasses, type WalletState } from '#domain/wallet/state.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import type { AppendResult } from '../append-result.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';
import { readClosedDays } from '../read-closures.ts';
import { readRules } from '../rules/read-rules.ts';

export interface PassAdjustmentInput {
  readonly memberId: string;
  readonly direction: 'give' | 'take';
  /** The idempotency key of one click. */
  readonly key: string;
  readonly passes: number;
  readonly reason: string;
  /** What the caller saw. */
  readonly expected?: Facts | undefined;
}

/** The change of one lot. */
interface LotChange {
  readonly kind: LotKind;
  readonly passName: string;
  readonly passes: number;
  readonly valuePence: number;
  readonly expiresAt: string;
}

export interface AdjustmentResult extends AppendResult {
  /** The member's usable passes afterwards. */
  readonly remaining: number;
  /** Empty when this click was handled before. */
  readonly moved: readonly LotChange[];
}

/** Staff grant or revoke passes by hand, once for each key. @throws Refusal NOT_ENOUGH_PASSES, CHANGED_SINCE */
export const adjustPasses = defineCommand(
  'adjust-passes',
  async (
    { deciders }: CommandDeps,
    { direction, expected, ...change }: PassAdjustmentInput,
    context: CommandContext,
  ): Promise<AdjustmentResult> => {
    const { now } = context;
    const rules = await readRules(deciders);
    const { memberId } = change;
    const closedDays = await readClosedDays({ deciders });
    const decide = (wallet: WalletState) =>
      direction === 'give'
        ? withClosures(wallet, givePasses(wallet, { ...change, now }, rules), { memberId, closedDays, now })
        : takePasses(wallet, { ...change, now });
    const { state, events, position } = await deciders.handle(
      walletDecider,
      change.memberId,
      context,
      (wallet) =>
        guardEvents(decide(wallet), expected, () => ({
          passesLeft: countRemainingPasses(wallet, now),
        })),
    );
    const moved = events.flatMap(({ type, data }) => {
      const lot = type === 'LotGranted' || type === 'LotRevoked' ? state.lots.get(data.lotId) : undefined;
      if (lot === undefined || !('passes' in data)) return [];
      const { kind, passName, expiresAt } = lot;
      const { passes } = data;
      return [{ kind, passName, passes, valuePence: computeUnusedValue(lot, passes), expiresAt }];
    });
    return { position, remaining: countRemainingPasses(state, now), moved };
  },
);
