import type { Page } from '../../page.ts';
import { summary } from './summary.tsx';

export const companyPages: readonly Page[] = [summary];
