export const overviewPath = '/api/audit/overview';
