import type { Outage } from './run-row.ts';
import type { TcpProxy, WireFault } from './tcp-proxy.ts';

/** The fault starts before the commands are sent, or after clients have sent so many chunks to the server. */
type FaultStart = 'before' | { readonly afterChunks: number };

/** Describes an outage of one wire. */
export function wireOutage(
  part: { readonly name: string; readonly wire: TcpProxy } & Pick<
    Outage,
    'readsContinue' | 'commandsContinue'
  >,
  fault: WireFault,
  start: FaultStart,
): Outage {
  const { name, wire, readsContinue, commandsContinue } = part;
  const when = start === 'before' ? '' : `, after ${start.afterChunks}`;
  return {
    name: `${name} ${fault}${when}`,
    // A slow wire stops nothing.
    readsContinue: fault === 'slow' ? 'all' : readsContinue,
    commandsContinue,
    startFault: () => wire.startFault(fault, start === 'before' ? undefined : start.afterChunks),
    repair: () => wire.repair(),
  };
}
