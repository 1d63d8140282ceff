// How figures, days, states, lists and records look, the same on every page.
import { TONES } from '../../../generated/vocabulary/tones.ts';
import { useVisit } from '../context.ts';
import type { ComponentChildren, VNode } from 'preact';
import { day, figure, moment, sum } from '../format.ts';
import type { Language } from '../../../generated/languages.ts';
import type { StandingOfCurrency } from '../../../generated/types.ts';
import type { Shown } from '../page.ts';
import type { Visit } from '../visit.ts';
import { commonWords } from '../../../generated/texts/common.ts';

/** An amount in major units with its currency. */
export const Money = ({ value, currency }: { value: number | null; currency: string }): VNode => {
  const visit = useVisit();
  return value === null ? (
    <span class="quiet">–</span>
  ) : (
    <span class={value < 0 ? 'money negative' : 'money'}>
      {sum(visit.language, value, currency)}
      <abbr>{currency}</abbr>
    </span>
  );
};

/** What is open of each currency; where something was paid beyond it, that too and what is left. */
export const Standings = ({ of }: { of: readonly Omit<StandingOfCurrency, 'amount'>[] }): VNode => {
  const { common: words } = useVisit().words;
  return (
    <>
      {of.map(({ open, credit, net, currency }) => (
        <div>
          <Money value={open} currency={currency} />
          {credit !== 0 && (
            <div class="quiet">
              {words.lessCredit} <Money value={credit} currency={currency} /> ={' '}
              <Money value={net} currency={currency} />
            </div>
          )}
        </div>
      ))}
    </>
  );
};

export const Day = ({ value }: { value: string | null }): VNode => {
  const visit = useVisit();
  return value === null ? (
    <span class="quiet">–</span>
  ) : (
    <time datetime={value.slice(0, 10)}>{day(visit.language, value)}</time>
  );
};

/** In the given time zone; that of the person or of the company. */
export const Moment = ({ value, timeZone }: { value: string | Date | null; timeZone?: string }): VNode => {
  const visit = useVisit();
  if (value === null) return <span class="quiet">–</span>;
  const at = typeof value === 'string' ? value : value.toISOString();
  return <time datetime={at}>{moment(visit.language, at, timeZone ?? zoneOf(visit))}</time>;
};

/** What belongs to a company has its time, the rest the person's. */
const zoneOf = (visit: Visit): string =>
  'entity' in visit
    ? (visit.entity as { readonly time_zone: string }).time_zone
    : (visit.signedIn?.person.time_zone ?? 'UTC');

const TONE_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(TONES).flatMap(([tone, states]) => states.split(' ').map((state) => [state, tone])),
);

/** A state in words; the colour only repeats it. */
export const State = ({ value }: { value: string }): VNode => {
  const visit = useVisit();
  return <span class={`state ${TONE_OF.get(value) ?? 'plain'}`}>{stateText(visit.language, value)}</span>;
};

export const stateText = (language: Language, value: string): string => {
  const states: Readonly<Record<string, string>> = commonWords(language).states;
  return states[value] ?? value.replaceAll('_', ' ');
};

export const choicesOf = (language: Language, values: readonly string[]) =>
  values.map((value) => ({ value, text: stateText(language, value) }));

