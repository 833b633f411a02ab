import { createDeciderStore } from '#infra/event-store/decider-store.ts';
import { readOptions, refuse } from './support/read-options.ts';
import { allowSharedPasswords, makeSecondFactorOptional, resetSecondFactor } from './support/staff-access.ts';
import { withEvents } from './support/with-events.ts';

const usage = `npm run staff-access -- reset-second-factor EMAIL   for a person who lost phone and recovery codes
npm run staff-access -- second-factor-optional      lets admins in without a second factor
npm run staff-access -- shared-passwords-on         lets staff in with the passwords of their roles

For when no admin can sign in any more. It works while the studio runs and while it does not, and is recorded in the log.`;

const { positionals } = readOptions(usage, { allowPositionals: true, options: {} });
const [command, email, ...more] = positionals;
const isReset = command === 'reset-second-factor' && email !== undefined;
const isOptional = command === 'second-factor-optional' && email === undefined;
const isShared = command === 'shared-passwords-on' && email === undefined;
if ((!isReset && !isOptional && !isShared) || more.length > 0) refuse(usage);

const sentence = await withEvents({ component: 'staff-access', level: 'error' }, ({ pool, store }) => {
  const installation = { pool, deciders: createDeciderStore(store) };
  if (isReset) return resetSecondFactor(installation, email);
  return isShared ? allowSharedPasswords(installation) : makeSecondFactorOptional(installation);
});
console.log(sentence);
process.exit(sentence.startsWith('There is no') ? 1 : 0);
