import { useLocation } from 'react-router-dom';

/** The row that the address marks, such as `booking-12`; empty for none. */
export const useMark = (): string => decodeURIComponent(useLocation().hash.slice(1));
