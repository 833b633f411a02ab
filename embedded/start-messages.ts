import type { Config } from '#infra/config/config.ts';
import { SANDBOX_STAFF_PASSWORDS } from '#infra/config/production-rules.ts';
import { createDemoEmail, demoMemberNames, demoPassword } from './demo/people.ts';

/** The sandbox's own password, or the variable's name, so that no configured password reaches a terminal or a log. */
function describePassword(role: keyof Config['staffPasswords'], { staffPasswords }: Config): string {
  const isConfigured = staffPasswords[role] !== SANDBOX_STAFF_PASSWORDS[role];
  return isConfigured ? `as configured (${role.toUpperCase()}_PASSWORD)` : staffPasswords[role];
}

function describeDemoMember(): string {
  const [first = ''] = demoMemberNames;
  return `${createDemoEmail(first)}  /  ${demoPassword}`;
}

/** The line that is printed once the demo member can sign in. */
export const describeReadyDemo = (seconds: number): string =>
  `  The demo studio is ready (${Math.ceil(seconds)} s): ${describeDemoMember()}`;

/** The lines that are printed once the site answers: its address and, in the sandbox, how to sign in. */
export function describeSite(config: Config): string {
  const { studio, stripe, brevo, siteUrl } = config;
  const lines = ['', `  ${studio.name} is open at ${siteUrl}`, ''];
  if (stripe.sandbox || brevo.sandbox) {
    lines.push(
      '  Sandbox: no real cards, no real emails.',
      ...(studio.demo ? [`    Member      ${describeDemoMember()}   (once the demo studio is ready)`] : []),
      `    Admin       ${describePassword('admin', config)}`,
      `    Instructor  ${describePassword('instructor', config)}`,
      `    Auditor     ${describePassword('auditor', config)}`,
      '    Test card   4242 4242 4242 4242, any future date, any CVC',
      `    Emails      ${siteUrl}/sandbox/outbox`,
      `    Payments    ${siteUrl}/sandbox/stripe/dashboard   (refunds, disputes)`,
      `    API         ${siteUrl}/api/docs`,
      '',
    );
  }
  return lines.join('\n');
}
