import { useEffect } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';

/**
 * A secret that an emailed link carries in the address, such as `?token=…`; null without one. It moves into the state
 * of the history entry immediately. The address is shown on shared screens, stored in histories and synchronised; the
 * state survives a reload only.
 */
export function useAddressSecret(name: string): string | null {
  const [query] = useSearchParams();
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  const inAddress = query.get(name) || null;
  useEffect(() => {
    if (inAddress === null) return;
    const rest = new URLSearchParams(query);
    rest.delete(name);
    const search = rest.size === 0 ? '' : `?${rest}`;
    navigate({ pathname, search }, { replace: true, state: { ...state, [name]: inAddress } });
  }, [inAddress, name, navigate, pathname, query, state]);
  const stored: unknown = state?.[name];
  return inAddress ?? (typeof stored === 'string' ? stored : null);
}
