// Every page. Each noun lists its own; the order does not matter.
import type { Page } from './page.ts';
import { approvalPages } from './pages/approvals/index.ts';
import { attachedFile } from './pages/attachments/attached.tsx';
import { bankPages } from './pages/bank/index.ts';
import { billPages } from './pages/bills/index.ts';
import { companyPages } from './pages/company/summary.tsx';
import { connectPages } from './pages/connect/index.ts';
import { counterpartyPages } from './pages/counterparties/index.ts';
import { exportPages } from './pages/exports/index.tsx';
import { homePages } from './pages/home/index.ts';
import { inboxPages } from './pages/inbox/index.ts';
import { invoicePages } from './pages/invoices/index.ts';
import { ledgerPages } from './pages/ledger/index.tsx';
import { paymentPages } from './pages/payments/index.tsx';
import { personPages } from './pages/persons/index.ts';
import { settingsPages } from './pages/settings/index.ts';
import { taskPages } from './pages/tasks/index.tsx';
import { webhookPages } from './pages/webhooks/index.ts';

export const PAGES: readonly Page[] = [
  ...approvalPages,
  attachedFile,
  ...bankPages,
  ...billPages,
  ...companyPages,
  ...connectPages,
  ...counterpartyPages,
  ...exportPages,
  ...homePages,
  ...inboxPages,
  ...invoicePages,
  ...ledgerPages,
  ...paymentPages,
  ...personPages,
  ...settingsPages,
  ...taskPages,
  ...webhookPages,
];
