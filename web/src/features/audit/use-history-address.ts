import { useSearchParams } from 'react-router-dom';
import { useSearchParam } from '#web/lib/use-search-param.ts';
import { formatMoment, type Moment, parseMoment } from './moment.ts';

/** The address of a history, which holds the moment in view and the one it is compared with, so that it can be shared. */
export function useHistoryAddress() {
  const [search] = useSearchParams();
  const [at, setAt] = useSearchParam('at');
  const [from, setFrom] = useSearchParam('from');
  return {
    search,
    moment: parseMoment(at),
    isComparing: from !== null,
    from: parseMoment(from),
    showMoment: (moment: Moment | null) => setAt(moment && formatMoment(moment)),
    compareFrom: (moment: Moment | null) => setFrom(moment === null ? 'now' : formatMoment(moment)),
    stopComparing: () => setFrom(null),
    /** The address of the same view just after an event. */
    getAddressAt: (position: string) => {
      const next = new URLSearchParams(search);
      next.set('at', position);
      return `?${next}`;
    },
  };
}
