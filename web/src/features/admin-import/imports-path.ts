export const importsPath = '/api/admin/imports';
