import type { ApiDependencies } from '#services/api/dependencies.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { registerAccountRoutes } from './account.ts';
import { registerAuthRoutes } from './auth.ts';
import { registerBookingRoutes } from './bookings.ts';
import { registerCalendarRoutes } from './calendar.ts';
import { registerCardRoutes } from './cards.ts';
import { registerConsentRoutes } from './consents.ts';
import { registerDeviceRoutes } from './devices.ts';
import { registerEmailChangeRoutes } from './email-change.ts';
import { registerEmailCodeRoutes } from './email-code.ts';
import { registerErasureRoutes } from './erasure.ts';
import { registerMembershipRoutes } from './membership.ts';
import { registerMembershipPauseRoutes } from './membership-pause.ts';
import { registerNotificationRoutes } from './notifications.ts';
import { registerPasskeyRoutes } from './passkeys.ts';
import { registerPasswordResetRoutes } from './password-reset.ts';
import { registerPaymentRoutes } from './payments.ts';
import { registerWaitlistRoutes } from './waitlist.ts';
import { registerWaitlistReceiptRoute } from './waitlist-receipt.ts';
import { registerWalletRoutes } from './wallet.ts';

/** A member’s account, bookings, passes and payments. */
export function registerMemberRoutes(app: TypedApp, deps: ApiDependencies): void {
  registerAuthRoutes(app, deps);
  registerEmailCodeRoutes(app, deps);
  registerPasskeyRoutes(app, deps);
  registerPasswordResetRoutes(app, deps);
  registerEmailChangeRoutes(app, deps);
  registerAccountRoutes(app, deps);
  registerDeviceRoutes(app, deps);
  registerConsentRoutes(app, deps);
  registerNotificationRoutes(app, deps);
  registerErasureRoutes(app, deps);
  registerBookingRoutes(app, deps);
  registerWaitlistRoutes(app, deps);
  registerWaitlistReceiptRoute(app, deps);
  registerCalendarRoutes(app, deps);
  registerWalletRoutes(app, deps);
  registerPaymentRoutes(app, deps);
  registerCardRoutes(app, deps);
  registerMembershipRoutes(app, deps);
  registerMembershipPauseRoutes(app, deps);
}
