// What of the persons is sealed with the master key: the secrets of their codes, and of companies at their issuers.
import type { Sealed } from '../../../base/secrets/secrets.ts';
import type { Reader } from '../../../db/database.ts';
import { companySecretName } from './company/sign-in.ts';
import { totpName } from './sign-in.ts';
import { listCompanySecrets } from './store/company.ts';
import { listTotpSecrets } from './store/persons.ts';

export const sealedPersonSecrets = async (db: Reader): Promise<Sealed[]> => [
  ...(await listTotpSecrets(db)).map(({ id, totp_secret }) => ({ name: totpName(id), text: totp_secret })),
  ...(await listCompanySecrets(db)).map(({ organisation_id, client_secret }) => ({
    name: companySecretName(organisation_id),
    text: client_secret,
  })),
];
