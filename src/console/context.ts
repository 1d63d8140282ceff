// The request that a page is drawn for. Drawing is synchronous from first to last, so what a component reads here is of
// its own page, however many are under way.
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { CompanyVisit, OrganisationVisit, PersonVisit, Visit } from './visit.ts';

const Current = createContext<Visit | undefined>(undefined);

/** Around everything that is drawn for one request. */
export const VisitProvider = Current.Provider;

export const useVisit = (): Visit => {
  const visit = useContext(Current);
  if (visit === undefined) throw new Error('drawn outside of a request');
  return visit;
};

const isPerson = (visit: Visit): visit is PersonVisit => visit.signedIn !== undefined;
const isOrganisation = (visit: Visit): visit is OrganisationVisit => 'organisation' in visit;
const isCompany = (visit: Visit): visit is CompanyVisit => 'entity' in visit;

const narrowed =
  <V extends Visit>(is: (visit: Visit) => visit is V, what: string) =>
  (): V => {
    const visit = useVisit();
    if (!is(visit)) throw new Error(`drawn outside of ${what}`);
    return visit;
  };

/** For parts of pages where somebody is signed in. */
export const usePerson = narrowed(isPerson, 'a sign-in');
/** For parts of pages of an organisation, those of its companies included. */
export const useOrganisation = narrowed(isOrganisation, 'an organisation');
/** For parts of pages of one company. */
export const useCompany = narrowed(isCompany, 'a company');
