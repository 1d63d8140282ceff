// Asks again for the filing of a complement whose request ran out, was refused, or could not be made at first.
import { toolError } from '../../../base/errors.ts';
import type { ApprovalStatus, FilingStatus } from '../../../../generated/types.ts';
import { CATALOGS } from '../../../einvoicing/mx-cfdi/catalogs.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import { writeComplement } from '../../documents/complements/filable.ts';
import { isBeingFiled } from '../../documents/complements/record.ts';
import { lockComplementRow } from '../../documents/complements/store.ts';
import { storedFiling } from '../../documents/shared/filing.ts';
import { withdrawRequest } from '../approval/end.ts';
import { requestApproval } from '../approval/request.ts';
import { lockFilable } from '../filable.ts';
import { pendingApproval } from '../store/approvals.ts';
import { grantIfAutomatic } from './offer.ts';

type SubmitScope = Parameters<typeof requestApproval>[0];

export interface Submitted {
  readonly id: string;
  readonly status: FilingStatus;
  readonly approval_id: string | null;
  readonly approval_status: ApprovalStatus | null;
}

/** A repeat answers the same. */
export const submitComplement = async (
  ctx: SubmitScope,
  id: string,
  form: string | null,
): Promise<Submitted> => {
  if (form !== null) await changeForm(ctx, id, form);
  const draft = await lockFilable(ctx, id);
  if (draft === undefined) throw toolError('no_complement', { complement_id: id });
  if (draft.status !== 'draft' || isBeingFiled({ ...draft, status: 'draft' })) {
    ctx.unchanged();
    return answer(ctx, id);
  }
  await grantIfAutomatic(ctx, await requestApproval(ctx, id));
  return answer(ctx, id);
};

const answer = async (ctx: WriteScope, id: string): Promise<Submitted> => {
  const found = await lockFilable(ctx, id);
  if (found === undefined) throw new Error(`${id} is locked and is not there`);
  const approval = storedFiling(found).approval ?? null;
  return {
    id,
    status: found.filing_status,
    approval_id: approval?.id ?? null,
    approval_status: approval?.status ?? null,
  };
};

/** c_FormaPago: to be defined, which no payment is (CRP20212). */
const TO_BE_DEFINED = '99';

/** What the payment does not say, a person does. */
const changeForm = async (ctx: SubmitScope, id: string, form: string): Promise<void> => {
  if (form === TO_BE_DEFINED || !CATALOGS.c_FormaPago.has(form))
    throw toolError('complement_form_unknown', { form });
  const draft = await lockFilable(ctx, id);
  const seen = draft === undefined ? undefined : await lockComplementRow(ctx, id);
  if (draft === undefined || seen === undefined || seen.content.form === form) return;
  if (seen.status !== 'draft' || isBeingFiled(seen))
    throw toolError('complement_form_fixed', { complement_id: id, status: seen.status });
  const pending = await pendingApproval(ctx, id);
  if (pending !== undefined) await withdrawRequest(ctx, draft, pending);
  const before = await lockComplementRow(ctx, id);
  if (before === undefined) throw new Error(`${id} is locked and is not there`);
  await writeComplement(ctx, before, { content: { ...before.content, form, form_reason: null } });
};
