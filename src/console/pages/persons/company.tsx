// Signing in with a company's own account: a link to its issuer, and the page to which the issuer leads back. A link and
// not a form, because the policy of these pages lets no form lead elsewhere.
import { Go } from '../../parts/show.tsx';
import { ID_PREFIXES, type OrganisationId } from '../../../../generated/ids.ts';
import {
  beginCompanySignIn,
  type CompanyParts,
  finishCompanySignIn,
} from '../../../domain/parties/persons/company/sign-in.ts';
import { publicPage, type Shown } from '../../page.ts';
import type { Visit } from '../../visit.ts';
import { browserOf, partsOf } from './person-parts.ts';

const companyParts = (visit: Visit): CompanyParts => ({ ...partsOf(visit), issuer: visit.parts.issuer });

/** As the path has it; one that is nobody's finds nothing. */
const organisationIn = ({ params }: Visit): OrganisationId | undefined => {
  const id = params['organisation'] ?? '';
  return id.startsWith(`${ID_PREFIXES.OrganisationId}_`) ? (id as OrganisationId) : undefined;
};

const told = (visit: Visit, text: string, status: number): Shown => {
  const { companySignIn: words } = visit.words;
  return {
    title: words.title,
    status,
    main: (
      <>
        <h1>{words.title}</h1>
        <p class="problem" role="alert">
          {text}
        </p>
        <p>
          <a href={`/sign-in/company/${visit.params['organisation'] ?? ''}`}>{words.again}</a>
        </p>
      </>
    ),
  };
};

export const company = publicPage({
  path: '/sign-in/company/:organisation',
  query: async (visit) => {
    const id = organisationIn(visit);
    const href = id && (await beginCompanySignIn(companyParts(visit), browserOf(visit), id));
    return href === undefined ? undefined : { href };
  },
  view: ({ href }, visit) => {
    const { companySignIn: words } = visit.words;
    if (href === null) return told(visit, words.silent, 503);
    return {
      title: words.title,
      main: (
        <>
          <h1>{words.title}</h1>
          <p>{words.text(new URL(href).host)}</p>
          <p>
            <a class="button" href={href} rel="noreferrer">
              {words.go}
            </a>
          </p>
        </>
      ),
    };
  },
});

export const companyReturn = publicPage({
  path: '/sign-in/company/:organisation/return',
  query: async (visit) => {
    const id = organisationIn(visit);
    if (id === undefined) return undefined;
    return finishCompanySignIn(companyParts(visit), browserOf(visit), id, visit.url);
  },
  view: (result, visit) => {
    const { companySignIn: words } = visit.words;
    if (result.outcome !== 'signed_in')
      return told(visit, result.outcome === 'nowhere' ? words.nowhere : words.refused, 403);
    return {
      title: words.title,
      session: result.secret,
      main: (
        <>
          <h1>{words.in}</h1>
          <Go to="/" text={words.open} apart />
        </>
      ),
    };
  },
});
