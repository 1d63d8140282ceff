// What a line may be, best first: the suggestion with its reasons, the runner-up, a transfer, recorded payments, and open
// documents of the same amount or found by a search.
import { Section, stateText } from '../../parts/show.tsx';
import { useCompany } from '../../context.ts';
import { CHARACTERS } from '../../limits.ts';
import type { ComponentChildren, VNode } from 'preact';
import { minorToWire } from '../../../base/money/amount.ts';
import type { Proposal, Review } from '../../../domain/bank/reconciliation/review.ts';
import type { NearDocument } from '../../../domain/bank/reconciliation/standing.ts';
import type { Candidate } from '../../../domain/bank/reconciliation/store/candidates.ts';
import { day, money, share } from '../../format.ts';
import { ActForm, Field, Select, Send } from '../../parts/form.tsx';
import type { CompanyVisit } from '../../visit.ts';
import { tell } from '../../tell.ts';
import { documentHref } from './lines.tsx';
import { peerChoice, returnChoice } from './review-money.tsx';
import { type InHand, REGION, pickedIds } from './review-data.ts';

export interface Choice {
  readonly value: string;
  readonly head: string;
  readonly body: ComponentChildren;
  /** May be taken into a split. */
  readonly document?: Candidate;
}

export const labelOf = ({ folio, id, party }: Candidate): string => `${folio ?? id} – ${party}`;

interface Props {
  readonly inHand: InHand;
}

export const Choices = ({ inHand }: Props): VNode => {
  const visit = useCompany();
  const { review: own } = visit.words;
  const { line, review } = inHand;
  const choices = listChoices(visit, inHand);
  const best = review.suggestion !== null || inHand.transfer !== undefined ? choices[0]?.value : undefined;
  const chosen = visit.sent?.optional('choice') ?? best;
  const send = { visit, swap: REGION, fields: { line: line.id }, quiet: true };
  return (
    <Section title={own.choices} card>
      {review.suggestion === null && review.standing.why.length > 0 && (
        <ul class="reasons" aria-label={own.left}>
          {review.standing.why.map((reason) => (
            <li>{tell(visit.language, reason)}</li>
          ))}
        </ul>
      )}
      {choices.length === 0 && <p class="quiet">{own.noChoice}</p>}
      {choices.length > 0 && (
        <ActForm act="accept" id="choices" swap={REGION} label={own.choices}>
          <input type="hidden" name="line" value={line.id} />
          <input type="hidden" name="seen" value={review.seen} />
          <ol class="choices">
            {choices.map((choice, at) => (
              <ChoiceItem choice={choice} at={at} checked={choice.value === chosen} />
            ))}
          </ol>
          <details open={visit.problem !== undefined}>
            <summary>{own.booking}</summary>
            <Select
              name="booking"
              label={own.booking}
              value="book"
              choices={[
                { value: 'book', text: own.book },
                { value: 'link', text: own.link },
                { value: 'additional', text: own.additional },
              ]}
            />
          </details>
        </ActForm>
      )}
      <div class="buttons">
        {choices.length > 0 && (
          <button form="choices" id="accept" data-key="Enter">
            {own.accept} <kbd>↵</kbd>
          </button>
        )}
        <Send {...send} act="no-match" text={own.noMatch} hotkey="n" />
        {line.match_status === 'suggested' && <Send {...send} act="reject" text={own.reject} />}
      </div>
      <Find inHand={inHand} />
    </Section>
  );
};

const ChoiceItem = ({ choice, at, checked }: { choice: Choice; at: number; checked: boolean }): VNode => {
  const visit = useCompany();
  const { review: own } = visit.words;
  const { document } = choice;
  return (
    <li>
      <label>
        <input type="radio" name="choice" value={choice.value} checked={checked} required />{' '}
        {at < 9 && <kbd>{at + 1}</kbd>} <span class="quiet">{choice.head}</span>
      </label>
      {choice.body}
      {document !== undefined && !pickedIds(visit).includes(document.id) && (
        <button type="submit" form="split" name="add" value={document.id} class="quiet" formnovalidate>
          {own.addToSplit}
        </button>
      )}
    </li>
  );
};

const documentOf = ({ parts: [first, ...more] }: Proposal): Pick<Choice, 'document'> =>
  first === undefined || more.length > 0 ? {} : { document: first.document };

/** Beside a suggestion, few others of the same amount. */
const OWING = 7;
const OWING_BESIDE = 3;
/** Others that come near, where nothing is suggested. */
const NEAR = 3;

