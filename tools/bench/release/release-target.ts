/** Every day of a released week has as many classes, and every class as many seats. */
export interface ReleasePlan {
  readonly classesPerDay: number;
  readonly seats: number;
}

export interface ReleasedWeek {
  readonly classIds: readonly number[];
  /** yyyy-MM-dd */
  readonly dates: readonly string[];
}

/** A service whose week is released: the studio, or the peer that it is compared with. */
export interface ReleaseTarget {
  readonly port: number;
  /** Bearer tokens of its members. */
  readonly tokens: readonly string[];
  release(plan: ReleasePlan): Promise<ReleasedWeek>;
  stop(): Promise<void>;
}
