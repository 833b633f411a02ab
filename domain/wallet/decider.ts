import type { Decider } from '../decider.ts';
import type { WalletEvent } from './events.ts';
import { evolveWallet } from './evolve.ts';
import { initialWallet, type WalletState } from './state.ts';

export const walletDecider: Decider<WalletState, WalletEvent> = {
  stream: (memberId) => `wallet-${memberId}`,
  initial: initialWallet,
  evolve: evolveWallet,
};
