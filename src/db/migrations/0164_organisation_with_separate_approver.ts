import { addColumn, FLAG } from './steps.ts';

export const organisationSeparateApprover = addColumn(
  '0164_organisation_with_separate_approver',
  'organisation',
  'separate_approver',
  `${FLAG} not null default 0`,
);
