import { addColumn, FLAG } from './steps.ts';

/** False for companies of earlier releases, which were never told that they need an entry in a register. */
export const entityRegistrationAsked = addColumn(
  '0360_entity_with_registration_asked',
  'entity',
  'registration_asked',
  `${FLAG} not null default 0`,
);
