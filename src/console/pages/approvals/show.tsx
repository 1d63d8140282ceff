// One request: everything that would be filed on one screen, above it who asked, below it the decision. After the
// decision the outcome appears by itself.
import { useOrganisation } from '../../context.ts';
import { CHARACTERS } from '../../limits.ts';
import type { ComponentChildren, VNode } from 'preact';
import type { ApprovalRecord } from '../../../domain/filing/approval/describe.ts';
import { money } from '../../format.ts';
import { organisationPage } from '../../page.ts';
import { ActForm, Field, Send, Press, ActFold } from '../../parts/form.tsx';
import { Facts, Head, Moment, Money, State, Go, Section } from '../../parts/show.tsx';
import { companyHref, type Visit } from '../../visit.ts';
import { Filing } from '../documents/content.tsx';
import { Changes } from './changes.tsx';
import { approve, reject, retry } from './decide.ts';
import { codeText } from './field-words.ts';
import { type LoadedApproval, loadApproval, nextAfter, signedTotal } from './load.ts';
import { againFor, loadOutcomes, Outcomes } from './outcome.tsx';
import { PreviewView } from './preview.tsx';
import { riskText } from './risk-words.ts';
import { SnapshotView } from './snapshot.tsx';

const LOOK_AGAIN_S = 2;

export const approvalPage = organisationPage({
  path: '/approvals/:approval',
  role: 'viewer',
  query: async (visit) => {
    const loaded = await loadApproval(visit, visit.params['approval'] ?? '');
    if (loaded === undefined) return undefined;
    const { id, status } = loaded.approval;
    const next = status === 'pending' ? undefined : await nextAfter(visit, id);
    return { ...loaded, next, outcomes: await loadOutcomes(visit) };
  },
  acts: { approve, reject, retry },
  view: (loaded, visit) => {
    const { approval, document } = loaded;
    const filing = document?.filing;
    const { approval: own } = visit.words;
    const heading = own.kindTo(
      codeText(visit.language, 'record_type', approval.record_type),
      approval.buyer.name,
    );
    const underWay =
      approval.status === 'approved' && (filing?.status === 'pending' || filing?.status === 'unclear');
    return {
      title: `${own.title} · ${heading}`,
      ...againFor(loaded.outcomes, 'outcomes'),
      ...(underWay ? { again: LOOK_AGAIN_S } : {}),
      main: (
        <>
          <Head title={heading} note={<Total approval={approval} />}>
            <State value={approval.status} />
          </Head>
          <Outcomes outcomes={loaded.outcomes} />
          {approval.status === 'pending' && approval.renewed_at !== null && (
            <p class="warning mild">{own.renewed}</p>
          )}
          <Risks loaded={loaded} />
          <Changes differences={loaded.changed} currency={approval.currency} />
          <Asked loaded={loaded} />
          <Outcome loaded={loaded} next={loaded.next} />
          <Content loaded={loaded} />
          <MadeChecks loaded={loaded} />
          <Pdf loaded={loaded} />
          {approval.status === 'pending' && document !== undefined && <Decision loaded={loaded} />}
        </>
      ),
    };
  },
});

interface Part {
  readonly loaded: LoadedApproval;
}

const PLACES = {
  invoice: ['invoice', 'invoices'],
  invoice_credit_note: ['credit_note', 'credit-notes'],
  payment_complement: ['complement', 'complements'],
} as const;

/** `invoice`, `credit note` or `payment complement`, and where its page is. */
const documentOf = ({ words: all }: Visit, { entity, approval }: LoadedApproval) => {
  const [noun, path] = PLACES[approval.record_type];
  return {
    noun: all.approval[noun],
    href: companyHref(entity.id, `/${path}/${approval.document_id}`),
  };
};

/** What a credit note gives back is negative. */
const Total = ({ approval }: { approval: ApprovalRecord }): VNode => (
  <strong>
    <Money value={signedTotal(approval)} currency={approval.currency} />
  </strong>
);

/** Above everything else: what is not as usual. */
const Risks = ({ loaded: { risks, entity } }: Part): VNode | null => {
  const visit = useOrganisation();
  return risks.length === 0 ? null : (
    <section class="risks" aria-labelledby="risks">
      <h2 id="risks">{visit.words.approval.risks}</h2>
      {risks.map((risk) => (
        <p class="warning">
          <strong>{visit.words.risk.names[risk.code]}</strong>{' '}
          {riskText(visit.language, risk, entity.time_zone)}
        </p>
      ))}
    </section>
  );
};

/** What was checked, with what came out; the rules' own remarks among it. */
const MadeChecks = ({ loaded: { approval, checks, document } }: Part): VNode | null => {
  const visit = useOrganisation();
  const { approval: own } = visit.words;
  if (approval.status !== 'pending' || document === undefined) return null;
  const mark = (passed: boolean, text: ComponentChildren): VNode => (
    <li class={passed ? 'passed' : 'noticed'}>
      {text} <small>{passed ? own.passed : own.noticed}</small>
    </li>
  );
  return (
    <Section title={own.checks}>
      <ul class="checks">
        {approval.warnings.length === 0
          ? mark(true, own.rulesPassed)
          : approval.warnings.map((warning) => mark(false, warning))}
        {checks.map(({ code, passed }) => mark(passed, visit.words.risk.names[code]))}
      </ul>
    </Section>
  );
};