/** What a page shows of one record: names and values. */
export const Facts = ({ rows }: { rows: readonly (readonly [string, ComponentChildren])[] }): VNode => (
  <dl class="facts">
    {rows
      .filter(([, value]) => value !== null && value !== undefined && value !== '')
      .map(([name, value]) => (
        <div>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
);

/** Filters, as a form that reads: they live in the address, so that back, reload and links keep them. */
export const Filters = ({ children }: { children: ComponentChildren }): VNode => {
  const visit = useVisit();
  const { common: words } = visit.words;
  return (
    <form class="filters" method="get" action={visit.url.pathname} role="search">
      {children}
      <div class="buttons">
        <button>{words.filter}</button>
        {[...visit.url.searchParams.keys()].length > 0 && <a href={visit.url.pathname}>{words.clear}</a>}
      </div>
    </form>
  );
};

/** The address of this page with other parameters; null takes one away. */
export const withParams = (visit: Visit, changed: Readonly<Record<string, string | null>>): string => {
  const params = new URLSearchParams(visit.url.search);
  for (const [name, value] of Object.entries(changed)) {
    if (value === null) params.delete(name);
    else params.set(name, value);
  }
  const text = params.toString();
  return `${visit.url.pathname}${text === '' ? '' : `?${text}`}`;
};

export const Pager = ({
  page,
}: {
  page: { readonly next_cursor: string | null; readonly total_count: number | null };
}): VNode => {
  const visit = useVisit();
  const { common: words } = visit.words;
  const { next_cursor, total_count } = page;
  return (
    <nav class="pager" aria-label={words.next}>
      <span>{total_count === null ? words.manyRows : words.rows(figure(visit.language, total_count))}</span>
      {visit.url.searchParams.has('cursor') && (
        <a href={withParams(visit, { cursor: null })}>{words.first}</a>
      )}
      {next_cursor !== null && (
        <a rel="next" href={withParams(visit, { cursor: next_cursor })}>
          {words.next}
        </a>
      )}
    </nav>
  );
};

/** The title of a page, with what can be done there. */
export const Head = ({
  title,
  children,
  note,
}: {
  title: ComponentChildren;
  note?: ComponentChildren;
  children?: ComponentChildren;
}): VNode => (
  <div class="head">
    <h1>{title}</h1>
    {note !== undefined && <p class="note">{note}</p>}
    {children !== undefined && <div class="buttons">{children}</div>}
  </div>
);

/** A page under its own title. */
export const headed = ({
  note,
  buttons,
  main,
  ...shown
}: Omit<Shown, 'main'> & {
  readonly note?: ComponentChildren;
  readonly buttons?: ComponentChildren;
  readonly main: ComponentChildren;
}): Shown => ({
  ...shown,
  main: (
    <>
      <Head title={shown.title} note={note}>
        {buttons}
      </Head>
      {main}
    </>
  ),
});

/** Says more of what stands above it. */
export const Small = ({ children }: { children: ComponentChildren }): VNode => (
  <div>
    <small>{children}</small>
  </div>
);

/** Copies the text of the element of that id. */
export const Copy = ({ of }: { of: string }): VNode => {
  const { common: words } = useVisit().words;
  return (
    <button type="button" class="quiet" data-copy={of} data-copied={words.copied}>
      {words.copy}
    </button>
  );
};

/** Shown this once. */
export const Secret = ({ title, text }: { title: string; text: string }): VNode => (
  <>
    <h2>{title}</h2>
    <p class="secret" id="secret">
      {text}
    </p>
    <p>
      <Copy of="secret" />
    </p>
  </>
);

interface GoProps {
  readonly to: string;
  readonly text: ComponentChildren;
  readonly quiet?: boolean;
  /** In a paragraph of its own. */
  readonly apart?: boolean;
}

/** Leads to another page, as a button. */
export const Go = ({ to, text, quiet = false, apart = false }: GoProps): VNode => {
  const link = (
    <a class={quiet ? 'button quiet' : 'button'} href={to}>
      {text}
    </a>
  );
  return apart ? <p>{link}</p> : link;
};

/** A part of a page under its own title; `card` sets it off from the rest. */
export const Section = ({
  title,
  card = false,
  children,
}: {
  title: ComponentChildren;
  card?: boolean;
  children?: ComponentChildren;
}): VNode => (
  <section class={card ? 'card' : undefined}>
    <h2>{title}</h2>
    {children}
  </section>
);

/** What waits for a decision, each with where it is decided. */
export const Waits = ({
  title,
  items,
}: {
  title: string;
  items: readonly { readonly href: string; readonly text: string; readonly note: ComponentChildren }[];
}): VNode | null =>
  items.length === 0 ? null : (
    <Section title={title} card>
      <ul class="waits">
        {items.map(({ href, text, note }) => (
          <li>
            <a class="state wait" href={href}>
              {text}
            </a>{' '}
            {note}
          </li>
        ))}
      </ul>
    </Section>
  );
