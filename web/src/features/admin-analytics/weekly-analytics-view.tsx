/** Stands here until its helper replaces it. */
export const WeeklyAnalyticsView = () => <p className="text-ink-muted">Weekly Analytics</p>;
