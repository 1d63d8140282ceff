import type { Page } from '../../page.ts';
import { editCounterparty, newCounterparty } from './form.tsx';
import { counterpartyList } from './list.tsx';
import { mergePage } from './merge.tsx';
import { counterpartyPage } from './show.tsx';

export const counterpartyPages: readonly Page[] = [
  counterpartyList,
  newCounterparty,
  editCounterparty,
  mergePage,
  counterpartyPage,
];
