// Rows of records under columns.
import type { ComponentChildren, VNode } from 'preact';
import { useVisit } from '../context.ts';
import { Rows } from '../draw.tsx';
import { figure } from '../format.ts';
import type { Language } from '../../../generated/languages.ts';
import { Money, Section } from './show.tsx';

interface CellColumn<R> {
  readonly head: string;
  readonly cell: (row: R) => ComponentChildren;
  /** Figures stand at the right. */
  readonly figure?: boolean;
  /** The column that names the row. */
  readonly main?: boolean;
}

/** Names the row, and leads to its record. */
interface LinkColumn<R> {
  readonly head: string;
  readonly link: (row: R) => readonly [href: string, text: ComponentChildren];
}

interface MoneyColumn<R> {
  readonly head: string;
  readonly money: (row: R) => readonly [amount: number | null, currency: string];
}

/** A number with at least and at most so many decimals. */
interface CountColumn<R> {
  readonly head: string;
  readonly count: (row: R) => number;
  readonly least?: number;
  readonly most?: number;
}

export type Column<R> = CellColumn<R> | LinkColumn<R> | MoneyColumn<R> | CountColumn<R>;

const asCells = <R,>(language: Language, column: Column<R>): CellColumn<R> => {
  const { head } = column;
  if ('link' in column) {
    const cell = (row: R): VNode => {
      const [href, text] = column.link(row);
      return <a href={href}>{text}</a>;
    };
    return { head, main: true, cell };
  }
  if ('money' in column) {
    const cell = (row: R): VNode => {
      const [value, currency] = column.money(row);
      return <Money value={value} currency={currency} />;
    };
    return { head, figure: true, cell };
  }
  if ('count' in column) {
    const { count, least, most } = column;
    return { head, figure: true, cell: (row) => figure(language, count(row), least, most) };
  }
  return column;
};

type TableProps<R> = (
  | { readonly title?: undefined; readonly caption: string }
  /** As a part of the page under this title. */
  | { readonly title: string; readonly caption?: undefined }
) & {
  readonly columns: readonly Column<R>[];
  readonly rows: readonly R[];
  readonly empty?: ComponentChildren;
  readonly id?: string | undefined;
  readonly attributes?: ((row: R) => Readonly<Record<string, string>>) | undefined;
};

/** A list; on a phone each row becomes a card with the heads as labels. */
export const Table = <R,>(props: TableProps<R>): VNode => {
  const { title, caption = title, columns, rows, empty, id, attributes } = props;
  if (title !== undefined)
    return (
      <Section title={title}>
        <Table {...{ caption: title, columns, rows, empty, id, attributes }} />
      </Section>
    );
  const { language } = useVisit();
  const cells = columns.map((column) => asCells(language, column));
  return rows.length === 0 && empty !== undefined ? (
    <div class="empty" id={id}>
      {empty}
    </div>
  ) : (
    <div class="scroll" id={id} role="region" aria-label={caption} tabindex={0}>
      <table>
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>
            {cells.map(({ head, figure: right }) => (
              <th scope="col" class={right === true ? 'figure' : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Rows
            rows={rows}
            row={(row) => (
              <tr {...(attributes?.(row) ?? {})}>
                {cells.map(({ head, cell, figure: right, main }) =>
                  main === true ? (
                    <th scope="row" data-head={head}>
                      {cell(row)}
                    </th>
                  ) : (
                    <td class={right === true ? 'figure' : undefined} data-head={head}>
                      {cell(row)}
                    </td>
                  ),
                )}
              </tr>
            )}
          />
        </tbody>
      </table>
    </div>
  );
};
