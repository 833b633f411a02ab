/** Routes that take their time: a verification is waited for, and a member's whole history is put together. */
export const longRoutes = ['/api/audit/verify', '/api/audit/members/:id/export'] as const;
