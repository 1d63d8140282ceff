import { addColumn } from './steps.ts';

export const schemaLockLocks = addColumn(
  '0253_schema_lock_with_locks',
  'schema_lock',
  'locks',
  'int not null default 0',
);
