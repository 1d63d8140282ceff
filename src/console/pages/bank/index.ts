import type { Page } from '../../page.ts';
import { editAccount, newAccount } from './account-form.tsx';
import { accountPage } from './account.tsx';
import { accountList, statementList } from './accounts.tsx';
import { linePage } from './line.tsx';
import { reviewPage } from './review.tsx';
import { strongPage } from './strong.tsx';
import { uploadPage } from './upload.tsx';

export const bankPages: readonly Page[] = [
  accountList,
  newAccount,
  editAccount,
  accountPage,
  statementList,
  linePage,
  reviewPage,
  strongPage,
  uploadPage,
];
