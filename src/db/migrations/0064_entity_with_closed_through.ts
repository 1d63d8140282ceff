import { addColumn } from './steps.ts';

export const entityClosedThrough = addColumn(
  '0064_entity_with_closed_through',
  'entity',
  'closed_through',
  'date',
);
