import { addIndex } from './steps.ts';

/** Counts lessons without reading their rows. */
export const bankMemoryByTeacher = addIndex(
  '0116_bank_memory_by_teacher',
  'bank_memory',
  'ix_bank_memory_teacher',
  'entity_id, kind, value, counterparty_id, taught_by',
);
