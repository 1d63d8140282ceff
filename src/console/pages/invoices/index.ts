import type { Page } from '../../page.ts';
import { invoiceList } from './list.tsx';

export const invoicePages: readonly Page[] = [invoiceList];