const listChoices = (visit: CompanyVisit, { review, transfer, peers, found = [] }: InHand): Choice[] => {
  const { review: own } = visit.words;
  const { suggestion, runner_up, standing, owing } = review;
  const { payments, near, returning } = standing;
  const single = [suggestion, runner_up].flatMap((each) =>
    each?.parts.length === 1 ? each.parts.map(({ document }) => document.id) : [],
  );
  const rest = owing
    .filter(({ id }) => !single.includes(id))
    .slice(0, suggestion === null ? OWING : OWING_BESIDE);
  const proposed = (value: string, head: string, of: Proposal | null): Choice[] =>
    of === null ? [] : [{ value, head, ...documentOf(of), body: <ProposalText of={of} review={review} /> }];
  const shown = [...single, ...rest.map(({ id }) => id)];
  const closest = near
    .filter(({ document }) => document.open && !shown.includes(document.id))
    .slice(0, suggestion === null ? NEAR : 0)
    .map(({ document }) => document);
  const others = found.filter(({ id }) => !shown.includes(id) && !closest.some((each) => each.id === id));
  const compared = (id: string): NearDocument | undefined => near.find(({ document }) => document.id === id);
  return [
    ...proposed('suggestion', own.suggestion, suggestion),
    ...proposed('runner_up', own.runnerUp, runner_up),
    ...(transfer === undefined
      ? []
      : [
          {
            value: 'transfer',
            head: own.transfer,
            body: (
              <p>
                {own.transferWith(transfer.account)}: {transfer.line.description} (
                {day(visit.language, transfer.line.date)})
              </p>
            ),
          },
        ]),
    ...peers.map((peer) => peerChoice(visit, peer)),
    ...returning.map((each) => returnChoice(visit, review.line, each)),
    ...payments.map((payment) => ({
      value: `payment:${payment.id}`,
      head: own.recorded,
      body: (
        <p>
          <a href={visit.href(`/payments/${payment.id}`)}>{payment.reference ?? payment.id}</a>,{' '}
          {day(visit.language, payment.paid_on)}. {own.recordedNote}
        </p>
      ),
    })),
    ...rest.map((document) => ofDocument(document, own.equal, compared(document.id))),
    ...closest.map((document) => ofDocument(document, own.near, compared(document.id))),
    ...others.map((document) => ofDocument(document, own.found)),
  ];
};

const ofDocument = (document: Candidate, head: string, compared?: NearDocument): Choice => ({
  value: `document:${document.id}`,
  head,
  document,
  body: (
    <>
      <p>
        <DocumentText document={document} />
      </p>
      {compared !== undefined && <ComparedText of={compared} />}
    </>
  ),
});

const ComparedText = ({ of: { pro, contra } }: { of: NearDocument }): VNode => {
  const { language, words } = useCompany();
  const { review: own } = words;
  const sides = [
    [own.pro, pro],
    [own.contra, contra],
  ] as const;
  return (
    <ul class="reasons" aria-label={own.reasons}>
      {sides.flatMap(([side, sentences]) =>
        sentences.map((sentence) => (
          <li>
            {side}: {tell(language, sentence)}
          </li>
        )),
      )}
    </ul>
  );
};

export const DocumentText = ({ document }: { document: Candidate }): VNode => {
  const visit = useCompany();
  const { review: own } = visit.words;
  const { balance_minor, currency, due_date, id } = document;
  return (
    <>
      <a href={documentHref(visit, id)}>{labelOf(document)}</a>{' '}
      <small>
        {own.open(money(visit.language, minorToWire(balance_minor, currency), currency))}
        {due_date !== null && `, ${own.due(day(visit.language, due_date))}`}
      </small>
    </>
  );
};

const ProposalText = ({ of, review }: { of: Proposal; review: Review }): VNode => {
  const visit = useCompany();
  const { review: own } = visit.words;
  const { currency } = review.line;
  const text = (minor: number): string => money(visit.language, minorToWire(minor, currency), currency);
  return (
    <>
      <ul class="parts">
        {of.parts.map(({ document, amount_minor }) => (
          <li>
            <DocumentText document={document} />{' '}
            {of.parts.length > 1 && <strong>{text(amount_minor)}</strong>}
          </li>
        ))}
      </ul>
      {of.difference_minor !== 0 && <p>{own.differs(text(of.difference_minor))}</p>}
      {typeof of.difference_as === 'string' && <p>{stateText(visit.language, of.difference_as)}</p>}
      <p class="quiet">{own.sure(share(visit.language, of.confidence))}</p>
      {of.reasons.length > 0 && (
        <ul class="reasons" aria-label={own.reasons}>
          {of.reasons.map((reason) => (
            <li>{tell(visit.language, reason)}</li>
          ))}
          {of === review.suggestion && review.difference !== null && (
            <li>
              {own.told}: {tell(visit.language, review.difference)}
            </li>
          )}
        </ul>
      )}
    </>
  );
};

/** A form that reads; what was typed into the split goes with it. */
const Find = ({ inHand }: Props): VNode => {
  const visit = useCompany();
  const { common: words, review: own } = visit.words;
  const { searchParams, pathname } = visit.url;
  const kept = [...searchParams].filter(([name]) => !['q', 'done', 'line'].includes(name));
  return (
    <form id="find" method="get" action={pathname} class="filters" role="search" data-get={REGION}>
      {kept.map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name="line" value={inHand.line.id} />
      <Field
        name="q"
        id="find-q"
        type="search"
        label={`${own.search}: ${own.searchHint}`}
        value={searchParams.get('q')}
        maxlength={CHARACTERS.query}
      />
      <div class="buttons">
        <button class="quiet">
          {words.search} <kbd>/</kbd>
        </button>
      </div>
      {inHand.found?.length === 0 && (
        <p class="quiet" role="status">
          {own.nothingFound}
        </p>
      )}
    </form>
  );
};
