import { z } from 'zod';

export const staffRoles = ['admin', 'instructor', 'auditor'] as const;
export type StaffRole = (typeof staffRoles)[number];

/** POST /api/staff/session */
export const staffSessionBody = z.object({ role: z.enum(staffRoles), password: z.string().min(1).max(200) });

export const staffSessionAnswer = z.object({ success: z.literal(true), token: z.string() });
export type StaffSessionAnswer = z.infer<typeof staffSessionAnswer>;
