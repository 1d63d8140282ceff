// A received document: the file at the left, what was read of it at the right, what was found above, and the decision.
import type { VNode } from 'preact';
import { TOOLS } from '../../../../generated/dispatch.ts';
import { describeListed, fixOf, saysOf } from '../../../domain/documents/received/describe.ts';
import { lacksRecord } from '../../../domain/across/inbox/book.ts';
import { mayTakeNow } from '../../../domain/across/inbox/refused.ts';
import { useCompany } from '../../context.ts';
import { day, fileSize } from '../../format.ts';
import { companyPage } from '../../page.ts';
import { ActFold, ActForm, Field, Press, Select, Send, Tick } from '../../parts/form.tsx';
import { partOf } from '../../parts/part-of.ts';
import { Go, Head, Moment, Section, State, stateText } from '../../parts/show.tsx';
import { tell } from '../../tell.ts';
import { SHOWN_COMPANIES } from '../../visit.ts';
import { RECEIVED_ACTS } from './acts.ts';
import { type InHand, isUndecided, nameOf, readInHand } from './data.ts';
import { lookOf } from './file.ts';
import { ReadingPart } from './reading.tsx';

const REASON = partOf(TOOLS.reject_received_document.inputSchema, 'reason');
const AGAIN_SECONDS = 2;

interface Shown {
  readonly of: InHand;
}

export const receivedPage = companyPage({
  path: '/inbox/:received',
  role: 'viewer',
  query: readInHand,
  acts: RECEIVED_ACTS,
  view: (of, visit) => {
    const { row, earlier, later } = of;
    const { inbox: own } = visit.words;
    const title = nameOf(row);
    const step = (id: string | undefined, text: string, key: string): VNode | null =>
      id === undefined ? null : (
        <a class="button quiet" href={visit.href(`/inbox/${id}`)} data-key={key}>
          {text} <kbd>{key}</kbd>
        </a>
      );
    return {
      title,
      scripts: ['inbox.js'],
      ...(row.due_at === null ? {} : { again: AGAIN_SECONDS }),
      main: (
        <>
          <Head title={title} note={stateText(visit.language, row.kind)}>
            <State value={row.status} />
            {step(later, own.previous, 'k')}
            {step(earlier, own.next, 'j')}
            <Go to={visit.href('/inbox')} text={own.title} quiet />
          </Head>
          <Findings of={of} />
          {isUndecided(row) && row.due_at === null && visit.may('accountant') && <Decision of={of} />}
          {row.reason !== null && (
            <p>
              {visit.words.common.reason}: {row.reason}
            </p>
          )}
          <div class="received">
            <Picture of={of} />
            <ReadingPart of={of} />
          </div>
          <Kept of={of} />
        </>
      ),
    };
  },
});

const TONE = { error: 'bad', warning: 'wait', note: 'plain' } as const;
const SEVERITIES = Object.keys(TONE);

/** What blocks it stands first, and what only tells last. */
const inOrder = (issues: InHand['row']['issues']): InHand['row']['issues'] =>
  issues.toSorted((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));

/** Where the records are that a finding names, and what they are called. */
const NAMED: Readonly<Record<string, readonly [noun: string, kind: string]>> = {
  bill: ['bills', 'bill'],
  bcrn: ['bill-credit-notes', 'bill_credit_note'],
  rdoc: ['inbox', 'received_document'],
};
const RECORD = /\b((?:bill|bcrn|rdoc)_[0-9a-hjkmnp-tv-z]{26})\b/;

/** A record by what it is and with a link, in place of its id. */
const Linked = ({ text }: { text: string }): VNode => {
  const visit = useCompany();
  return (
    <>
      {text.split(RECORD).map((part) => {
        const named = RECORD.test(part) ? NAMED[part.slice(0, 4)] : undefined;
        if (named === undefined) return part;
        const [noun, kind] = named;
        const name = noun === 'inbox' ? visit.words.inbox.original : stateText(visit.language, kind);
        return <a href={visit.href(`/${noun}/${part}`)}>{name}</a>;
      })}
    </>
  );
};

