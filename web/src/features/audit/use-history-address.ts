import { useSearchParams } from 'react-router-dom';
import { type Moment, parseMoment, writeMoment } from './moment.ts';

/** What the desk shows is in its address, so that a view can be handed on: the moment, and the one it is compared with. */
export function useDeskAddress() {
  const [search, setSearch] = useSearchParams();
  const set = (name: string, value: string | null) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === null) next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  const compared = search.get('from');
  return {
    search,
    /** null is now. */
    moment: parseMoment(search.get('at')),
    isComparing: compared !== null,
    from: parseMoment(compared),
    see: (moment: Moment | null) => set('at', moment && writeMoment(moment)),
    compareFrom: (moment: Moment | null) => set('from', moment === null ? 'now' : writeMoment(moment)),
    stopComparing: () => set('from', null),
    /** The address of the same view at another moment. */
    addressAt: (moment: Moment) => {
      const next = new URLSearchParams(search);
      next.set('at', writeMoment(moment));
      return `?${next}`;
    },
  };
}
