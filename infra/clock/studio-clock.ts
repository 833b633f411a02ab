/** The only source of time for product code: the system clock in production, a movable one in the sandbox. */
export interface StudioClock {
  now(): Date;
}
