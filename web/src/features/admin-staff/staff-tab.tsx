/** Stands here until its helper replaces it. */
export const StaffTab = () => <p className="text-ink-muted">Staff</p>;
