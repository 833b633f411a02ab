import type { FieldValues, Resolver } from 'react-hook-form';
import { prefetched } from './prefetched.ts';

/**
 * A form resolver that is fetched on the first interaction, because the contract's schemas weigh more than the page.
 * If the fetch fails, only the server validates.
 */
export const lazyResolver = <Values extends FieldValues>(
  load: () => Promise<Resolver<Values>>,
): Resolver<Values> => {
  const loadResolver = prefetched(load);
  return async (values, context, options) => {
    const resolve = await loadResolver().catch(() => null);
    return resolve === null ? { values, errors: {} } : resolve(values, context, options);
  };
};
