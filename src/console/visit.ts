// What a page knows of the request it answers: who is there, in which organisation and company, with which rights.
import { randomUUID } from 'node:crypto';
import type { Code, CodeDetails } from '../../generated/refusals.ts';
import type { MemberId, OrganisationId } from '../../generated/ids.ts';
import type { Words } from '../../generated/words.ts';
import type { WarningCode } from '../../generated/warnings.ts';
import type { Entity } from '../base/entity.ts';
import { ToolError } from '../base/errors.ts';
import type { Raises, Warns } from '../base/raises.ts';
import { dayIn } from '../base/time/day.ts';
import {
  type Act,
  type Changed,
  newAct,
  type OrganisationChange,
  type Work,
} from '../domain/ground/change/change.ts';
import type { OrganisationScope, ReadScope, WriteScope } from '../domain/ground/change/scope.ts';
import { activeEntityIds, findEntity, listEntities } from '../domain/ground/entities/store.ts';
import type { Form } from './form.ts';
import type { Language } from '../../generated/languages.ts';
import type { Surroundings } from './parts.ts';
import { hasRole, type Role } from '../domain/ground/organisations/role.ts';
import type { Problem } from './problem.ts';
import type { SignedIn } from '../domain/parties/persons/signed-in.ts';

/** Any request, also of a stranger. */
export interface Visit {
  readonly parts: Surroundings;
  readonly request_id: string;
  readonly url: URL;
  /** What the page's path leaves open. */
  readonly params: Readonly<Record<string, string>>;
  readonly now: Date;
  readonly language: Language;
  /** What the pages say, in that language. */
  readonly words: Words;
  readonly signedIn: SignedIn | undefined;
  /** The browser's secret: of the session, or of a visitor who has not signed in. */
  readonly secret: string;
  readonly csrf: string;
  /** Where the request comes from, for the trail and against guessing. */
  readonly address: string;
  /** Whose guesses are counted together; null where nobody can tell. */
  readonly source: string | null;
  /** Of those who have signed in in this browser. */
  readonly marks: readonly string[];
  readonly userAgent: string;
  /** What was sent, while the page is shown again because it was refused. */
  readonly sent: Form | undefined;
  /** Why it was refused. */
  readonly problem: Problem | undefined;
}

/** Somebody is signed in. */
export interface PersonVisit extends Visit {
  readonly signedIn: SignedIn;
}

/** Somebody works in an organisation they belong to. */
export interface OrganisationVisit extends PersonVisit {
  readonly organisation: { readonly id: OrganisationId; readonly name: string };
  readonly role: Role;
  readonly member_id: MemberId;
  /** The active companies, the main one first; at most `SHOWN_COMPANIES`. */
  readonly companies: readonly Entity[];
  readonly reads: OrganisationScope & Raises<Code>;
  readonly may: (least: Role) => boolean;
  /** One change of the organisation's own records, once for each form that was shown. */
  readonly changeOrganisation: <T>(
    action: string,
    args: object,
    work: (ctx: OrganisationChange) => Promise<T>,
  ) => Promise<T>;
  readonly changeCompany: <T, S extends WriteScope>(
    entity: Entity,
    action: string,
    args: object,
    work: Work<S, T>,
  ) => Promise<Changed<T>>;
  readonly act: (action: string, args: object) => Act;
}

/** Somebody works on the books of one company. */
export interface CompanyVisit extends OrganisationVisit {
  readonly entity: Entity;
  readonly books: ReadScope & Raises<Code> & Warns<WarningCode>;
  readonly change: <T, S extends WriteScope>(
    action: string,
    args: object,
    work: Work<S, T>,
  ) => Promise<Changed<T>>;
  /** The address of a page of this company, from its path below the company. */
  readonly href: (path: string) => string;
}

export const SHOWN_COMPANIES = 200;

const error = <C extends Code>(code: C, details: CodeDetails[C]): ToolError => new ToolError(code, details);

export const companyHref = (id: string, path: string): string => `/companies/${id}${path}`;

/** The visit within one of the person's organisations; undefined when they do not belong to it. */
export const inOrganisation = async (
  visit: PersonVisit,
  id: OrganisationId,
): Promise<OrganisationVisit | undefined> => {
  const { parts, signedIn, now, sent } = visit;
  const membership = signedIn.memberships.find(({ organisation_id }) => organisation_id === id);
  if (membership === undefined) return undefined;
  const { member_id, role, organisation_name } = membership;
  const { session } = signedIn;
  const actor = { type: 'member', id: member_id, session_id: session.id, method: session.method } as const;
  const act = (action: string, args: object): Act => ({
    ...newAct(actor, action, args, now),
    request_id: visit.request_id,
  });
  const { books } = parts;
  const reader = books.database.reader;
  return {
    ...visit,
    organisation: { id, name: organisation_name },
    role,
    member_id,
    companies: await listEntities(reader, id, SHOWN_COMPANIES),
    reads: { db: reader, organisation_id: id, now, error },
    may: (least) => hasRole(role, least),
    act,
    changeOrganisation: (action, args, work) =>
      books.changeOrganisationOnce(id, act(action, args), work, onceOf(sent)),
    changeCompany: (entity, action, args, work) =>
      books.changeOnce(entity, act(action, args), work, onceOf(sent)),
  };
};

/** A form carries a token of its own, so that sending it twice (back, reload, two clicks) changes the books once. */
export const ONCE = 'once';
export const newOnce = (): string => randomUUID();
const onceOf = (sent: Form | undefined): string | undefined => {
  const token = sent?.text(ONCE) ?? '';
  return /^[0-9a-f-]{36}$/.test(token) ? `page:${token}` : undefined;
};

/** The visit within a company; undefined when it is not there for this person. */
export const inCompany = async (visit: PersonVisit, id: string): Promise<CompanyVisit | undefined> => {
  const reader = visit.parts.books.database.reader;
  const { memberships } = visit.signedIn;
  for (const { organisation_id } of memberships) {
    // Of several organisations the companies are listed only where this one is.
    if (memberships.length > 1 && (await findEntity(reader, organisation_id, id)) === undefined) continue;
    const within = await inOrganisation(visit, organisation_id);
    const entity = within === undefined ? undefined : await companyOf(within, id);
    if (entity === undefined || within === undefined) continue;
    const { now } = visit;
    return {
      ...within,
      entity,
      books: {
        db: reader,
        entity,
        now,
        today: dayIn(entity.time_zone, now),
        error,
        warn: () => undefined,
      },
      change: (action, args, work) => within.changeCompany(entity, action, args, work),
      href: (path) => companyHref(entity.id, path),
    };
  }
  return undefined;
};

/** Every active company of the organisation, beyond those that a menu shows. */
export const companyIds = async ({
  companies,
  reads,
  organisation,
}: OrganisationVisit): Promise<readonly string[]> =>
  companies.length < SHOWN_COMPANIES
    ? companies.map(({ id }) => id)
    : activeEntityIds(reads.db, organisation.id);

/** An active company of the organisation. */
export const companyOf = async (
  { companies, reads, organisation }: Pick<OrganisationVisit, 'companies' | 'reads' | 'organisation'>,
  id: string,
): Promise<Entity | undefined> =>
  companies.find((company) => company.id === id) ??
  (companies.length < SHOWN_COMPANIES ? undefined : findEntity(reads.db, organisation.id, id));
