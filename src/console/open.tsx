// A page for one person: the organisation or company that it is about, whether they may see it, and what it is drawn with.
import type { Entity } from '../base/entity.ts';
import { VisitProvider } from './context.ts';
import type { Form } from './form.ts';
import type { Described, Done, FileReply, Page, Shown } from './page.ts';
import { stateText } from './parts/show.tsx';
import { type Problem, Stop } from './problem.ts';
import { hasRole, type Role } from '../domain/ground/organisations/role.ts';
import { inCompany, inOrganisation, type OrganisationVisit, type PersonVisit, type Visit } from './visit.ts';

/** A page for somebody who may see it. */
export interface Opened {
  readonly within: OrganisationVisit | undefined;
  readonly company: Entity | undefined;
  readonly show: ((problem: Problem | undefined) => Promise<Shown | undefined>) | undefined;
  readonly file: (() => Promise<FileReply | undefined>) | undefined;
  readonly act: (name: string) => OpenedAct | undefined;
}

export interface OpenedAct {
  readonly role: Role;
  readonly strong: (form: Form) => boolean;
  readonly run: (form: Form, isProven: boolean) => Promise<Done>;
}

/** Undefined: nobody is signed in. */
export const open = async (page: Page, visit: Visit): Promise<Opened | undefined> => {
  if (page.audience === 'everyone') return bind(page, visit, undefined);
  const { signedIn } = visit;
  if (signedIn === undefined) return undefined;
  const person: PersonVisit = { ...visit, signedIn };
  if (page.audience === 'company') {
    const company = allowed(visit, await inCompany(person, visit.params['company'] ?? ''), page);
    return bind(page, company, company, company.entity);
  }
  const within = await inOrganisation(person, signedIn.session.organisation_id);
  if (page.audience === 'person') return bind(page, person, within);
  const organisation = allowed(visit, within, page);
  return bind(page, organisation, organisation);
};

const bind = <V extends Visit>(
  { show: view, file, acts = {}, role }: Described<V>,
  visit: V,
  within: OrganisationVisit | undefined,
  company?: Entity,
): Opened => ({
  within,
  company,
  show:
    view === undefined
      ? undefined
      : async (problem) => {
          const asked = { ...visit, problem };
          const shown = await view(asked);
          return shown && drawnFor(asked, shown);
        },
  file: file === undefined ? undefined : () => file(visit),
  act: (name) => {
    const act = Object.hasOwn(acts, name) ? acts[name] : undefined;
    if (act === undefined) return undefined;
    const { role: least = role, strong = false, run } = typeof act === 'function' ? { run: act } : act;
    return {
      role: least,
      strong: (form) => (typeof strong === 'function' ? strong(form) : strong),
      run: async (form, isProven) => {
        const done = await run(visit, form, isProven);
        return 'main' in done ? drawnFor(visit, done) : done;
      },
    };
  },
});

/** What is drawn knows the request, so that no part of a page is handed it. */
export const drawnFor = (visit: Visit, shown: Shown): Shown => ({
  ...shown,
  main: <VisitProvider value={visit}>{shown.main}</VisitProvider>,
});

export const notFound = ({ words: { common: words } }: Visit): Stop =>
  new Stop({ status: 404, title: words.notFound, text: words.notFoundText });

/** A page that is not there for this person is answered like one that does not exist. */
const allowed = <V extends OrganisationVisit>(visit: Visit, within: V | undefined, { role }: Page): V => {
  if (within === undefined) throw notFound(visit);
  requireRole(visit, within.role, role);
  return within;
};

export const requireRole = ({ language, words: { common: words } }: Visit, own: Role, least: Role): void => {
  if (hasRole(own, least)) return;
  const text = words.notAllowedText(stateText(language, least));
  throw new Stop({ status: 403, title: words.notAllowed, text });
};
