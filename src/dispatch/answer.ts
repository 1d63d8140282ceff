// The envelope that every answer of a kind has, so that no handler repeats it.
import type { ToolDescriptor } from '../../generated/dispatch.ts';
import type { Entity } from '../base/entity.ts';
import type { Warning } from '../domain/change/change.ts';

/** The whole wire answer: the handler's result with the list envelope, the entity and, for writes, the warnings. */
export const envelope = (
  descriptor: ToolDescriptor,
  result: object,
  entity: Entity | undefined,
  params: Readonly<Record<string, unknown>>,
  warnings: readonly Warning[],
): object => ({
  ...(descriptor.list === null ? {} : { object: 'list' }),
  ...result,
  ...(descriptor.list === null ? {} : { limit: params['limit'] ?? descriptor.list.max }),
  ...(entity === undefined
    ? {}
    : { entity: { id: entity.id, name: entity.name, country_code: entity.country_code } }),
  ...(descriptor.access === 'read' ? {} : { warnings, idempotent_replay: false }),
});
