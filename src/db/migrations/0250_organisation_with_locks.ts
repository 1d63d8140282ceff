import { addColumn } from './steps.ts';

export const organisationLocks = addColumn(
  '0250_organisation_with_locks',
  'organisation',
  'locks',
  'int not null default 0',
);
