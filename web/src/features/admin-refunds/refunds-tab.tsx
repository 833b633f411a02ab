/** Stands here until its helper replaces it. */
export const RefundsTab = () => <p className="text-ink-muted">Refunds</p>;
