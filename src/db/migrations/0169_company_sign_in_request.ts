import { code, createTable, ID, INSTANT } from './steps.ts';

export const companySignInRequest = createTable(
  '0169_company_sign_in_request',
  'company_sign_in_request',
  `secret_hash ${code(64)} not null,
  state ${code(64)} not null,
  organisation_id ${ID} not null,
  nonce ${code(64)} not null,
  code_verifier ${code(64)} not null,
  expires_at ${INSTANT} not null,
  primary key (secret_hash, state),
  key ix_company_sign_in_request_end (expires_at)`,
);
