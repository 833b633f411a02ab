export type AuthView = 'signup' | 'signin' | 'forgot';
