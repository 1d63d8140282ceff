import type { Page } from '../../page.ts';
import { waiting } from './waiting.tsx';

export const homePages: readonly Page[] = [waiting];
