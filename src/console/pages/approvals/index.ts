import type { Page } from '../../page.ts';
import { approvalList } from './list.tsx';
import { approvalPage } from './show.tsx';

export const approvalPages: readonly Page[] = [approvalList, approvalPage];
