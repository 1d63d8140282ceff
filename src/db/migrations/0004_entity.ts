import { code, createTable, FLAG, ID, INSTANT, JSON_VALUE, text } from './steps.ts';

export const entity = createTable(
  '0004_entity',
  'entity',
  `id ${ID} not null,
  organisation_id ${ID} not null,
  name ${text(300)} not null,
  country_code ${code(2)} not null,
  currency ${code(3)} not null,
  tax_id ${code(60)},
  time_zone ${code(64)} not null,
  postal_code ${code(20)},
  is_default ${FLAG} not null,
  active ${FLAG} not null,
  details ${JSON_VALUE} not null,
  created_at ${INSTANT} not null,
  updated_at ${INSTANT} not null,
  primary key (id),
  key ix_entity_organisation (organisation_id, active, is_default, name, id)`,
);
