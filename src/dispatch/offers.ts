// What stands beside the tools: prompts and resources. Each sees of them what the caller's tools would show.
import type { Language } from '../../generated/languages.ts';
import { SERVICE } from '../../generated/service.ts';
import type { Entity } from '../base/entity.ts';
import { ToolError } from '../base/errors.ts';
import { findLocale } from '../base/locale.ts';
import { fit } from '../base/text/fit.ts';
import type { Database } from '../db/database.ts';
import { faultOf } from '../db/fault.ts';
import { usableEntities } from '../domain/ground/entities/store.ts';
import type { Identity } from '../domain/parties/access/identity.ts';
import type { EntityStep } from './arguments.ts';
import { againOnMiss } from './failure.ts';
import type { Offered, OfferCall } from './outcome.ts';
import { BadParams, listPrompts, type PromptArguments, readPrompt, writePrompt } from './prompts.ts';
import { readerOf } from './reader.ts';
import { listResources, listTemplates, readResource, readUri, type ResourceParts } from './resources.ts';

interface Parts {
  readonly database: Database;
  readonly entities: EntityStep;
  readonly now: () => Date;
}

type Offer = (parts: Parts, identity: Identity, params: OfferCall['params']) => Promise<Offered>;

/** The company whose country says the language where no company is named: that of the key, else the main one. */
const homeOf = async (
  { database, entities, now }: Parts,
  identity: Identity,
): Promise<Entity | undefined> => {
  if (identity.entity_id !== null) return entities.resolve(identity, undefined);
  const scope = { db: database.reader, organisation_id: identity.organisation_id, now: now() };
  const [main] = await usableEntities(scope, null, null, 1);
  return main;
};

/** The language of the person who connected the app, else that of the company. */
const languageOf = async (parts: Parts, identity: Identity, meant: Entity | undefined): Promise<Language> => {
  const own = identity.app?.language ?? null;
  if (own !== null) return own;
  const entity = meant ?? (await homeOf(parts, identity));
  return entity === undefined ? 'en' : findLocale(entity.country_code).language;
};

const onePage = ({ cursor }: OfferCall['params']): void => {
  if ((cursor ?? '') !== '')
    throw new BadParams('the list has one page, so no cursor was ever given; leave cursor out.');
};

const promptsList: Offer = async (parts, identity, params) => {
  onePage(params);
  const prompts = listPrompts(readerOf(identity), await languageOf(parts, identity, undefined));
  return { kind: 'answer', result: { prompts }, ttl_ms: SERVICE.tools_list_ttl_ms };
};

/** The company that a prompt is about: the one it names, or the only one of the key. */
const companyOf = async (
  { database, entities }: Parts,
  identity: Identity,
  { entity_id }: PromptArguments,
): Promise<Entity | undefined> => {
  if (entity_id === undefined && identity.entity_id === null) return undefined;
  try {
    return await againOnMiss(database, () => entities.resolve(identity, entity_id));
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    const reader = readerOf(identity);
    throw new BadParams(`entity_id: ${fit(error.message, reader)} ${fit(error.hint, reader)}`);
  }
};

const LANGUAGE: Readonly<Record<string, Language>> = { en: 'en', es: 'es', de: 'de' };

const promptsGet: Offer = async (parts, identity, params) => {
  const reader = readerOf(identity);
  const read = readPrompt(params, reader);
  const entity = await companyOf(parts, identity, read.args);
  const language = LANGUAGE[read.args['language'] ?? ''] ?? (await languageOf(parts, identity, entity));
  return {
    kind: 'answer',
    result: writePrompt(read, reader, language, { entity, now: parts.now() }),
    ttl_ms: null,
  };
};

/** The company of an id, as another key's and an unknown one are the same. */
const foundCompany =
  ({ database, entities }: Parts) =>
  async (identity: Identity, id: string): Promise<Entity | undefined> => {
    try {
      return await againOnMiss(database, () => entities.resolve(identity, id));
    } catch (error) {
      if (error instanceof ToolError) return undefined;
      throw error;
    }
  };

const resourcesList: Offer = async (parts, identity, params) => {
  const language = await languageOf(parts, identity, undefined);
  const result = await listResources(toResources(parts), identity, params, language);
  return { kind: 'answer', result, ttl_ms: SERVICE.windows.key_cache_ms };
};

const templatesList: Offer = async (parts, identity, params) => {
  onePage(params);
  const resourceTemplates = listTemplates(await languageOf(parts, identity, undefined));
  return { kind: 'answer', result: { resourceTemplates }, ttl_ms: SERVICE.tools_list_ttl_ms };
};

const resourcesRead: Offer = async (parts, identity, params) => {
  const uri = readUri(params);
  const found = await readResource(toResources(parts), identity, uri);
  return found === undefined
    ? { kind: 'unknown_resource', uri }
    : { kind: 'answer', result: { contents: [found.content] }, ttl_ms: found.ttl_ms };
};

const toResources = (parts: Parts): ResourceParts => ({ ...parts, companyOf: foundCompany(parts) });

const OFFERS: Readonly<Record<string, Offer>> = {
  'prompts/list': promptsList,
  'prompts/get': promptsGet,
  'resources/list': resourcesList,
  'resources/templates/list': templatesList,
  'resources/read': resourcesRead,
};

/** Answers a method of prompts or resources; what the caller can mend is told, anything else is thrown. */
export const createOffers =
  (parts: Parts) =>
  async (identity: Identity, { method, params }: OfferCall): Promise<Offered> => {
    const offer = Object.hasOwn(OFFERS, method) ? OFFERS[method] : undefined;
    if (offer === undefined) throw new Error(`nothing is offered as ${method}`);
    try {
      return await offer(parts, identity, params);
    } catch (error) {
      if (error instanceof BadParams) return { kind: 'bad_params', message: error.message };
      if (faultOf(error) !== undefined) return { kind: 'unavailable' };
      throw error;
    }
  };
