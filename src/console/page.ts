// What a page is: a path, the least role that may see it, what it asks of the books, how it looks, and the acts that
// its forms offer. Pages hold no rules of their own: acts call what tools and commands call.
import type { VNode } from 'preact';
import type { Form } from './form.ts';
import type { Role } from '../domain/ground/organisations/role.ts';
import type { CompanyVisit, OrganisationVisit, PersonVisit, Visit } from './visit.ts';

export interface Shown {
  readonly title: string;
  readonly main: VNode;
  /** Built scripts of this page beside the common one, by name. */
  readonly scripts?: readonly string[];
  /** Instead of 200. */
  readonly status?: number;
  /** Seconds until the page looks again by itself; for outcomes that are still to come. */
  readonly again?: number;
  /** The id of what is looked at again; all of the page when absent. */
  readonly part?: string;
  /** Where the page moves on to by itself, outside of these pages. */
  readonly onward?: string;
  /** Where the browser is led in place of the page. */
  readonly moved?: string;
  /** Sets or drops the browser's secret with this answer. */
  readonly session?: string | null;
  /** That the person has signed in in this browser, for it to keep. */
  readonly mark?: string | null;
}

/** Leads on after an act. */
export interface Led {
  /** A path of these pages; the page itself when absent. */
  readonly to?: string;
  /** A sentence for the next page. */
  readonly say?: string;
  readonly session?: string | null;
  readonly mark?: string | null;
}

export type Done = Led | Shown;

/** `isProven`: the person has shown just now that it is they; where a run throws `ProofNeeded`, it is asked and run again. */
type Run<V extends Visit> = (visit: V, form: Form, isProven: boolean) => Promise<Done>;

export interface Act<V extends Visit> {
  readonly role?: Role;
  /** Irreversible: the person shows first that it is they who sit there. */
  readonly strong?: boolean | ((form: Form) => boolean);
  readonly run: Run<V>;
}

/** An act that takes more than to see the page. */
export const actBy = <V extends Visit>(role: Role, run: Run<V>): Act<V> => ({ role, run });
/** The same for one that cannot be undone. */
export const provenAct = <V extends Visit>(role: Role, run: Run<V>): Act<V> => ({ role, strong: true, run });

/** What the forms of a page offer, by name; a function alone is for whoever sees the page. */
export type Acts<V extends Visit> = Readonly<Record<string, Act<V> | Run<V>>>;

export interface FileReply {
  readonly type: string;
  readonly name: string;
  readonly body: Buffer | AsyncIterable<string | Buffer>;
  /** How many rows a table will have below its header, for who shows the progress. */
  readonly rows?: number;
  /** Shown in the browser rather than stored. */
  readonly inline?: boolean;
  /** Somebody else wrote it: it is shown without any right of these pages. */
  readonly foreign?: boolean;
}

/** Undefined: there is nothing under this address for this person. */
type Found<T> = Promise<T | undefined>;

export interface Described<V extends Visit> {
  readonly path: string;
  /** Programs know it by any name of the own machine, so it is not led to the one of the pages. */
  readonly anyName?: boolean;
  /** The least role, for pages of an organisation or company. */
  readonly role: Role;
  readonly show?: (visit: V) => Found<Shown>;
  readonly acts?: Acts<V>;
  readonly file?: (visit: V) => Found<FileReply>;
}

export type Page =
  | ({ readonly audience: 'everyone' } & Described<Visit>)
  | ({ readonly audience: 'person' } & Described<PersonVisit>)
  | ({ readonly audience: 'organisation' } & Described<OrganisationVisit>)
  | ({ readonly audience: 'company' } & Described<CompanyVisit>);

interface Definition<V extends Visit, D> {
  /** `:name` stands for one part; pages of a company begin below it. */
  readonly path: string;
  readonly anyName?: boolean;
  readonly role: Role;
  readonly query: (visit: V) => Found<D>;
  readonly view: (data: D, visit: V) => Shown;
  readonly acts?: Acts<V>;
}

const described = <V extends Visit, D>({
  path,
  anyName = false,
  role,
  query,
  view,
  acts = {},
}: Definition<V, D>) => ({
  path,
  anyName,
  role,
  acts,
  show: async (visit: V): Promise<Shown | undefined> => {
    const data = await query(visit);
    return data === undefined ? undefined : view(data, visit);
  },
});

/** A page of one company; its path begins below `/companies/:company`. */
export const companyPage = <D>(definition: Definition<CompanyVisit, D>): Page => ({
  audience: 'company',
  ...described({ ...definition, path: `/companies/:company${definition.path}` }),
});

export const organisationPage = <D>(definition: Definition<OrganisationVisit, D>): Page => ({
  audience: 'organisation',
  ...described(definition),
});

export const personPage = <D>(definition: Omit<Definition<PersonVisit, D>, 'role'>): Page => ({
  audience: 'person',
  ...described({ ...definition, role: 'viewer' }),
});

export const publicPage = <D>(definition: Omit<Definition<Visit, D>, 'role'>): Page => ({
  audience: 'everyone',
  ...described({ ...definition, role: 'viewer' }),
});

/** A file of one company, such as a PDF or an export. */
export const companyFile = (
  path: string,
  role: Role,
  file: (visit: CompanyVisit) => Found<FileReply>,
): Page => ({ audience: 'company', path: `/companies/:company${path}`, role, file });

export const organisationFile = (
  path: string,
  role: Role,
  file: (visit: OrganisationVisit) => Found<FileReply>,
): Page => ({ audience: 'organisation', path, role, file });
