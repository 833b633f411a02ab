import { zodResolver } from '@hookform/resolvers/zod';
import { changePasswordBody, healthBody, profileBody } from '#services/contract/account.ts';

export const profileResolver = zodResolver(profileBody);
export const healthResolver = zodResolver(healthBody);
export const changePasswordResolver = zodResolver(changePasswordBody);
