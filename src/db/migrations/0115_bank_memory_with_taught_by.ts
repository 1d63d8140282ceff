import { addColumn, code } from './steps.ts';

export const bankMemoryTaughtBy = addColumn(
  '0115_bank_memory_with_taught_by',
  'bank_memory',
  'taught_by',
  `${code(8)} not null default 'auto'`,
);
