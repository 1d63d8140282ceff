import type { Page } from '../../page.ts';
import { billCreditNotePage } from './credit-note.tsx';
import { billList } from './list.tsx';
import { newBill } from './new.tsx';
import { billPage } from './show.tsx';

export const billPages: readonly Page[] = [billList, newBill, billPage, billCreditNotePage];
