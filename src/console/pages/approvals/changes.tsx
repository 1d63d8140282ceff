// What of a draft is no longer as it was asked for, in the words of the page.
import { useVisit } from '../../context.ts';
import type { VNode } from 'preact';
import type { Difference } from '../../../domain/filing/approval/snapshot.ts';
import { Table } from '../../parts/table.tsx';
import { pathText, valueText } from './field-words.ts';

/** More than anybody compares by eye. */
const MAX_SHOWN = 40;

/** Follows from the lines, and would say it again. */
const FOLLOWS = new Set(['tax_breakdown', 'derived', 'withholdings']);

export const Changes = ({
  differences,
  currency,
}: {
  differences: readonly Difference[];
  currency: string;
}): VNode | null => {
  const visit = useVisit();
  if (differences.length === 0) return null;
  const { approval: own } = visit.words;
  const plain = differences.filter(({ path }) => !path.some((key) => FOLLOWS.has(key)));
  const shown = (plain.length === 0 ? differences : plain).slice(0, MAX_SHOWN);
  const text = ({ path }: Difference, value: unknown): string =>
    valueText(visit.language, path.at(-1) ?? '', value, currency);
  return (
    <section class="warning" id="changes">
      <h2>{own.changed}</h2>
      <p>{own.changedText}</p>
      <Table<Difference>
        caption={own.changed}
        rows={shown}
        columns={[
          { head: own.field, main: true, cell: ({ path }) => pathText(visit.language, path) },
          { head: own.before, cell: (row) => <del>{text(row, row.before)}</del> },
          { head: own.now, cell: (row) => <ins>{text(row, row.after)}</ins> },
        ]}
      />
    </section>
  );
};
