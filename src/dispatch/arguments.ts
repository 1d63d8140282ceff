// Arguments and the entity that they act on. All that is wrong with them is told at once. A name where an id belongs is
// looked up: a read takes the only record that it certainly names, and says so; a write books, so it asks back with the
// id that it would take.
import type { ToolName } from '../../generated/dispatch.ts';
import { type EntityId, ID_NOUNS } from '../../generated/ids.ts';
import { SERVICE } from '../../generated/service.ts';
import { findersOf } from '../base/arguments/allowed.ts';
import { aboutCall, joinedFaults, type ReadArguments, readArguments } from '../base/arguments/check.ts';
import { correct, type Corrected } from '../base/arguments/correct.ts';
import type { Correction } from '../base/arguments/corrections.ts';
import { IdFault, isName } from '../base/arguments/hints.ts';
import { leafOf, show, valueAtPath } from '../base/arguments/places.ts';
import { together } from '../base/arguments/together.ts';
import type { Entity } from '../base/entity.ts';
import { ToolError, toolError } from '../base/errors.ts';
import type { Database } from '../db/database.ts';
import { toWarning, type Warning } from '../domain/ground/change/change.ts';
import { countEntities, findEntity, listEntities } from '../domain/ground/entities/store.ts';
import { type Identity, mayUse } from '../domain/parties/access/identity.ts';
import { counterpartyFaults } from '../domain/parties/counterparties/checks.ts';
import { findNamed, type Named } from '../domain/views/search/named.ts';
import type { CallFacts } from './context.ts';

const MAX_CACHED = 10_000;

interface Cached {
  readonly entity: Entity;
  readonly until: number;
}

/** Which entity a call acts on: the key's own, or the one that the call names. */
export interface EntityStep {
  /** The entity of this call; raises `entity_required` or `entity_not_found`. */
  resolve(identity: Identity, asked: string | undefined): Promise<Entity>;
}

const toCandidate = ({
  id,
  name,
  country_code,
}: Entity): { entity_id: EntityId; name: string; country_code: string } => ({
  entity_id: id,
  name,
  country_code,
});

/** Entities hardly ever change, so they are cached, for as long as keys are. */
export const createEntityStep = (database: Database): EntityStep => {
  const cache = new Map<string, Cached>();

  const load = async (identity: Identity, id: string): Promise<Entity | undefined> => {
    const now = Date.now();
    const known = cache.get(id);
    if (known !== undefined && known.until > now) {
      return known.entity.organisation_id === identity.organisation_id ? known.entity : undefined;
    }
    const entity = await findEntity(database.reader, identity.organisation_id, id);
    if (entity === undefined) return undefined;
    if (cache.size >= MAX_CACHED) cache.clear();
    cache.set(id, { entity, until: now + SERVICE.windows.key_cache_ms });
    return entity;
  };

  const entityRequired = async ({ organisation_id }: Identity): Promise<ToolError> => {
    const listed = await listEntities(database.reader, organisation_id, SERVICE.limits.max_entity_candidates);
    const candidate_count = await countEntities(database.reader, organisation_id);
    return toolError('entity_required', {
      path: 'entity_id',
      candidates: listed.map(toCandidate),
      candidate_count,
    });
  };

  const entityNotFound = async (identity: Identity, received: string): Promise<ToolError> => {
    const bound = identity.entity_id === null ? undefined : await load(identity, identity.entity_id);
    const bound_entity = bound === undefined ? null : toCandidate(bound);
    return toolError('entity_not_found', { path: 'entity_id', received, bound_entity });
  };

  return {
    async resolve(identity, asked) {
      const id = asked ?? identity.entity_id;
      if (id === null) throw await entityRequired(identity);
      // A key bound to one entity sees no other: the answer is the same as for an unknown id.
      const foreign = identity.entity_id !== null && id !== identity.entity_id;
      const entity = foreign ? undefined : await load(identity, id);
      if (entity === undefined) throw await entityNotFound(identity, id);
      return entity;
    },
  };
};

