import type { Page } from '../../page.ts';
import { company, companyReturn } from './company.tsx';
import { me } from './me.tsx';
import { members } from './members.tsx';
import { signIn } from './sign-in.tsx';
import { welcome } from './welcome.tsx';

export const personPages: readonly Page[] = [signIn, company, companyReturn, welcome, me, members];
