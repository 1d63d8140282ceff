// Every page. Each noun lists its own; the order does not matter.
import type { Page } from './page.ts';
import { billPages } from './pages/bills/index.ts';
import { companyPages } from './pages/company/index.ts';
import { homePages } from './pages/home/index.ts';
import { invoicePages } from './pages/invoices/index.ts';

export const PAGES: readonly Page[] = [
  ...billPages,
  ...companyPages,
  ...homePages,
  ...invoicePages,
];
