// What a reader finds is told by the rule's name and its facts; weight and words stand in spec/receiving.
import { RECEIVED_SEVERITY, type ReceivedFacts, type ReceivedRule } from '../../generated/received.ts';
import type { ReadingIssue } from './reading.ts';

/** Nothing to give where the sentences have no parameters. */
type Given<R extends ReceivedRule> = keyof ReceivedFacts[R] extends never ? [] : [ReceivedFacts[R]];

/** Long texts of a document are cut: a fact is shown within a sentence. */
const MOST = 200;

/** `issue('cfdi_sum', { name: 'Total', stated: '1.00', computed: '2.00' })`. */
export const issue = <R extends ReceivedRule>(rule: R, ...[facts]: Given<R>): ReadingIssue => ({
  rule,
  severity: RECEIVED_SEVERITY[rule],
  facts: Object.fromEntries(
    Object.entries<string>({ ...facts }).map(([name, value]) => [name, value.slice(0, MOST)]),
  ),
});
