import { zodResolver } from '@hookform/resolvers/zod';
import { newPasswordForm } from '#services/contract/account.ts';

export const newPasswordResolver = zodResolver(newPasswordForm);
