/** Stands here until its helper replaces it. */
export const MonthlyReportsView = () => <p className="text-ink-muted">Monthly Reports</p>;
