/** The only source of time for product code. In production it is the machine's; in the sandbox it can be moved forward. */
export interface StudioClock {
  now(): Date;
}
