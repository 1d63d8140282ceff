import type { Page } from '../../page.ts';
import { signIn } from './sign-in.tsx';
import { welcome } from './welcome.tsx';

export const personPages: readonly Page[] = [signIn, welcome];
