export const complaintsPath = '/api/admin/complaints';
