import { code, createTable, ID, INSTANT } from './steps.ts';

export const exchangeRate = createTable(
  '0009_exchange_rate',
  'exchange_rate',
  `organisation_id ${ID} not null,
  base ${code(3)} not null,
  quote ${code(3)} not null,
  date date not null,
  source ${code(60)} not null,
  rate decimal(18, 8) not null,
  created_at ${INSTANT} not null,
  primary key (organisation_id, base, quote, date, source)`,
);
