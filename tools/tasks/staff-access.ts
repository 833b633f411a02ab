import { createDeciderStore } from '#infra/event-store/decider-store.ts';
import { readOptions, refuse } from './support/read-options.ts';
import { makeSecondFactorOptional, resetSecondFactor } from './support/staff-access.ts';
import { withEvents } from './support/with-events.ts';

const usage = `npm run staff-access -- reset-second-factor EMAIL   for a person who lost phone and recovery codes
npm run staff-access -- second-factor-optional      lets admins in without a second factor

For when no admin can sign in any more. It works while the studio runs and while it does not, and is recorded in the log.`;

const { positionals } = readOptions(usage, { allowPositionals: true, options: {} });
const [command, email, ...more] = positionals;
const isReset = command === 'reset-second-factor' && email !== undefined;
const isOptional = command === 'second-factor-optional' && email === undefined;
if ((!isReset && !isOptional) || more.length > 0) refuse(usage);

const sentence = await withEvents({ component: 'staff-access', level: 'error' }, ({ pool, store }) => {
  const installation = { pool, deciders: createDeciderStore(store) };
  return isReset ? resetSecondFactor(installation, email) : makeSecondFactorOptional(installation);
});
console.log(sentence);
process.exit(sentence.startsWith('There is no') ? 1 : 0);
