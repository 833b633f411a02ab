import type { FieldValues, Resolver } from 'react-hook-form';
import { onFirstInteraction } from './first-interaction.ts';

/**
 * A form's check by the contract's schema, fetched with the first sign of a person: the schemas weigh more than the
 * page. Should they not come, the server checks alone.
 */
export const lazyResolver = <Values extends FieldValues>(
  load: () => Promise<Resolver<Values>>,
): Resolver<Values> => {
  onFirstInteraction(() => void load().catch(() => {}));
  return async (values, context, options) => {
    const resolve = await load().catch(() => null);
    return resolve === null ? { values, errors: {} } : resolve(values, context, options);
  };
};
