export const publicStaffPasswords = {
  admin: 'correct-horse-battery',
  instructor: 'staple-reformer-tide',
  auditor: 'ledger-harbour-gull',
} as const;

/**
 * The environment of a site that others can reach, whose TLS ends at a proxy: everything that replaces a stand-in or a default. The
 * keys reach nothing.
 */
export const publicSite = {
  SITE_URL: 'https://book.sea.example',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_k3Vn8QpZr0TtLm5wXy2B',
  BREVO_API_KEY: 'xkeysib-1',
  BREVO_WEBHOOK_SECRET: 'Wq7_hT2vLr9Zc4nXb8Kd',
  ADMIN_PASSWORD: publicStaffPasswords.admin,
  INSTRUCTOR_PASSWORD: publicStaffPasswords.instructor,
  AUDITOR_PASSWORD: publicStaffPasswords.auditor,
  RATE_LIMITS: 'on',
} as const;
