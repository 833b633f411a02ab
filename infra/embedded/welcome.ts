import type { Config } from '../config/config.ts';
import { demoEmail, demoMemberNames, demoPassword } from './demo/people.ts';

/** What is printed once the site answers: where to go and, in the sandbox, how to sign in. */
export function welcome({ studio, stripe, brevo, staffPasswords, siteUrl }: Config): string {
  const lines = ['', `  ${studio.name} is open at ${siteUrl}`, ''];
  if (stripe.sandbox || brevo.sandbox) {
    const [first = ''] = demoMemberNames;
    lines.push(
      '  Sandbox: no real cards, no real emails.',
      ...(studio.demo
        ? [`    Member      ${demoEmail(first)}  /  ${demoPassword}   (once the demo studio is ready)`]
        : []),
      `    Admin       ${staffPasswords.admin}`,
      `    Instructor  ${staffPasswords.instructor}`,
      `    Auditor     ${staffPasswords.auditor}`,
      '    Test card   4242 4242 4242 4242, any future date, any CVC',
      `    Emails      ${siteUrl}/sandbox/outbox`,
      `    Payments    ${siteUrl}/sandbox/stripe/dashboard   (refunds, disputes)`,
      `    API         ${siteUrl}/api/docs`,
      '',
    );
  }
  return lines.join('\n');
}
