// The frame around every page: head, menu, company, notices.
import type { ComponentChildren, VNode } from 'preact';
import type { Entity } from '../../base/entity.ts';
import { LANGUAGES } from '../../../generated/languages.ts';
import type { Surroundings } from '../parts.ts';
import type { Problem } from '../problem.ts';
import { companyHref, type OrganisationVisit, type Visit } from '../visit.ts';
import { Send } from './form.tsx';
import { VisitProvider } from '../context.ts';

interface FrameProps {
  readonly visit: Visit;
  readonly within: OrganisationVisit | undefined;
  readonly company: Entity | undefined;
  readonly title: string;
  readonly notice: string | undefined;
  readonly problem: Problem | undefined;
  readonly scripts: readonly string[];
  readonly again: number | undefined;
  readonly part: string | undefined;
  readonly onward: string | undefined;
  readonly children: ComponentChildren;
}

export const Frame = (props: FrameProps): VNode => {
  const { visit, within, company, title, notice, problem, scripts, again, part, onward, children } = props;
  const { parts, language } = visit;
  const { common: words } = visit.words;
  return (
    <VisitProvider value={within ?? visit}>
      <html lang={language}>
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          {onward !== undefined && <meta http-equiv="refresh" content={`0;url=${onward}`} />}
          <title>{`${title} · Folio`}</title>
          <link rel="stylesheet" href={parts.assets.href('console.css')} />
          <link rel="icon" href={parts.assets.href('icon.svg')} />
          {['console.js', ...scripts].map((name) => (
            <script type="module" src={parts.assets.href(name)} />
          ))}
        </head>
        <body>
          <a class="skip" href="#main">
            {words.skip}
          </a>
          {isSandbox(parts, company) && <aside class="sandbox">{words.sandbox}</aside>}
          <div class={within === undefined ? 'alone' : 'framed'}>
            {within !== undefined && <Side visit={within} company={company} />}
            <main id="main" tabindex={-1} data-again={again} data-part={part}>
              <div id="notices" aria-live="polite">
                {notice !== undefined && <p class="notice">{notice}</p>}
                {problem !== undefined && (
                  <div class="problem" role="alert">
                    <p>{problem.title}</p>
                    {problem.text !== undefined && <p>{problem.text}</p>}
                    {problem.link !== undefined && (
                      <p>
                        <a href={problem.link.href}>{problem.link.text}</a>
                      </p>
                    )}
                  </div>
                )}
              </div>
              {children}
            </main>
          </div>
          {within === undefined && <Languages visit={visit} />}
        </body>
      </html>
    </VisitProvider>
  );
};

/** Where documents of this company go nowhere: no certification service or access point is configured. */
export const isSandbox = ({ config }: Surroundings, company: Entity | undefined): boolean =>
  company === undefined
    ? config.pac === null && config.access_point === null
    : (company.country_code === 'MX' ? config.pac : config.access_point) === null;

const Side = ({ visit, company }: { visit: OrganisationVisit; company: Entity | undefined }): VNode => {
  const { common: words } = visit.words;
  const { pathname } = visit.url;
  const item = (href: string, text: string, exact = false): VNode => (
    <li>
      <a href={href} aria-current={isHere(pathname, href, exact) ? 'page' : undefined}>
        {text}
      </a>
    </li>
  );
  const own = (path: string): string => companyHref(company?.id ?? '', path);
  return (
    <header class="side">
      <a class="brand" href="/">
        Folio
      </a>
      <details class="menu" open>
        <summary>{words.menu}</summary>
        <nav aria-label={words.menu}>
          <p class="organisation">{visit.organisation.name}</p>
          <ul>
            {item('/', words.waiting, true)}
            {item('/approvals', words.approvals)}
            {item('/portfolio', words.portfolio)}
          </ul>
          {company !== undefined && (
            <>
              <p class="company">{company.name}</p>
              <ul>
                {item(own(''), words.summary, true)}
                {item(own('/invoices'), words.invoices)}
                {item(own('/credit-notes'), words.creditNotes)}
                {company.country_code === 'MX' && item(own('/complements'), words.complements)}
                {item(own('/inbox'), visit.words.inbox.title)}
                {item(own('/bills'), words.bills)}
                {item(own('/counterparties'), words.counterparties)}
                {item(own('/bank'), words.bank)}
                {item(own('/tasks'), words.tasks)}
                {item(own('/ledger'), words.ledger)}
                {item(own('/exports'), words.exports)}
              </ul>
            </>
          )}
          <Companies visit={visit} company={company} />
          <ul>
            {item('/settings', words.settings)}
            {item('/me', words.me)}
          </ul>
          <Send act="sign-out" text={words.signOut} action="/me" quiet />
        </nav>
      </details>
    </header>
  );
};

const isHere = (pathname: string, href: string, exact: boolean): boolean =>
  pathname === href || (!exact && pathname.startsWith(`${href}/`));

/** Links, so that the choice works without a script and opens in a second tab. */
const Companies = ({ visit, company }: { visit: OrganisationVisit; company: Entity | undefined }): VNode => (
  <details class="companies" open={company === undefined && visit.companies.length <= 12}>
    <summary>{visit.words.common.allCompanies}</summary>
    <ul>
      {visit.companies.map(({ id, name }) => (
        <li>
          <a href={companyHref(id, '')} aria-current={id === company?.id ? 'true' : undefined}>
            {name}
          </a>
        </li>
      ))}
    </ul>
  </details>
);

/** A stranger chooses the language; who is signed in has it with their account. */
const Languages = ({ visit }: { visit: Visit }): VNode => (
  <footer class="languages">
    {LANGUAGES.map((language) => (
      <a href={`${visit.url.pathname}?language=${language}`} lang={language} hreflang={language}>
        {NAMES[language]}
      </a>
    ))}
  </footer>
);

const NAMES = { en: 'English', es: 'Español', de: 'Deutsch' } as const;
