import type { RunningStudio } from './running-studio.fixture.ts';

/** Makes the studio fail to store Stripe's webhooks while `work` runs. */
export async function loseWebhooksDuring(studio: RunningStudio, work: () => Promise<void>): Promise<void> {
  await studio.query(`
    CREATE FUNCTION lose_webhook() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      RAISE EXCEPTION 'lost'; END $$;
    CREATE TRIGGER lose_webhook BEFORE INSERT ON stripe_webhooks FOR EACH ROW EXECUTE FUNCTION lose_webhook();`);
  try {
    await work();
  } finally {
    await studio.query('DROP TRIGGER lose_webhook ON stripe_webhooks; DROP FUNCTION lose_webhook');
  }
}
