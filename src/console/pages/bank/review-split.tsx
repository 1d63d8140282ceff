// A line split over several documents: what is left is always to be seen, and only nothing left can be booked.
import { useCompany } from '../../context.ts';
import { CHARACTERS } from '../../limits.ts';
import type { VNode } from 'preact';
import { minorToWire } from '../../../base/money/amount.ts';
import { currencyDigits } from '../../../base/money/currency.ts';
import { toNumber } from '../../../base/money/decimal.ts';
import type { Candidate } from '../../../domain/bank/reconciliation/store/candidates.ts';
import { readFigure, sum, typedFigure } from '../../format.ts';
import { ActForm, Figure } from '../../parts/form.tsx';
import type { CompanyVisit } from '../../visit.ts';
import { DocumentText, labelOf } from './review-choices.tsx';
import { type InHand, REGION } from './review-data.ts';

export const partName = (id: string): string => `part.${id}`;

/** In minor units of the line: what was typed or is in the address, else as much as is open and left. */
const readParts = (visit: CompanyVisit, { picks, review }: InHand) => {
  const { currency } = review.line;
  const unit = 10 ** currencyDigits(currency);
  let left = review.line.amount_minor;
  const parts = picks.map((document) => {
    const given =
      visit.sent?.optional(partName(document.id)) ??
      visit.url.searchParams.get(partName(document.id)) ??
      undefined;
    const value = given === undefined ? undefined : readFigure(visit.language, given);
    const fitting = document.currency === currency ? Math.max(0, Math.min(document.balance_minor, left)) : 0;
    const minor = value === undefined ? fitting : Math.round(toNumber(value.times(String(unit))));
    left -= minor;
    return {
      document,
      typed: given ?? (minor === 0 ? '' : typedFigure(visit.language, minorToWire(minor, currency))),
    };
  });
  return { parts, left };
};

export const Split = ({ inHand }: { inHand: InHand }): VNode => {
  const visit = useCompany();
  const { review: own } = visit.words;
  const { line, review } = inHand;
  const { parts, left } = readParts(visit, inHand);
  const { currency } = review.line;
  return (
    <details class="card" id="splitting" open={parts.length > 0}>
      <summary>
        {own.split} <kbd>s</kbd>
      </summary>
      <ActForm act="split" id="split" swap={REGION} label={own.split}>
        <input type="hidden" name="line" value={line.id} />
        <input type="hidden" name="seen" value={review.seen} />
        {parts.length === 0 && <p class="quiet">{own.splitNote}</p>}
        {parts.map(({ document, typed }) => (
          <PartRow document={document} typed={typed} />
        ))}
        <p>
          {own.remaining}:{' '}
          <output
            id="remaining"
            data-total={String(minorToWire(review.line.amount_minor, currency))}
            data-digits={String(currencyDigits(currency))}
          >
            {sum(visit.language, minorToWire(left, currency), currency)}
          </output>{' '}
          {currency}
        </p>
        {parts.length > 0 && (
          <div class="buttons">
            <button id="split-book" name="book" value="1">
              {own.splitBook}
            </button>
          </div>
        )}
      </ActForm>
    </details>
  );
};

const PartRow = ({ document, typed }: { document: Candidate; typed: string }): VNode => {
  const { review: own } = useCompany().words;
  return (
    <div class="part">
      <input type="hidden" name="pick" value={document.id} />
      <p>
        <DocumentText document={document} />
      </p>
      <Figure
        name={partName(document.id)}
        label={own.part(labelOf(document))}
        value={typed}
        hint={undefined}
        maxlength={CHARACTERS.amount}
      />
      <button class="quiet" name="drop" value={document.id} formnovalidate>
        {own.drop}
      </button>
    </div>
  );
};
