// Signing in with a company's own account. Its issuer speaks for its own organisation alone: the session sees no other
// one, because whoever runs the issuer could say any e-mail address. It never stands for a fresh proof of who is there.
import { toolError } from '../../../../base/errors.ts';
import type { OrganisationId } from '../../../../../generated/ids.ts';
import { headerText, isAddress } from '../../../../base/mail-address.ts';
import type { Secrets } from '../../../../base/secrets/secrets.ts';
import { newId } from '../../../../db/ids.ts';
import type { OrganisationChange } from '../../../ground/change/change.ts';
import { renameMember } from '../../../ground/organisations/members.ts';
import { findMember, findMemberById } from '../../../ground/organisations/store.ts';
import { join } from '../joining.ts';
import { actOf, actorOf, type Browser, NOBODY, type PersonParts } from '../parts.ts';
import { hashOf, newSecret } from '../secret.ts';
import { newSessionId, startSession } from '../sessions.ts';
import type { SignIn } from '../sign-in.ts';
import {
  type CompanySignIn,
  findCompanySignIn,
  insertCompanyRequest,
  putCompanySignIn,
  takeCompanyRequest,
} from '../store/company.ts';
import { findPersonByEmail, insertPerson } from '../store/persons.ts';
import type { CompanyIssuer, IssuerClient } from './issuer.ts';

const REQUEST_MS = 15 * 60_000;

export interface CompanyParts extends PersonParts {
  readonly issuer: CompanyIssuer;
}

export const companySecretName = (organisationId: OrganisationId): string =>
  `company-sign-in/${organisationId}`;

/** Null switches it off. */
export const setCompanySignIn = async (
  ctx: OrganisationChange,
  secrets: Secrets,
  wanted: IssuerClient | null,
): Promise<void> => {
  const { organisation_id, db, now } = ctx;
  if (wanted !== null) requireSafe(wanted.issuer);
  const before = await findCompanySignIn(db, organisation_id);
  const sealed = wanted && {
    ...wanted,
    client_secret: secrets.seal(companySecretName(organisation_id), Buffer.from(wanted.client_secret)),
  };
  await putCompanySignIn(db, organisation_id, sealed, now);
  ctx.record({
    event: 'organisation.company_sign_in_changed',
    record_type: 'organisation',
    record_id: organisation_id,
    before: describe(before),
    after: describe(wanted ?? undefined),
  });
};

const describe = (kept: Pick<CompanySignIn, 'issuer' | 'client_id'> | undefined) =>
  kept === undefined ? null : { issuer: kept.issuer, client_id: kept.client_id };

const requireSafe = (issuer: string): void => {
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined;
  const isLocal = url?.protocol === 'http:' && ['localhost', '127.0.0.1'].includes(url.hostname);
  if (url?.protocol === 'https:' || isLocal) return;
  throw toolError('issuer_not_safe', { issuer });
};

export const companyReturnPath = (organisationId: OrganisationId): string =>
  `/sign-in/company/${organisationId}/return`;

const clientOf = async (
  { books, secrets }: CompanyParts,
  organisationId: OrganisationId,
): Promise<IssuerClient | undefined> => {
  const kept = await findCompanySignIn(books.database.reader, organisationId);
  if (kept === undefined) return undefined;
  const secret = secrets.open(companySecretName(organisationId), kept.client_secret);
  return { ...kept, client_secret: secret.toString('utf8') };
};

/** Where the browser goes; undefined without company sign-in, null when the issuer does not answer. */
export const beginCompanySignIn = async (
  parts: CompanyParts,
  { secret }: Pick<Browser, 'secret'>,
  organisationId: OrganisationId,
): Promise<string | null | undefined> => {
  const { books, issuer, origin, now } = parts;
  const client = await clientOf(parts, organisationId);
  if (client === undefined) return undefined;
  const [state, nonce, code_verifier] = [newSecret(), newSecret(), newSecret()];
  const redirect_uri = `${origin.href}${companyReturnPath(organisationId)}`;
  const begun = await issuer.begin(client, { redirect_uri, state, nonce, code_verifier });
  if ('fault' in begun) return null;
  const request = {
    secret_hash: hashOf(secret),
    state,
    organisation_id: organisationId,
    nonce,
    code_verifier,
  };
  const expires_at = new Date(now.getTime() + REQUEST_MS);
  await books.transaction(({ db }) => insertCompanyRequest(db, request, { now, expires_at }));
  return begun.href;
};

/** Signs in a member whose address the issuer has verified; `returned`: the address of the browser's way back. */
export const finishCompanySignIn = async (
  parts: CompanyParts,
  browser: Browser,
  organisationId: OrganisationId,
  returned: URL,
): Promise<SignIn> => {
  const { books, issuer, origin, now } = parts;
  const state = returned.searchParams.get('state') ?? '';
  const key = { secret_hash: hashOf(browser.secret), state, organisation_id: organisationId };
  const kept = await books.transaction(({ db }) => takeCompanyRequest(db, key, now));
  const client = await clientOf(parts, organisationId);
  if (kept === undefined || client === undefined) return { outcome: 'wrong' };
  const redirect_uri = `${origin.href}${companyReturnPath(organisationId)}`;
  const claims = await issuer.finish(client, { ...kept, redirect_uri, state }, returned);
  if ('fault' in claims) return { outcome: 'wrong' };
  const { email, email_verified, name } = claims;
  if (email === undefined || !email_verified || !isAddress(email)) return { outcome: 'wrong' };
  return enter(parts, browser, organisationId, { email, name });
};

const enter = (
  parts: CompanyParts,
  browser: Browser,
  organisationId: OrganisationId,
  { email, name }: { readonly email: string; readonly name: string | undefined },
): Promise<SignIn> =>
  parts.books.transaction(async (open): Promise<SignIn> => {
    const found = await findMember(open.db, organisationId, email);
    const member = found && (await findMemberById(open.db, found.id));
    if (member === undefined) {
      await open.changeOrganisation(organisationId, actOf(parts, NOBODY, 'sign-in'), async (ctx) =>
        ctx.record({
          event: 'person.sign_in_failed',
          record_type: 'organisation',
          record_id: organisationId,
          before: null,
          after: { email, address: browser.address, method: 'company' },
        }),
      );
      return { outcome: 'nowhere' };
    }
    const known = await findPersonByEmail(open.db, email);
    const person_id = known?.id ?? newId('PersonId');
    if (known === undefined)
      await insertPerson(open.db, { id: person_id, email, name: member.name, locale: null }, parts.now);
    const session = { id: newSessionId(), person_id, method: 'company' } as const;
    const secret = newSecret();
    const act = actOf(parts, actorOf(member.id, session), 'sign-in');
    await open.changeOrganisation(organisationId, act, async (ctx) => {
      // Somebody who has taken the address without proving it would come in by their own password, too.
      if (known === undefined || known.email_proven) await join(ctx, member, person_id, 'company');
      const called = headerText(name ?? '').slice(0, 300);
      if (called !== '') await renameMember(ctx, member, called);
      await startSession(ctx, browser, secret, session);
    });
    return { outcome: 'signed_in', secret, mark: null };
  });