const Findings = ({ of: { row } }: Shown): VNode | null => {
  const { language, words } = useCompany();
  if (row.due_at !== null) return <p class="notice">{words.inbox.unread}</p>;
  if (row.issues.length === 0) return null;
  return (
    <Section title={words.inbox.issues} card>
      <ul class="findings">
        {inOrder(row.issues).map((issue) => (
          <li>
            <span class={`state ${TONE[issue.severity]}`}>{words.inbox.severities[issue.severity]}</span>{' '}
            <strong>
              <Linked text={tell(language, saysOf(issue))} />
            </strong>
            <p>{tell(language, fixOf(issue))}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
};

const Decision = ({ of: { row, made, candidates, meant } }: Shown): VNode => {
  const visit = useCompany();
  const { common: words, inbox: own } = visit.words;
  const isBlocked = row.issues.some(({ severity }) => severity === 'error');
  const isBookable = !lacksRecord(row);
  return (
    <Section title={own.decide} card>
      {meant !== undefined && <Send act="move" text={own.move(meant.name)} />}
      {candidates.length > 0 && made === undefined && (
        <ActForm act="choose">
          <Select
            name="supplier"
            label={own.supplierIs}
            choices={candidates.map(({ id, name, tax_id }) => ({
              value: id,
              text: [name, tax_id].filter(Boolean).join(', '),
            }))}
          />
          <Press text={own.choose} quiet />
        </ActForm>
      )}
      {!isBookable && row.status !== 'needs_review' && (
        <>
          <Go to={visit.href('/bills/new')} text={own.enter} />
          <p class="quiet">{own.enterNote}</p>
        </>
      )}
      {mayTakeNow(row) && <Send act="again" text={own.again} />}
      {isBookable && !isBlocked && (
        <Send act="book" text={made === undefined ? own.keep : own.book} hotkey="b" />
      )}
      {isBookable &&
        isBlocked &&
        (visit.may('administrator') ? (
          <Send act="despite" text={made === undefined ? own.keep : own.bookDespite} danger />
        ) : (
          <p class="quiet">{own.blocked}</p>
        ))}
      <ActForm act="reject" class="rejecting" label={own.reject}>
        <p class="field">
          <label for="f-reason">
            {words.reason} <kbd>r</kbd>
          </label>
          <input
            id="f-reason"
            name="reason"
            required
            maxlength={REASON.maxLength}
            aria-describedby="f-told"
            autocomplete="off"
          />
          <small id="f-told">{own.nothingSent}</small>
        </p>
        <button class="danger">{own.reject}</button>
      </ActForm>
      {visit.companies.length > 1 && <Elsewhere />}
    </Section>
  );
};

/** Any other company of the organisation; where there are too many for a list, one that is named. */
const Elsewhere = (): VNode => {
  const visit = useCompany();
  const { common: words, inbox: own } = visit.words;
  const others = visit.companies.filter(({ id }) => id !== visit.entity.id);
  return (
    <ActFold title={own.elsewhere} act="move" open={visit.problem?.fields?.['company'] !== undefined}>
      {visit.companies.length < SHOWN_COMPANIES ? (
        <Select
          name="company"
          label={words.company}
          required
          choices={others.map(({ id, name, tax_id }) => ({
            value: id,
            text: [name, tax_id].filter(Boolean).join(', '),
          }))}
        />
      ) : (
        <Field name="company" label={words.company} hint={own.companyHint} required />
      )}
      <Press text={own.moveThere} quiet />
    </ActFold>
  );
};

/** How long the file is kept, and for administrators what may go before that, or after it. */
const Kept = ({ of: { row, retainUntil, deleted } }: Shown): VNode => {
  const visit = useCompany();
  const { common: words, inbox: own } = visit.words;
  if (deleted !== undefined) return <p class="quiet">{own.erasedFile(deleted.sha256)}</p>;
  const isOver = retainUntil < visit.books.today;
  const kept = <p class="quiet">{own.keptUntil(day(visit.language, retainUntil))}</p>;
  if (!visit.may('administrator') || (!isOver && row.status !== 'rejected')) return kept;
  return (
    <>
      {kept}
      <ActFold title={own.erase} note={own.eraseNote} act="erase" card>
        {!isOver && <Tick name="private" label={own.isPrivate} />}
        <Field name="reason" id="erase-reason" label={words.reason} required maxlength={REASON.maxLength} />
        <button class="danger">{own.erase}</button>
      </ActFold>
    </>
  );
};

const Picture = ({ of: { row, text, deleted, isDamaged } }: Shown): VNode | null => {
  const visit = useCompany();
  const { inbox: own } = visit.words;
  if (deleted !== undefined) return null;
  const href = visit.href(`/inbox/${row.id}/file`);
  const look = lookOf(row.mime_type);
  return (
    <section class="card" aria-label={own.picture}>
      <p>
        <a href={`${href}?download`}>{own.download}</a>{' '}
        <small>
          {row.file_name}, {fileSize(visit.language, row.bytes)},{' '}
          <Moment value={describeListed(row).received_at} />
        </small>
      </p>
      {look === 'pdf' && <iframe class="document" src={href} title={row.file_name} />}
      {look === 'picture' && <img src={href} alt={row.file_name} />}
      {text !== undefined && (
        <>
          <pre tabindex={0} aria-label={row.file_name}>
            {text.shown}
          </pre>
          {!text.whole && <p class="quiet">{own.shortened}</p>}
        </>
      )}
      {isDamaged && <p class="notice">{own.damagedFile}</p>}
      {look === 'none' && <p class="quiet">{own.notShown}</p>}
    </section>
  );
};
