// The review of an account: the line at the left, what it may be at the right, and after each decision the next line.
import { useCompany } from '../../context.ts';
import type { VNode } from 'preact';
import type { BankTransaction } from '../../../../generated/types.ts';
import { minorToWire } from '../../../base/money/amount.ts';
import { figure } from '../../format.ts';
import { companyPage } from '../../page.ts';
import { Send } from '../../parts/form.tsx';
import { Day, Go, Head, Money, Pager, withParams } from '../../parts/show.tsx';
import { acceptAct, splitAct, toNext } from './review-acts.ts';
import { Choices } from './review-choices.tsx';
import { REGION, type ReviewData, readReview, reviewHref } from './review-data.ts';
import { Split } from './review-split.tsx';
import { LineFacts } from './line.tsx';
import { linkAct, noMatchAct, rejectAct, undoAct } from './decisions.ts';
import { signed } from './lines.tsx';

/** How long undoing is offered beside the next line; later it is on the page of the line. */
const UNDO_SECONDS = 10;

export const reviewPage = companyPage({
  path: '/bank/:account/review',
  role: 'accountant',
  query: readReview,
  acts: {
    accept: acceptAct,
    split: splitAct,
    'no-match': noMatchAct(toNext),
    link: linkAct(toNext),
    reject: rejectAct(toNext),
    undo: undoAct((visit, _form, line) =>
      Promise.resolve({ to: reviewHref(visit, { line }), say: visit.words.review.undone }),
    ),
  },
  view: (data, visit) => {
    const { review: own } = visit.words;
    const title = `${own.title} · ${data.account.name}`;
    const base = visit.href(`/bank/${data.account.id}`);
    return {
      title,
      scripts: ['review.js'],
      main: (
        <>
          <Head title={title}>
            <Go to={`${base}/review/strong`} text={own.strong} quiet />
            <button type="button" class="quiet" data-help hidden>
              {own.keys} <kbd>?</kbd>
            </button>
            <Go to={base} text={visit.words.bank.account} quiet />
          </Head>
          <KeyHelp />
          <div id={REGION} data-href={`${visit.url.pathname}${visit.url.search}`}>
            <ProgressLine data={data} />
            {data.done !== undefined && <Done line={data.done} />}
            <div class="review">
              <InHandPart data={data} />
              <Queue data={data} />
            </div>
          </div>
        </>
      ),
    };
  },
});

const ProgressLine = ({ data: { progress, account } }: { data: ReviewData }): VNode => {
  const visit = useCompany();
  const { review: own } = visit.words;
  const { decided, total, unexplained_minor } = progress;
  const text = own.progress(figure(visit.language, decided), figure(visit.language, total));
  return (
    <div class="progress" data-decided={String(decided)} data-total={String(total)}>
      <progress max={Math.max(total, 1)} value={total === 0 ? 1 : decided} aria-label={text} />
      <span>{text}</span>
      <span>
        {own.unexplained}:{' '}
        <Money value={minorToWire(unexplained_minor, account.currency)} currency={account.currency} />
      </span>
    </div>
  );
};

const Done = ({ line }: { line: BankTransaction }): VNode => {
  const visit = useCompany();
  const { review: own } = visit.words;
  const isDecided = line.match_status === 'confirmed' || line.match_status === 'no_match';
  const said =
    line.match_status === 'confirmed'
      ? own.accepted
      : line.match_status === 'no_match'
        ? own.marked
        : own.rejected;
  return (
    <div class="done notice" id="done" role="status" data-seconds={String(UNDO_SECONDS)}>
      <span>
        {said}: {line.description} <Money value={signed(line)} currency={line.currency} />
      </span>
      {isDecided && (
        <Send
          act="undo"
          text={own.undo}
          action={reviewHref(visit, {})}
          fields={{ line: line.id }}
          swap={REGION}
          hotkey="u"
          quiet
        />
      )}
    </div>
  );
};

const Queue = ({ data }: { data: ReviewData }): VNode => {
  const visit = useCompany();
  const { review: own } = visit.words;
  const { queue, show, inHand, progress } = data;
  const tab = (which: ReviewData['show'], text: string): VNode => (
    <a
      href={withParams(visit, { show: which, line: null, cursor: null, done: null, q: null, pick: null })}
      aria-current={show === which ? 'true' : undefined}
    >
      {text}
    </a>
  );
  return (
    <nav class="queue" aria-label={own.queue}>
      <p class="tabs">
        {tab('suggested', own.suggested(figure(visit.language, progress.suggested)))}
        {tab('unmatched', own.unmatched(figure(visit.language, progress.unmatched)))}
      </p>
      <ol id="queue">
        {queue.data.map((line) => (
          <li>
            <a
              href={reviewHref(visit, { line: line.id })}
              data-line={line.id}
              aria-current={line.id === inHand?.line.id ? 'true' : undefined}
            >
              <span>{line.description}</span>
              <small>
                <Day value={line.date} />
              </small>
              <Money value={signed(line)} currency={line.currency} />
            </a>
          </li>
        ))}
      </ol>
      {(queue.next_cursor !== null || visit.url.searchParams.has('cursor')) && <Pager page={queue} />}
    </nav>
  );
};

const InHandPart = ({ data }: { data: ReviewData }): VNode => {
  const visit = useCompany();
  const { review: own } = visit.words;
  const { inHand, progress, account } = data;
  const base = visit.href(`/bank/${account.id}`);
  if (inHand === undefined) {
    const isOver = progress.decided === progress.total;
    return (
      <div class="empty hand" id="finished">
        <p>{isOver ? own.finished : own.chooseLine}</p>
        {isOver && <p>{own.finishedNote}</p>}
        {isOver && <Go to={`${base}/import`} text={visit.words.bank.upload} apart />}
      </div>
    );
  }
  const { line } = inHand;
  const isOpen = line.match_status === 'suggested' || line.match_status === 'unmatched';
  return (
    <>
      <section class="card line" aria-label={visit.words.bank.line}>
        <h2>{line.description}</h2>
        <LineFacts line={line} />
      </section>
      <div class="hand" data-line={line.id} data-status={line.match_status}>
        {isOpen ? (
          <>
            <Choices inHand={inHand} />
            <Split inHand={inHand} />
          </>
        ) : (
          <p class="empty">
            {own.gone} <a href={`${base}/lines/${line.id}`}>{visit.words.bank.line}</a>
          </p>
        )}
      </div>
    </>
  );
};

export const KeyHelp = (): VNode => {
  const { review: own } = useCompany().words;
  const { j, k, Enter, digits, s, n, u, slash, question } = own.keyTexts;
  const keys: readonly (readonly [string, string])[] = [
    ['j', j],
    ['k', k],
    ['Enter', Enter],
    ['1 – 9', digits],
    ['s', s],
    ['n', n],
    ['u', u],
    ['/', slash],
    ['?', question],
  ];
  return (
    <dialog id="keys" aria-labelledby="keys-title">
      <h2 id="keys-title">{own.keys}</h2>
      <dl class="keys">
        {keys.map(([key, text]) => (
          <div>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog">
        <button>{own.close}</button>
      </form>
    </dialog>
  );
};
