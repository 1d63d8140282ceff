// People on a database of their own, with a clock that the test moves.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { OrganisationId } from '../../../generated/ids.ts';
import { createSecrets } from '../../../src/base/secrets/secrets.ts';
import { openBooks } from '../../../src/domain/across/books/books.ts';
import {
  type Books,
  newAct,
  type OrganisationChange,
  SYSTEM,
} from '../../../src/domain/ground/change/change.ts';
import { addMember } from '../../../src/domain/ground/organisations/members.ts';
import type { Role } from '../../../src/domain/ground/organisations/role.ts';
import { enrol, type Enrolled, type Enrolment } from '../../../src/domain/parties/persons/enrol.ts';
import { getMembership, linkMember } from '../../../src/domain/parties/persons/links.ts';
import type { Browser, PersonParts } from '../../../src/domain/parties/persons/parts.ts';
import { askOptions, makeOptions } from '../../../src/domain/parties/persons/passkeys.ts';
import { resumeSession } from '../../../src/domain/parties/persons/sessions.ts';
import type { SignedIn } from '../../../src/domain/parties/persons/signed-in.ts';
import { newTotpSecret, stepAt, totpAt } from '../../../src/domain/parties/persons/totp.ts';
import { temporaryFolder } from '../../admin/support.ts';
import { type Authenticator, createAuthenticator } from '../../console/authenticator.ts';
import { addOrganisation } from '../../support/books.ts';
import { createTestDatabase } from '../../support/database.ts';
import { useQuickPasswords, useUsualPasswords } from '../../support/quick-passwords.ts';

export const ORIGIN = 'http://localhost:3000';
export const PASSWORD = 'correct horse battery';

interface Entered {
  readonly secret: string;
  readonly codes: readonly string[];
}

export interface People {
  readonly books: Books;
  readonly org: OrganisationId;
  now: Date;
  later(seconds: number): void;
  parts(): PersonParts;
  browser(secret: string, address?: string): Browser;
  change<T>(work: (ctx: OrganisationChange) => Promise<T>): Promise<T>;
  /** A member who has not signed in yet, and the token of a link for them. */
  invited(email: string, role?: Role): Promise<string>;
  enrolment(passkey: Authenticator, browser: Browser, more?: Partial<Enrolment>): Promise<Enrolment>;
  withPasskey(email: string, role?: Role): Promise<Entered & { readonly passkey: Authenticator }>;
  withPassword(email: string, role?: Role): Promise<Entered & { code(): string }>;
  /** What the passkey signs for this browser, as a new challenge asks. */
  signed(
    passkey: Authenticator,
    browser: Browser,
    options?: Parameters<Authenticator['sign']>[1],
  ): Promise<string>;
  resume(secret: string): Promise<SignedIn | undefined>;
  /** The types of the events on this record, oldest first. */
  events(recordId: string): Promise<string[]>;
  close(): Promise<void>;
}

export const entered = (enrolled: Enrolled): Entered =>
  enrolled.outcome === 'signed_in' ? enrolled : assert.fail(JSON.stringify(enrolled));

export const startPeople = async (): Promise<People> => {
  useQuickPasswords();
  const { database, close } = await createTestDatabase();
  const books = openBooks(database);
  const secrets = createSecrets({
    master_key: null,
    data_dir: join(temporaryFolder('folio-people-'), 'data'),
  });
  const org = await addOrganisation(database);
  const people: People = {
    books,
    org,
    now: new Date('2026-11-22T10:00:00.000Z'),
    later: (seconds) => {
      people.now = new Date(people.now.getTime() + seconds * 1000);
    },
    parts: () => ({ books, secrets, origin: { href: ORIGIN }, now: people.now }),
    browser: (secret, address = '192.0.2.7') => ({ secret, address, userAgent: 'Firefox' }),
    change: (work) => books.changeOrganisation(org, newAct(SYSTEM, 'test', {}, people.now), work),
    invited: async (email, role = 'administrator') => {
      await people.change((ctx) => addMember(ctx, { email, name: email, role }));
      const member = await getMembership(database.reader, email);
      return people.change((ctx) => linkMember(ctx, member, 'bootstrap'));
    },
    enrolment: async (passkey, browser, more = {}) => {
      const person = { id: browser.secret, email: '', name: '' };
      const asked = JSON.stringify(await makeOptions(people.parts(), browser, person));
      const credential = { kind: 'passkey', sent: passkey.make(asked), name: 'Laptop' } as const;
      return { name: 'Ana', email: '', organisation_name: '', locale: 'es', credential, ...more };
    },
    withPasskey: async (email, role) => {
      const token = await people.invited(email, role);
      const passkey = createAuthenticator(ORIGIN);
      const browser = people.browser(`new ${email}`);
      const given = await people.enrolment(passkey, browser);
      return { ...entered(await enrol(people.parts(), browser, token, given)), passkey };
    },
    withPassword: async (email, role) => {
      const token = await people.invited(email, role);
      const totp_secret = newTotpSecret();
      const code = (): string => totpAt(totp_secret, stepAt(people.now));
      const credential = { kind: 'password', password: PASSWORD, totp_secret, code: code() } as const;
      const given = { name: 'Luis', email: '', organisation_name: '', locale: 'es', credential } as const;
      return { ...entered(await enrol(people.parts(), people.browser('new'), token, given)), code };
    },
    signed: async (passkey, browser, options) =>
      passkey.sign(JSON.stringify(await askOptions(people.parts(), browser)), options),
    resume: (secret) => resumeSession(database, secret, people.now),
    events: async (recordId) => {
      const rows = await database.kysely
        .selectFrom('event')
        .select(['id', 'type'])
        .where('record_id', '=', recordId)
        .orderBy('id')
        .execute();
      return rows.map(({ type }) => type);
    },
    close: () => {
      useUsualPasswords();
      return close();
    },
  };
  return people;
};
