import type { Page } from '../../page.ts';
import { portfolio } from './portfolio.tsx';
import { waiting } from './waiting.tsx';

export const homePages: readonly Page[] = [waiting, portfolio];