export interface CheckedArguments {
  readonly params: Record<string, unknown>;
  /** Undefined only for a tool that is not about one. */
  readonly entity: Entity | undefined;
  /** Which records were taken for names, and what was ignored. */
  readonly warnings: readonly Warning[];
}

interface Parts {
  readonly database: Database;
  readonly entities: EntityStep;
}

type Params = Record<string, unknown>;

const toParams = ({ value }: ReadArguments): Params =>
  typeof value === 'object' && value !== null ? (value as Params) : {};

/** The entity of the call, or the error of one that cannot be told; a faulty `entity_id` is told already. */
const tryEntity = async (
  { entities }: Parts,
  { descriptor, identity, seen }: CallFacts,
  read: ReadArguments,
): Promise<Entity | ToolError | undefined> => {
  if (descriptor.entity === 'none') return undefined;
  const { entity_id } = toParams(read);
  if (read.faults.some(({ details }) => details['path'] === 'entity_id')) return undefined;
  try {
    const entity = await entities.resolve(identity, typeof entity_id === 'string' ? entity_id : undefined);
    seen.entity_id = entity.id;
    return entity;
  } catch (error) {
    if (error instanceof ToolError) return error;
    throw error;
  }
};

const lookUp = ({ database }: Parts, facts: CallFacts, entity: Entity | undefined, fault: IdFault) =>
  findNamed(
    {
      db: database.reader,
      now: facts.now,
      organisation_id: facts.identity.organisation_id,
      bound: facts.identity.entity_id,
      entity,
      mayRead: (scope) => mayUse(facts.identity, scope),
    },
    fault.ids,
    fault.text,
  );

const withCandidates = (fault: IdFault, { candidates, certain }: Named): ToolError => {
  if (candidates.length === 0) return fault;
  const hint =
    certain === undefined
      ? `Ask which of the candidates is meant, and call again with its id; ${findersOf(fault.ids)} finds others.`
      : `Did you mean ${certain.id} (${certain.name})? Call again with that id.`;
  return new ToolError(fault.code, { ...fault.details, candidates, hint });
};

/** Puts a value at the path that a fault names. */
const place = (params: Params, path: string, value: unknown): void => {
  const steps = path.split(/[.[\]]+/).filter((step) => step !== '');
  const last = steps.pop() ?? '';
  const holder = steps.reduce<unknown>((inner, step) => Reflect.get(Object(inner) as object, step), params);
  Reflect.set(Object(holder) as object, last, value);
};

interface Told {
  readonly faults: readonly ToolError[];
  /** The arguments with ids for names, when nothing else was wrong and the tool only reads. */
  readonly taken: { readonly params: Params; readonly warnings: readonly Warning[] } | undefined;
}

const NO_FAULTS: Told = { faults: [], taken: undefined };

const lookUpNames = async (
  parts: Parts,
  facts: CallFacts,
  entity: Entity | undefined,
  read: ReadArguments,
): Promise<Told> => {
  if (read.faults.length === 0) return NO_FAULTS;
  const params = structuredClone(toParams(read));
  const warnings: Warning[] = [];
  const faults: ToolError[] = [];
  for (const fault of read.faults) {
    const isNamed = fault instanceof IdFault && isName(fault.text);
    const named = isNamed ? await lookUp(parts, facts, entity, fault) : undefined;
    if (!isNamed || named === undefined) {
      faults.push(fault);
      continue;
    }
    faults.push(withCandidates(fault, named));
    const { certain } = named;
    if (certain === undefined || facts.descriptor.access === 'write') continue;
    const path = String(fault.details['path']);
    place(params, path, certain.id);
    const noun = fault.ids.map((id) => ID_NOUNS[id]).join(' or ');
    warnings.push(toWarning('taken_by_name', { ...certain, path, received: fault.text, noun }));
  }
  const isWhole = warnings.length > 0 && warnings.length === read.faults.length;
  return { faults, taken: isWhole ? { params, warnings } : undefined };
};

