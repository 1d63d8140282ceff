// Column types of the tables with which people sign in.
import type { TableOverride } from './override.ts';

export const PERSON_OVERRIDES: Readonly<Record<string, TableOverride>> = {
  one_time_link: {
    columns: {
      token_hash: { note: 'Hex SHA-256; the link itself is never stored.' },
      id: 'OneTimeLinkId',
      kind: `'bootstrap' | 'invitation' | 'recovery'`,
      person_id: { note: 'Of a person who may not be there yet.' },
      email: { note: 'Null for the link of the first administrator, who gives it.' },
      way: {
        type: `'mail' | 'operator' | 'shown'`,
        note: 'How it reached its person. Only what was mailed, or handed over by the operator, proves the address.',
      },
    },
  },
  passkey: {
    columns: {
      id: 'PasskeyId',
      public_key: { note: 'COSE, in base64url.' },
      counter: { note: 'One that falls is recorded, not refused: passkeys of several devices share none.' },
      transports: { note: 'With commas between them.' },
    },
  },
  company_sign_in: {
    columns: { client_secret: { note: 'Sealed.' } },
  },
  company_sign_in_request: {
    note: 'Who went to the issuer and comes back, once, in the same browser.',
    columns: { secret_hash: { note: "Hex SHA-256 of the browser's secret." } },
  },
  person: {
    note: 'Somebody who signs in; their rights are those of the members that they are.',
    columns: {
      id: 'PersonId',
      email: { note: 'Lower case.' },
      email_proven_at: {
        note: 'When a link that was mailed to the address, or came from the operator, was used; null: whoever signs in may be anybody whom an administrator gave a link.',
      },
      locale: `'en' | 'es' | 'de'`,
      password_hash: { note: 'scrypt, with its parameters and salt.' },
      totp_secret: { note: 'Sealed.' },
      totp_last_step: { note: 'A code is taken once.' },
    },
  },
  person_session: {
    columns: {
      secret_hash: { note: "Hex SHA-256 of the browser's secret." },
      id: 'PersonSessionId',
      method: `'passkey' | 'password' | 'company'`,
      organisation_id: { note: 'The one they work in, if they still belong to it.' },
      strong_at: { note: 'When the person last showed that it is they who sit there.' },
    },
  },
  sign_in_challenge: {
    note: 'What a passkey signs, once, for one browser.',
  },
  sign_in_miss: {
    columns: {
      subject_hash: { note: 'Hex SHA-256 of an e-mail address or of a network address.' },
    },
  },
};
