// Every page. Each noun lists its own; the order does not matter.
import type { Page } from './page.ts';
import { invoicePages } from './pages/invoices/index.ts';
import { personPages } from './pages/persons/index.ts';
import { homePages } from './pages/home/index.ts';

export const PAGES: readonly Page[] = [...homePages, ...personPages, ...invoicePages];
