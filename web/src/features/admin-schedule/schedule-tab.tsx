/** Stands here until its helper replaces it. */
export const ScheduleTab = () => <p className="text-ink-muted">Class Schedule</p>;
