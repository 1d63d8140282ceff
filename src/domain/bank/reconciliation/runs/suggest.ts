// Keeps what a run found likely as suggestions, until somebody decides.
import { toInstant } from '../../../../db/instant.ts';
import type { MatchResult } from '../../../../matching/types.ts';
import type { WriteScope } from '../../../ground/change/scope.ts';
import type { Part } from '../book.ts';
import { insertSuggestions } from '../store/suggestions.ts';
import { changeLines, lineState } from '../../transactions/line.ts';
import type { BankLine } from '../../transactions/store/lines.ts';
import { shownReasons, toEvidence } from './results.ts';

export interface Finding {
  readonly line: BankLine;
  readonly result: MatchResult;
}

export interface Suggestible extends Finding {
  readonly parts: readonly Part[];
}

export const suggest = async (
  ctx: WriteScope,
  runId: string,
  findings: readonly Suggestible[],
): Promise<void> => {
  if (findings.length === 0) return;
  const created_at = toInstant(ctx.now);
  await insertSuggestions(
    ctx,
    findings.flatMap(({ line, result, parts }) =>
      parts.map(({ document, line_minor, difference_minor = 0, closing, note }, index) => ({
        bank_transaction_id: line.id,
        position: index + 1,
        record_type: document.kind,
        record_id: document.id,
        amount_minor: line_minor,
        difference_minor,
        difference_as: closing?.cause ?? note?.cause ?? null,
        confidence: result.confidence.toFixed(4),
        evidence: index === 0 ? toEvidence(result) : null,
        reasons: shownReasons(result),
        run_id: runId,
        created_at,
      })),
    ),
  );
  await changeLines(
    ctx,
    findings.map(({ line }) => line),
    { match_status: 'suggested' },
  );
  for (const { line, result } of findings) {
    ctx.record({
      event: 'bank_transaction.suggested',
      record_type: 'bank_transaction',
      record_id: line.id,
      before: lineState(line),
      after: {
        ...lineState({ ...line, match_status: 'suggested' }),
        confidence: result.confidence,
        suggested: result.allocations.map(({ documentId }) => documentId),
      },
    });
  }
};
