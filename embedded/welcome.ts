import type { Config } from '#infra/config/config.ts';
import { SANDBOX_STAFF_PASSWORDS } from '#infra/config/production-rules.ts';
import { demoEmail, demoMemberNames, demoPassword } from './demo/people.ts';

/** A password that someone chose stays out of terminals and logs. */
function passwordToPrint(role: keyof Config['staffPasswords'], { staffPasswords }: Config): string {
  const isOwn = staffPasswords[role] !== SANDBOX_STAFF_PASSWORDS[role];
  return isOwn ? `as configured (${role.toUpperCase()}_PASSWORD)` : staffPasswords[role];
}

const demoMember = (): string => {
  const [first = ''] = demoMemberNames;
  return `${demoEmail(first)}  /  ${demoPassword}`;
};

/** What is printed once there is someone to sign in as. */
export const demoIsReady = (seconds: number): string =>
  `  The demo studio is ready (${Math.ceil(seconds)} s): ${demoMember()}`;

/** What is printed once the site answers: where to go and, in the sandbox, how to sign in. */
export function welcome(config: Config): string {
  const { studio, stripe, brevo, siteUrl } = config;
  const lines = ['', `  ${studio.name} is open at ${siteUrl}`, ''];
  if (stripe.sandbox || brevo.sandbox) {
    lines.push(
      '  Sandbox: no real cards, no real emails.',
      ...(studio.demo ? [`    Member      ${demoMember()}   (once the demo studio is ready)`] : []),
      `    Admin       ${passwordToPrint('admin', config)}`,
      `    Instructor  ${passwordToPrint('instructor', config)}`,
      `    Auditor     ${passwordToPrint('auditor', config)}`,
      '    Test card   4242 4242 4242 4242, any future date, any CVC',
      `    Emails      ${siteUrl}/sandbox/outbox`,
      `    Payments    ${siteUrl}/sandbox/stripe/dashboard   (refunds, disputes)`,
      `    API         ${siteUrl}/api/docs`,
      '',
    );
  }
  return lines.join('\n');
}