/** What handlers find in the arguments alone; it is asked only when the call fails anyway. */
const LATER_CHECKS: Partial<Record<ToolName, (entity: Entity, params: Params) => readonly ToolError[]>> = {
  create_counterparty: counterpartyFaults,
};

const toUnderstood = (given: unknown, { from, to, value }: Correction): Warning => {
  const came = show(valueAtPath(given, from)).slice(0, 100);
  const name = from === to ? show(value) : `${to} ${show(value)}`;
  const received = from === to ? `${leafOf(from)} ${came}` : `${from} ${came}`;
  return toWarning('understood_as', { path: to, received: received.slice(0, 300), name: name.slice(0, 300) });
};

/** A read takes what the spec knows by another name, and says so. */
const takeKnown = async (
  parts: Parts,
  facts: CallFacts,
  entity: Entity | undefined,
  read: ReadArguments,
  { params, corrections, rest, isKnown }: Corrected,
): Promise<Told['taken']> => {
  if (facts.descriptor.access !== 'read' || entity === undefined || !isKnown || corrections.length === 0)
    return undefined;
  const warnings = corrections.map((each) => toUnderstood(read.value, each));
  if (rest.length === 0) return { params, warnings };
  const { taken } = await lookUpNames(parts, facts, entity, { ...read, value: params, faults: rest });
  return taken === undefined ? undefined : { ...taken, warnings: [...warnings, ...taken.warnings] };
};

const readWarnings = ({ ignored, renamed }: ReadArguments): readonly Warning[] => [
  ...(ignored.length === 0
    ? []
    : [toWarning('fields_ignored', { names: ignored.join(', '), path: ignored[0] ?? '' })]),
  ...renamed.map(({ path, was }) => toWarning('renamed', { path, was: was.slice(0, 100) })),
];

/** Throws all that is wrong with the arguments in one error. */
export const checkArguments = async (
  parts: Parts,
  facts: CallFacts,
  given: unknown,
): Promise<CheckedArguments> => {
  const { descriptor } = facts;
  const first = readArguments(descriptor, given);
  const entity = await tryEntity(parts, facts, first);
  if (entity instanceof ToolError) throw together([...first.faults, entity]);
  if (first.faults.length > 0) return checkFaulty(parts, facts, given, entity);
  const faults = joinedFaults(descriptor, first, entity);
  if (faults.length > 0) throw together([...faults, ...laterFaults(facts, first, entity)]);
  return { params: toParams(first), entity, warnings: readWarnings(first) };
};

const laterFaults = (
  { descriptor }: CallFacts,
  read: ReadArguments,
  entity: Entity | undefined,
): readonly ToolError[] => {
  // Fields that came wrapped under a country are those of that country.
  const isOpen = entity === undefined || read.wrapped.length > 0;
  return isOpen ? [] : (LATER_CHECKS[descriptor.name]?.(entity, toParams(read)) ?? []);
};

const checkFaulty = async (
  parts: Parts,
  facts: CallFacts,
  given: unknown,
  entity: Entity | undefined,
): Promise<CheckedArguments> => {
  const { descriptor, now } = facts;
  const about = aboutCall(descriptor, readArguments(descriptor, given), entity, now);
  const read = readArguments(descriptor, given, about);
  const corrected = correct(descriptor, read, about);
  const known = await takeKnown(parts, facts, entity, read, corrected);
  const told =
    known === undefined
      ? await lookUpNames(parts, facts, entity, { ...read, faults: corrected.faults })
      : { faults: [], taken: known };
  if (told.taken !== undefined) {
    const { params, warnings } = told.taken;
    const checked = await checkArguments(parts, facts, params);
    return { ...checked, warnings: [...readWarnings(read), ...warnings, ...checked.warnings] };
  }
  const meant = { ...read, value: corrected.params };
  const faults = [...told.faults, ...joinedFaults(descriptor, meant, entity)];
  throw together([...faults, ...laterFaults(facts, meant, entity)], corrected.corrections, read.value);
};
