// Somebody who signs in by password and code, as a person without a passkey does.
import type { Page } from 'playwright-core';
import { createSecrets } from '../../../src/base/secrets/secrets.ts';
import { hashPassword } from '../../../src/domain/parties/persons/password.ts';
import { totpName } from '../../../src/domain/parties/persons/sign-in.ts';
import { newTotpSecret, stepAt, totpAt } from '../../../src/domain/parties/persons/totp.ts';
import type { TestConsole } from '../../console/support.ts';

const PASSWORD = 'correct horse battery';

export interface PasswordHolder {
  /** From the form of sign-in to where it leads. */
  signIn(page: Page): Promise<void>;
}

/** An administrator with this address. */
export const addPasswordHolder = async (pages: TestConsole, email: string): Promise<PasswordHolder> => {
  await pages.as('administrator', { email }).get('/me');
  const { kysely } = pages.service.database;
  const { id } = await kysely
    .selectFrom('person')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const secret = newTotpSecret();
  const totp_secret = createSecrets(pages.config).seal(totpName(id), Buffer.from(secret));
  const password_hash = await hashPassword(PASSWORD);
  await kysely.updateTable('person').set({ password_hash, totp_secret }).where('id', '=', id).execute();
  return {
    signIn: async (page) => {
      // A code counts once; the next would come in half a minute.
      await kysely.updateTable('person').set({ totp_last_step: 0 }).where('id', '=', id).execute();
      await page.fill('#f-email', email);
      await page.fill('#f-password', PASSWORD);
      await page.fill('#f-code', totpAt(secret, stepAt(new Date())));
      await page.click('form:has(#f-password) button');
    },
  };
};
