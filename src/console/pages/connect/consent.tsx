// A person connects a program to the organisation they work in, and narrows what it may do. The answer is a page that
// moves on by itself: browsers apply the policy of a form to the redirect after it, and drop one to the program.
import type { EntityId } from '../../../../generated/ids.ts';
import type { Client } from '../../../domain/parties/oauth/client.ts';
import { matchRedirect, redirectHost } from '../../../domain/parties/oauth/clients/redirect.ts';
import { connectApp } from '../../../domain/parties/oauth/grant.ts';
import { isReading, knownScopes, roleAllows } from '../../../domain/parties/oauth/role-scopes.ts';
import { findStoredClient, noteConsented } from '../../../domain/parties/oauth/store/clients.ts';
import {
  type AccessRequest,
  bindRequest,
  findRequest,
  takeRequest,
} from '../../../domain/parties/oauth/store/requests.ts';
import { parseToolsets } from '../../../domain/parties/access/scope-list.ts';
import { chooseOrganisation } from '../../../domain/parties/persons/sessions.ts';
import { hashOf } from '../../../domain/parties/persons/secret.ts';
import { english, say } from '../../../base/said.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { answerTo } from '../../../oauth/authorize.ts';
import type { Form } from '../../form.ts';
import { type Act, organisationPage, type Shown } from '../../page.ts';
import { Head } from '../../parts/show.tsx';
import { FormProblem, Stop } from '../../problem.ts';
import { companyOf, type OrganisationVisit } from '../../visit.ts';
import { partsOf } from '../persons/person-parts.ts';
import { Consent, Elsewhere } from './consent-view.tsx';

/** A person may have a very long name. */
const LONGEST_KEY_NAME = 300;

export interface Wanted {
  readonly request: AccessRequest;
  readonly client: Client;
}

const keyOf = ({ params, signedIn }: OrganisationVisit) => ({
  id_hash: hashOf(params['wish'] ?? ''),
  session: signedIn.session.id,
});

const gone = ({ words: { connect: words } }: OrganisationVisit): Stop =>
  new Stop({ status: 410, title: words.gone, text: words.goneText });

/** What is asked for, once the session that opened it first has it. */
const wantedOf = async (visit: OrganisationVisit): Promise<Wanted> => {
  const { database } = visit.parts.books;
  const key = keyOf(visit);
  const request =
    (await findRequest(database.reader, key, visit.now)) ??
    (await inTransaction(database, async (db) => {
      await bindRequest(db, key);
      const bound = await findRequest(db, key, visit.now);
      if (bound !== undefined) await noteConsented(db, bound.oauth_client_id, visit.now);
      return bound;
    }));
  const client = request && (await findStoredClient(database.reader, request.oauth_client_id));
  if (request === undefined || client === undefined) throw gone(visit);
  // Taken from its list since: nothing goes there any more.
  if (matchRedirect(client.redirect_uris, request.redirect_uri) === undefined) throw gone(visit);
  return { request, client };
};

/** Whether this organisation may connect it: one that an administrator typed in serves theirs alone. */
const isHere = ({ organisation }: OrganisationVisit, { client }: Wanted): boolean =>
  client.organisation_id === null || client.organisation_id === organisation.id;

/** Of the person, the one that the program serves where that is not this one. */
const homeOf = ({ signedIn }: OrganisationVisit, { client }: Wanted) =>
  signedIn.memberships.find(({ organisation_id }) => organisation_id === client.organisation_id);

const elsewhere = ({ words: { connect: words } }: OrganisationVisit): Stop =>
  new Stop({ status: 403, title: words.refused, text: words.otherOrganization });

const wantedHere = async (visit: OrganisationVisit): Promise<Wanted> => {
  const wanted = await wantedOf(visit);
  if (!isHere(visit, wanted)) throw elsewhere(visit);
  return wanted;
};

/** Shown where the program serves another organisation of the person, too. */
const wantedNearby = async (visit: OrganisationVisit): Promise<Wanted> => {
  const wanted = await wantedOf(visit);
  if (!isHere(visit, wanted) && homeOf(visit, wanted) === undefined) throw elsewhere(visit);
  return wanted;
};

/** The page that moves on to the program. */
const leadBack = ({ words: { connect: words } }: OrganisationVisit, to: string): Shown => {
  const title = words.onward(redirectHost(to));
  return {
    title,
    onward: to,
    main: (
      <>
        <Head title={title} note={words.onwardText} />
        <p>
          <a href={to}>{words.onwardLink}</a>
        </p>
      </>
    ),
  };
};

const chosenCompany = async (visit: OrganisationVisit, form: Form): Promise<EntityId | null> => {
  const id = form.text('entity');
  if (id === '') return null;
  const company = await companyOf(visit, id);
  if (company === undefined) throw new FormProblem({ entity: visit.words.common.notFound });
  return company.id;
};

const allow: Act<OrganisationVisit> = {
  strong: (form) => form.all('scope').some((scope) => !isReading(scope)),
  run: async (visit, form) => {
    const { request, client } = await wantedHere(visit);
    const { connect: words, common } = visit.words;
    const { person } = visit.signedIn;
    // Neither beyond what was asked for, nor beyond what the person may do.
    const scopes = knownScopes(form.all('scope')).filter(
      (scope) => request.scopes.includes(scope) && roleAllows(visit.role, scope),
    );
    if (scopes.length === 0) throw new FormProblem({ scope: common.required(words.mayDo) });
    const { redirect_uri, code_challenge } = request;
    const consent = {
      client,
      person_id: person.id,
      name: Array.from(words.keyName(client.name, person.name)).slice(0, LONGEST_KEY_NAME).join(''),
      entity_id: await chosenCompany(visit, form),
      scopes,
      toolsets: parseToolsets(form.all('toolset').join(',')),
      redirect_uri,
      code_challenge,
    };
    const code = await visit.changeOrganisation('app connect', consent, async (ctx) => {
      if (!(await takeRequest(ctx.db, keyOf(visit), visit.now))) throw gone(visit);
      return connectApp(ctx, consent);
    });
    return leadBack(visit, answerTo(request, { code }));
  },
};

const deny: Act<OrganisationVisit> = {
  run: async (visit) => {
    const { request } = await wantedNearby(visit);
    const { database } = visit.parts.books;
    await inTransaction(database, (db) => takeRequest(db, keyOf(visit), visit.now));
    const error_description = english(say('ask_denied', {}));
    return leadBack(visit, answerTo(request, { error: 'access_denied', error_description }));
  },
};

/** What the app may reach is that organisation's, so the page is drawn anew with the role that the person has there. */
const organisation: Act<OrganisationVisit> = {
  run: async (visit, form) => ({
    session: await chooseOrganisation(partsOf(visit), visit.signedIn, form.text('organisation')),
  }),
};

export const consentPage = organisationPage({
  path: '/connect/:wish',
  role: 'viewer',
  query: wantedNearby,
  acts: { allow, deny, organisation },
  view: (wanted, visit) => ({
    title: visit.words.connect.title(wanted.client.name),
    main: isHere(visit, wanted) ? (
      <Consent {...wanted} />
    ) : (
      <Elsewhere name={wanted.client.name} home={homeOf(visit, wanted)} />
    ),
  }),
});
