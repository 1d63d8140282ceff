// The idempotency key of a call, which makes it safe to repeat a write.
import { SERVICE } from '../../generated/service.ts';
import { type ToolError, toolError } from '../base/errors.ts';
import type { Members } from './json-rpc.ts';

const { idempotency_meta } = SERVICE.protocol;

export const IDEMPOTENCY_HEADER = SERVICE.protocol.idempotency_header.toLowerCase();

const VISIBLE_ASCII = /^[\x21-\x7e]+$/;

const isKey = (value: unknown): value is string =>
  typeof value === 'string' &&
  value.length <= SERVICE.limits.idempotency_key_max_length &&
  VISIBLE_ASCII.test(value);

/** From the header or from `_meta`; the same key in both is fine. */
export const readIdempotencyKey = (header: unknown, meta: Members): string | undefined | ToolError => {
  const inMeta = meta[idempotency_meta] ?? undefined;
  const key = header ?? inMeta;
  if (key === undefined) return undefined;
  if (!isKey(key) || (inMeta !== undefined && !isKey(inMeta))) {
    return toolError('idempotency_key_invalid', { path: `_meta.${idempotency_meta}` });
  }
  if (inMeta !== undefined && inMeta !== key) {
    return toolError('parameters_conflict', { path: `_meta.${idempotency_meta}` });
  }
  return key;
};