const Asked = ({ loaded }: Part): VNode => {
  const visit = useOrganisation();
  const { approval: own } = visit.words;
  const { approval, askedBy, decidedBy, entity } = loaded;
  const name = askedBy.name ?? approval.requested_by;
  const who =
    askedBy.type === 'key'
      ? own.key(name, askedBy.maker)
      : askedBy.type === 'member'
        ? own.member(name)
        : own.system;
  const { noun, href } = documentOf(visit, loaded);
  return (
    <Facts
      rows={[
        [visit.words.common.company, entity.name],
        [own.askedBy, who],
        [own.askedAt, <Moment value={approval.requested_at} timeZone={entity.time_zone} />],
        [own.document, <a href={href}>{noun}</a>],
        [
          own.expires,
          approval.status === 'pending' ? (
            <Moment value={approval.expires_at} timeZone={entity.time_zone} />
          ) : null,
        ],
        [
          own.decidedBy,
          decidedBy === null ? null : (
            <>
              {decidedBy} <Moment value={approval.decided_at} timeZone={entity.time_zone} />
            </>
          ),
        ],
        // What changed stands below, in words.
        [own.reason, loaded.changed.length > 0 ? null : approval.reason],
      ]}
    />
  );
};

const Outcome = ({ loaded, next }: Part & { next: string | undefined }): VNode | null => {
  const visit = useOrganisation();
  const { approval: own } = visit.words;
  const { approval, document } = loaded;
  if (approval.status === 'pending') return null;
  const status = document?.filing.status;
  const isDraft = status === 'failed' || status === 'not_submitted';
  const isFiled = status === 'filed' || status === 'cancelled';
  const text =
    approval.status !== 'approved'
      ? null
      : isFiled
        ? own.filed
        : status === 'pending'
          ? own.waitsForService
          : status === 'unclear'
            ? own.unclear
            : own.failed;
  const isBad = status === 'unclear' || text === own.failed;
  return (
    <Section title={own.outcome} card>
      {text !== null && (
        <p role={isBad ? 'alert' : 'status'} class={isBad ? 'problem' : undefined}>
          {text}
        </p>
      )}
      {document !== undefined && approval.status === 'approved' && <Filing filing={document.filing} />}
      {document !== undefined && isDraft && approval.status !== 'rejected' && visit.may('accountant') && (
        <Again loaded={loaded} />
      )}
      {next !== undefined && <Go to={`/approvals/${next}`} text={own.next} apart />}
    </Section>
  );
};

/** One click where the approval still holds; otherwise another person's look is needed. */
const Again = ({ loaded }: Part): VNode => {
  const visit = useOrganisation();
  const { approval: own } = visit.words;
  return loaded.retriable ? (
    <Send act="retry" text={own.retry} action={`/approvals/${loaded.approval.id}`} />
  ) : (
    <>
      <p>{loaded.approval.status === 'approved' ? own.anew : own.askAnew}</p>
      <Send act="submit" text={own.submit} action={documentOf(visit, loaded).href} />
    </>
  );
};

const Content = ({ loaded: { preview, approval } }: Part): VNode =>
  preview === undefined ? <SnapshotView snapshot={approval.snapshot} /> : <PreviewView preview={preview} />;

/** The PDF as it will be sent; afterwards as it was. */
const Pdf = ({ loaded }: Part): VNode | null => {
  const visit = useOrganisation();
  const { approval: own } = visit.words;
  const { approval, document } = loaded;
  if (document === undefined) return null;
  const isFiled = document.filing.status === 'filed' || document.filing.status === 'cancelled';
  if (approval.status !== 'pending' && !isFiled) return null;
  const { href } = documentOf(visit, loaded);
  const file = `${href}/${isFiled ? 'document' : 'preview'}.pdf`;
  return (
    <Section title={own.pdf}>
      <p>
        <a href={file}>PDF</a>
      </p>
      <iframe class="document" src={file} title={own.pdf} loading="lazy" />
    </Section>
  );
};

/** Always in view, however long the document is. */
const Decision = ({ loaded }: Part): VNode | null => {
  const visit = useOrganisation();
  const { approval: own } = visit.words;
  const { approval, shownHash } = loaded;
  if (!visit.may('administrator')) return null;
  const amount = money(visit.language, signedTotal(approval), approval.currency);
  const { noun } = documentOf(visit, loaded);
  return (
    <div class="decide">
      <p class="quiet">{own.irreversible}</p>
      <div class="columns">
        <ActForm act="approve" label={own.approve(noun, amount)}>
          <input type="hidden" name="shown" value={shownHash} />
          <button>{own.approve(noun, amount)}</button>
        </ActForm>
        <ActFold title={own.reject} act="reject" open={visit.sent?.text('act') === 'reject'}>
          <Field name="reason" label={own.rejectReason} required maxlength={CHARACTERS.reason} />
          <Press text={own.reject} danger />
        </ActFold>
      </div>
    </div>
  );
};
