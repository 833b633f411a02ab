import { InvalidConfig, loadConfig } from './config.ts';

/** A complete configuration of production. */
export const production = {
  NODE_ENV: 'production',
  SITE_URL: 'https://book.sea.example',
  EVENTSTORE_URL: 'esdb://eventstore:2113?tls=false',
  DATABASE_URL: 'postgres://postgres/studio',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_k3Vn8QpZr0TtLm5wXy2B',
  BREVO_API_KEY: 'xkeysib-1',
  BREVO_WEBHOOK_SECRET: 'Wq7_hT2vLr9Zc4nXb8Kd',
  JWT_SECRET: 'f3a9b1c2d4e5f60718293a4b5c6d7e8f',
  MASTER_KEY: '00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff',
  ADMIN_PASSWORD: 'correct-horse-battery',
  INSTRUCTOR_PASSWORD: 'staple-reformer-tide',
  AUDITOR_PASSWORD: 'ledger-harbour-gull',
};

/** The faults for which a start with this environment is refused; none when it starts. */
export function faultsOf(env: Record<string, string | undefined>): readonly string[] {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof InvalidConfig) return error.faults;
    throw error;
  }
  return [];
}
