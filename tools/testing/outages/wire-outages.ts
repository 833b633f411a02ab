import type { Outage } from './run-row.ts';
import type { TcpProxy, WireFault } from './tcp-proxy.ts';

/** In the middle: once so many pieces have been sent to the part since the commands were given. */
type Moment = 'before' | { readonly afterPieces: number };

const words: Readonly<Record<WireFault, string>> = {
  gone: 'gone',
  silent: 'half-open',
  deaf: 'answers lost',
  slow: 'slow',
};

/** An outage of one wire, told by name and moment. */
export function wireOutage(
  part: { readonly name: string; readonly wire: TcpProxy } & Pick<Outage, 'readsGoOn' | 'commandsGoOn'>,
  fault: WireFault,
  moment: Moment,
): Outage {
  const { name, wire, readsGoOn, commandsGoOn } = part;
  const when = moment === 'before' ? '' : `, after ${moment.afterPieces}`;
  return {
    name: `${name} ${words[fault]}${when}`,
    // What is only slow keeps nobody from anything.
    readsGoOn: fault === 'slow' ? 'all' : readsGoOn,
    commandsGoOn,
    strike: () => wire.strike(fault, moment === 'before' ? undefined : moment.afterPieces),
    mend: () => wire.mend(),
  };
}
