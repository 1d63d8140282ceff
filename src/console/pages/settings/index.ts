import type { Page } from '../../page.ts';
import { appPage, appsPage } from './apps.tsx';
import { auditFile, auditPage } from './audit.tsx';
import { companyList, newCompany } from './companies.tsx';
import { companySettings } from './company.tsx';
import { keyPage } from './made-key.tsx';
import { hub } from './hub.tsx';
import { changeRequestPage } from './change-request.tsx';
import { keyRequestPage } from './key-request.tsx';
import { keysPage } from './keys.tsx';
import { providersPage } from './providers.tsx';
import { ratesPage } from './rates.tsx';
import { typedAppsPage } from './typed-apps.tsx';

export const settingsPages: readonly Page[] = [
  hub,
  companyList,
  newCompany,
  companySettings,
  keysPage,
  appsPage,
  appPage,
  typedAppsPage,
  changeRequestPage,
  keyRequestPage,
  keyPage,
  auditPage,
  auditFile,
  providersPage,
  ratesPage,
];
