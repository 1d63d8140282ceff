// The pipeline of a tool call. The order is a contract:
// authenticate → key type (transport) → tool → scope → arguments → entity → cross-field rules → country fields →
// transaction → handler → trail → answer.
import { type ToolDescriptor, type ToolName, TOOLS } from '../../generated/dispatch.ts';
import { type Identity, mayUse } from '../domain/parties/access/identity.ts';
import { createKeyCache } from '../domain/parties/access/key-cache.ts';
import { findAppIdentity } from '../domain/parties/oauth/store/tokens.ts';
import type { Entity } from '../base/entity.ts';
import { envelope, toOutcome } from './answer.ts';
import { checkArguments, createEntityStep } from './arguments.ts';
import {
  type CallFacts,
  type DispatcherParts,
  entityContext,
  organisationContext,
  type Running,
} from './context.ts';
import { againOnMiss, toFailure } from './failure.ts';
import { createOffers } from './offers.ts';
import { exists, lacking, readerOf } from './reader.ts';
import { createRequests } from './requests.ts';
import { errorUri } from './resources.ts';
import { ToolError } from '../base/errors.ts';
import { toWarning } from '../domain/ground/change/change.ts';
import type { CallOutcome, Service, ToolCall } from './outcome.ts';
import { hintForTool } from './unknown-tool.ts';
import { runJob, runWrite } from './write.ts';

const isTool = (name: string): name is ToolName => Object.hasOwn(TOOLS, name);

/** The tool that had this name before. */
const renamedFrom = (name: string): ToolName | undefined =>
  Object.values<ToolDescriptor>(TOOLS).find(({ was }) => was === name)?.name;

const unknownTool = (identity: Identity, name: string): CallOutcome => {
  const hint = hintForTool(name, (tool) => exists(identity, tool));
  return { kind: 'unknown_tool', message: `Unknown tool: ${name.slice(0, 100)}. ${hint}` };
};

/** The request that the call made or found waiting, for a client that follows it; none where the call did what it asked. */
const askedIn = ({ asks }: ToolDescriptor, json: string, dry_run: boolean): { readonly request?: string } => {
  if (asks === null || dry_run) return {};
  const request: unknown = Reflect.get(JSON.parse(json) as object, asks);
  return typeof request === 'string' ? { request } : {};
};

const toFacts = (
  { log, pageUrl, uploadUrl, print, webhooks, reader }: DispatcherParts,
  call: ToolCall,
  descriptor: ToolDescriptor,
  identity: Identity,
  now: Date,
): CallFacts => ({
  log,
  pageUrl,
  uploadUrl,
  print,
  webhooks,
  descriptor,
  identity,
  reader: reader ?? readerOf(identity),
  request_id: call.request_id,
  deadline: call.deadline,
  now,
  seen: { entity_id: identity.entity_id ?? undefined },
});

export const createDispatcher = (parts: DispatcherParts): Service<Identity> => {
  const { log } = parts;
  const { database } = parts.books;
  const keys = createKeyCache(database, findAppIdentity, (error) =>
    log.warn({ err: error }, 'last use of a key was not noted'),
  );
  const entities = createEntityStep(database);

  const runRead = async (running: Running, entity: Entity | undefined): Promise<CallOutcome> => {
    const { facts, params, handler, taken } = running;
    const warnings = [...taken];
    const ctx =
      entity === undefined
        ? organisationContext(facts, database.reader, warnings)
        : entityContext(facts, database.reader, entity, warnings);
    const answer = envelope(facts, await handler(ctx, params), entity, params, warnings);
    return toOutcome(parts, facts, answer);
  };

  const run = async (facts: CallFacts, call: ToolCall): Promise<CallOutcome> => {
    const { descriptor } = facts;
    const checked = await checkArguments({ database, entities }, facts, call.arguments);
    const { params, entity } = checked;
    const taken =
      call.tool === descriptor.name
        ? checked.warnings
        : [toWarning('renamed', { path: descriptor.name, was: call.tool }), ...checked.warnings];
    // Elsewhere it is a parameter like others.
    if (entity !== undefined) delete params['entity_id'];
    const dry_run = descriptor.dryRun && params['dry_run'] === true;
    // The call that follows has the same arguments otherwise.
    if (descriptor.dryRun) delete params['dry_run'];
    const running: Running = { facts, params, handler: parts.handlers[descriptor.name], taken, dry_run };
    if (descriptor.access === 'read') return runRead(running, entity);
    const { idempotency_key } = call;
    if (idempotency_key instanceof ToolError) throw idempotency_key;
    const json =
      descriptor.transactions === 'own' && entity !== undefined
        ? await runJob(parts, running, entity, idempotency_key)
        : await runWrite(parts, running, entity, idempotency_key);
    const secret = descriptor.once === null ? {} : { secret: true as const };
    return { kind: 'answer', json, ...secret, ...askedIn(descriptor, json, dry_run) };
  };

  return {
    ...keys,
    ...createRequests(parts),
    offer: createOffers({ database, entities, now: parts.now }),
    reader: readerOf,
    async call(identity, call) {
      const name = isTool(call.tool) ? call.tool : renamedFrom(call.tool);
      if (name === undefined) return unknownTool(identity, call.tool);
      const descriptor: ToolDescriptor = TOOLS[name];
      if (!exists(identity, descriptor)) return unknownTool(identity, call.tool);
      if (!mayUse(identity, descriptor.scope)) {
        return lacking(identity, descriptor.scope);
      }
      const facts = toFacts(parts, call, descriptor, identity, parts.now());
      if (identity.app !== undefined) parts.noteAppCall?.(identity.key_id, facts.now);
      try {
        return Object.assign(await againOnMiss(database, () => run(facts, call)), facts.seen);
      } catch (error) {
        const failed = toFailure(error, facts, call.arguments);
        const explained = identity.app === undefined ? {} : { explained_at: errorUri(failed.code) };
        return { kind: 'failure', error: failed, ...explained, ...facts.seen };
      }
    },
  };
};
