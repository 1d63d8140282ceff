import { code, createTable, ID, INSTANT, text } from './steps.ts';

/** Where the people of an organisation sign in with their company's own accounts. */
export const companySignIn = createTable(
  '0168_company_sign_in',
  'company_sign_in',
  `organisation_id ${ID} not null,
  issuer ${text(500)} not null,
  client_id ${text(300)} not null,
  client_secret ${code(1_000)} not null,
  created_at ${INSTANT} not null,
  primary key (organisation_id)`,
);
