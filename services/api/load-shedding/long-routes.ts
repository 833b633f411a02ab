/** Routes whose handlers take long: one waits for a verification, the other reads a member's whole history. */
export const longRoutes = ['/api/audit/verify', '/api/audit/members/:id/export'] as const;
