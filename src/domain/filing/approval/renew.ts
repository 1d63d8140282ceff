// What waits for a decision when a release comes that shows more of it: the request gets what is shown now, and nobody has
// looked at that yet.
import { groupIssues } from '../../../einvoicing/grouped.ts';
import type { Reader } from '../../../db/database.ts';
import { type Books, newAct, SYSTEM } from '../../ground/change/change.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import type { Filable } from '../../documents/shared/filable.ts';
import { PREVIEW_FORM } from '../../documents/shared/preview.ts';
import { allEntities } from '../../ground/entities/store.ts';
import { lockFilable } from '../filable.ts';
import { type Approval, findApproval, findApprovals, updateSnapshot } from '../store/approvals.ts';
import { findRisks } from '../risks/risks.ts';
import { takeSnapshot } from './snapshot.ts';

/** Whether it waits with what an earlier release showed. */
export const isOutdated = ({ status, form }: Approval): boolean =>
  status === 'pending' && form !== PREVIEW_FORM;

/** Of the rules that do not prevent the filing, for the person who decides. */
export const warningsOf = (document: Filable): readonly string[] =>
  groupIssues(document.issues()).map(({ rule, message, count }) =>
    count === 1 ? `${rule}: ${message}` : `${rule}: ${message} (${count} x)`,
  );

/** Its document must be locked. */
export const renew = async (ctx: WriteScope, document: Filable, approval: Approval): Promise<Approval> => {
  await document.prepare();
  const { snapshot, hash } = takeSnapshot(document);
  const risk_flags = await findRisks(ctx, document);
  const fresh = { document: snapshot, snapshot_hash: hash, warnings: warningsOf(document), risk_flags };
  return updateSnapshot(ctx, approval, fresh, ctx.now);
};

export const RENEWED =
  'It was renewed at the upgrade, since more of what is filed is shown now. Look at it as it is now, then approve it.';

const waiting = async (db: Reader): Promise<readonly Approval[]> => {
  const entities = await allEntities(db, null);
  const pending = await findApprovals(
    db,
    entities.map(({ id }) => id),
    ['pending'],
  );
  return pending.filter(isOutdated);
};

/** All that wait, once after an upgrade; answers how many were renewed. What is decided meanwhile stays. */
export const renewAll = async (books: Books, now: () => Date): Promise<number> => {
  const { reader } = books.database;
  const outdated = await waiting(reader);
  const entities = new Map((await allEntities(reader, null)).map((entity) => [entity.id as string, entity]));
  for (const { id, entity_id, document_id } of outdated) {
    const entity = entities.get(entity_id);
    if (entity === undefined) continue;
    await books.change(entity, newAct(SYSTEM, 'approval renew', { id }, now()), async (ctx: WriteScope) => {
      const document = await lockFilable(ctx, document_id);
      const approval = await findApproval(ctx, id);
      if (document !== undefined && approval !== undefined && isOutdated(approval))
        await renew(ctx, document, approval);
    });
  }
  return outdated.length;
};
