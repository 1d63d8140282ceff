import type { Page } from '../../page.ts';
import { authorizePage } from './authorize.tsx';
import { consentPage } from './consent.tsx';

export const connectPages: readonly Page[] = [authorizePage, consentPage];
