import type { Page } from '../../page.ts';
import { me } from './me.tsx';
import { members } from './members.tsx';
import { signIn } from './sign-in.tsx';
import { welcome } from './welcome.tsx';

export const personPages: readonly Page[] = [signIn, welcome, me, members];
