// What stands between a draft and its filing.
import { LIMITS } from '../../../generated/limits.ts';
import type { Compliance } from '../../../generated/types.ts';
import { regimeOf } from '../../einvoicing/index.ts';
import type { Entity } from '../../base/entity.ts';
import { toDocument } from './document.ts';
import type { InvoiceRecord } from './record.ts';

/** Only a draft can be ready; what was filed has been checked, and what is void or reversed never will be again. */
const NOT_A_DRAFT: Compliance = { ready: false, checked_at: null, issues: [] };

export const checkCompliance = (entity: Entity, record: InvoiceRecord, now: Date): Compliance => {
  if (record.header.status !== 'draft') return NOT_A_DRAFT;
  const issues = regimeOf(entity.country_code).validate(toDocument(entity, record));
  const errors = issues.filter(({ severity }) => severity === 'error');
  const warnings = issues.filter(({ severity }) => severity === 'warning');
  return {
    ready: errors.length === 0,
    checked_at: now.toISOString(),
    issues: [...errors, ...warnings].slice(0, LIMITS.Compliance.issues),
  };
};
