import { z } from 'zod';

/** POST /api/admin/export */
export const studioExportFile = z
  .unknown()
  .describe('A zip file: every table as CSV and JSON, with a README of the columns');
