import { code, createTable, INSTANT } from './steps.ts';

export const signInChallenge = createTable(
  '0153_sign_in_challenge',
  'sign_in_challenge',
  `secret_hash ${code(64)} not null,
  challenge ${code(64)} not null,
  expires_at ${INSTANT} not null,
  primary key (secret_hash, challenge),
  key ix_sign_in_challenge_end (expires_at)`,
);
