// A cancellation that an agent asks for, decided on the page of its invoice, where all of that is seen.
import { useCompany, useOrganisation } from '../../context.ts';
import type { VNode } from 'preact';
import { dayIn } from '../../../base/time/day.ts';
import { findKey } from '../../../domain/parties/access/store.ts';
import type { EntityChange } from '../../../domain/ground/change/change.ts';
import { administrator } from '../../../domain/filing/approval/decide.ts';
import { approveCancellation, rejectCancellation } from '../../../domain/filing/cancellation/decide.ts';
import { loadFilable } from '../../../domain/filing/filable.ts';
import {
  type CancellationRequestRow,
  openCancellation,
  pendingCancellations,
} from '../../../domain/filing/store/cancellations.ts';
import type { Member } from '../../../domain/ground/organisations/store.ts';
import { requiredText } from '../../amounts.ts';
import { type Act, provenAct, actBy } from '../../page.ts';
import { Decide } from '../../parts/decide.tsx';
import { Facts, Moment, Section, Waits } from '../../parts/show.tsx';
import { companyHref, type CompanyVisit, type OrganisationVisit } from '../../visit.ts';

export interface AskedCancellation {
  readonly request: CancellationRequestRow;
  readonly askedBy: string;
}

/** What waits for a decision on this invoice. */
export const askedCancellation = async (
  { books, now }: CompanyVisit,
  invoiceId: string,
): Promise<AskedCancellation | undefined> => {
  const request = await openCancellation(books, invoiceId);
  if (request?.status !== 'pending') return undefined;
  const { id, type } = request.requested_by;
  const key = type === 'key' ? await findKey(books.db, id, now) : undefined;
  return { request, askedBy: key?.name ?? id };
};

type Deciding = EntityChange;

const decide = async (
  visit: CompanyVisit,
  action: string,
  id: string,
  args: object,
  work: (ctx: Deciding, by: Member) => Promise<CancellationRequestRow>,
): Promise<void> => {
  const by = await administrator(visit.books.db, visit.entity, visit.signedIn.person.email);
  await visit.change(action, { id, ...args }, (ctx: Deciding) => work(ctx, by));
};

export const approveAsked: Act<CompanyVisit> = provenAct('administrator', async (visit, form) => {
  const id = form.text('request');
  await decide(visit, 'cancellation approve', id, {}, (ctx, by) => approveCancellation(ctx, id, by));
  return { say: visit.words.invoice.voided };
});

export const rejectAsked: Act<CompanyVisit> = actBy('administrator', async (visit, form) => {
  const id = form.text('request');
  const { cancellation: own } = visit.words;
  const reason = requiredText(visit, form, 'rejection', own.why);
  await decide(visit, 'cancellation reject', id, { reason }, (ctx, by) =>
    rejectCancellation(ctx, id, by, reason),
  );
  return { say: own.rejected };
});

export const Asked = ({ asked: { request, askedBy } }: { asked: AskedCancellation }): VNode => {
  const visit = useCompany();
  const { cancellation: own } = visit.words;
  const { id, reason, replacement_invoice_id: other, note } = request;
  return (
    <Section title={own.asked} card>
      <Facts
        rows={[
          [own.askedBy, askedBy],
          [visit.words.invoice.voidReason, `${reason} ${visit.words.invoice.voidReasons[reason]}`],
          [own.replacement, other === null ? null : <a href={visit.href(`/invoices/${other}`)}>{other}</a>],
          [own.note, note],
          [
            own.openUntil,
            <Moment value={request.expires_at.toISOString()} timeZone={visit.entity.time_zone} />,
          ],
        ]}
      />
      {visit.may('administrator') && (
        <>
          <p class="quiet">{visit.words.invoice.voidNote}</p>
          <Decide words={own} danger="approve" of="cancellation" reason="rejection">
            <input type="hidden" name="request" value={id} />
          </Decide>
        </>
      )}
    </Section>
  );
};

export interface WaitingCancellation {
  readonly id: string;
  readonly href: string;
  readonly company: string;
  readonly folio: string;
  readonly customer: string;
  readonly reason: CancellationRequestRow['reason'];
}

/** Those of all companies of the organisation, oldest first. */
export const waitingCancellations = async (
  { reads, companies, now }: OrganisationVisit,
  only: string | null,
): Promise<WaitingCancellation[]> => {
  const asked = companies.filter(({ id }) => only === null || only === '' || id === only);
  const rows = await pendingCancellations(
    reads.db,
    asked.map(({ id }) => id),
    now,
  );
  const found = await Promise.all(
    rows.map(async ({ id, entity_id, invoice_id, reason }): Promise<WaitingCancellation[]> => {
      const entity = asked.find((company) => company.id === entity_id);
      if (entity === undefined) return [];
      const ctx = { db: reads.db, entity, now, today: dayIn(entity.time_zone, now) };
      const invoice = await loadFilable(ctx, invoice_id);
      return [
        {
          id,
          href: companyHref(entity_id, `/invoices/${invoice_id}`),
          company: entity.name,
          folio: invoice?.folio ?? invoice_id,
          customer: invoice?.customer.name ?? '',
          reason,
        },
      ];
    }),
  );
  return found.flat();
};

export const WaitingCancellations = ({ waiting }: { waiting: readonly WaitingCancellation[] }): VNode => {
  const { cancellation: own, invoice, common } = useOrganisation().words;
  const items = waiting.map(({ href, folio, customer, company, reason }) => ({
    href,
    text: own.row(folio, customer),
    note: (
      <small>
        {common.company}: {company} · {reason} {invoice.voidReasons[reason]}
      </small>
    ),
  }));
  return <Waits title={own.waiting} items={items} />;
};
