// Races for what goes to the authority: each document is asked for, approved, filed and cancelled once.
import { administrator, approveRequest } from '../../src/domain/filing/approval/decide.ts';
import { approveCancellation } from '../../src/domain/filing/cancellation/decide.ts';
import { scoped } from '../../src/db/scoped.ts';
import { ANA, outboxOf, until } from '../support/office.ts';
import { command, filed, type Prepare, type Stage, unless } from './contest.ts';

const MOST_NOTES = 8;

const jobsOf = async ({ office }: Stage, id: string, kind: string): Promise<number> =>
  (await outboxOf(office, id)).filter((job) => job.kind === kind).length;

const submit: Prepare = async (stage) => {
  const invoice_id = await stage.office.draft('mx');
  return {
    winners: 'all agree',
    codes: [],
    call: (index) => stage.rivals.client(index).submit_invoice({ invoice_id }),
    told: ({ approval_request_id }: { approval_request_id: string }) => approval_request_id,
  };
};

const approve: Prepare = async (stage) => {
  const id = await stage.office.draft('mx');
  const { approval_request_id } = await stage.office.submit('mx', id);
  const { service, entity } = stage.rivals;
  const ana = await administrator(service.database.reader, entity, ANA);
  return {
    winners: 'all agree',
    codes: [],
    call: (index) =>
      command(stage, index, 'approval approve', (ctx) => approveRequest(ctx, approval_request_id, ana)),
    told: ({ approval, refusal }: { approval: { status: string }; refusal: unknown }) => [
      approval.status,
      refusal,
    ],
    after: async () => {
      const { status, filing } = await stage.office.settled('mx', id);
      return [
        ...unless('status', status, 'filed'),
        ...unless('error', filing.last_error, null),
        ...unless('jobs', await jobsOf(stage, id, 'file'), 1),
      ];
    },
  };
};

/** As many invoices as callers, approved at once and filed by two workers: each number is given once, none is left out. */
const file: Prepare = async (stage) => {
  const { service, entity } = stage.rivals;
  const ana = await administrator(service.database.reader, entity, ANA);
  const drafts: { id: string; request: string }[] = [];
  for (let made = 0; made < stage.callers; made += 1) {
    const id = await stage.office.draft('mx');
    drafts.push({ id, request: (await stage.office.submit('mx', id)).approval_request_id });
  }
  return {
    winners: stage.callers,
    codes: [],
    call: (index) =>
      command(stage, index, 'approval approve', (ctx) =>
        approveRequest(ctx, drafts[index]?.request ?? '', ana),
      ),
    after: async () => {
      const ends = [];
      // One after the other: to ask for all of them all the time would keep the workers from filing.
      for (const { id } of drafts) ends.push(await stage.office.settled('mx', id));
      const numbers = ends.map(({ number }) => Number(number)).toSorted((a, b) => a - b);
      const first = numbers[0] ?? 0;
      return [
        ...unless('filed', ends.filter(({ status }) => status === 'filed').length, stage.callers),
        ...unless(
          'numbers',
          numbers,
          numbers.map((_, index) => first + index),
        ),
        ...unless('fiscal ids', new Set(ends.map(({ filing }) => filing.uuid)).size, stage.callers),
      ];
    },
  };
};

const discard: Prepare = async (stage) => {
  const invoice_id = await stage.office.draft('mx');
  return {
    winners: 1,
    codes: ['invoice_not_draft', 'invoice_not_found'],
    call: (index) => stage.rivals.client(index).discard_invoice({ invoice_id }),
  };
};

const cancel: Prepare = async (stage) => {
  const invoice_id = await filed(stage);
  return {
    winners: 'all agree',
    codes: [],
    call: (index) => stage.rivals.client(index).request_cancellation({ invoice_id, reason: '02' }),
    told: ({ id }: { id: string }) => id,
    after: async () => {
      const jobs = await jobsOf(stage, invoice_id, 'cancel');
      return unless('asked of the authority before a person decided', jobs, 0);
    },
  };
};

const voidIt: Prepare = async (stage) => {
  const invoice_id = await filed(stage);
  const { id } = await stage.rivals.client(0).request_cancellation({ invoice_id, reason: '02' });
  const { service, entity } = stage.rivals;
  const ana = await administrator(service.database.reader, entity, ANA);
  return {
    winners: 1,
    codes: ['request_decided'],
    call: (index) =>
      command(stage, index, 'cancellation approve', (ctx) => approveCancellation(ctx, id, ana)),
    after: async () => {
      const { status } = await until(
        () => stage.office.get('mx', invoice_id),
        (invoice) => invoice.status === 'void',
      );
      return [
        ...unless('status', status, 'void'),
        ...unless('jobs', await jobsOf(stage, invoice_id, 'cancel'), 1),
      ];
    },
  };
};

/** As many notes of the whole as callers, approved at once: one is filed. */
const credit: Prepare = async (stage) => {
  const invoice_id = await filed(stage);
  const { service, entity, client } = stage.rivals;
  const ana = await administrator(service.database.reader, entity, ANA);
  const notes: { id: string; request: string }[] = [];
  for (let made = 0; made < Math.min(stage.callers, MOST_NOTES); made += 1) {
    const { id } = await client(made).create_credit_note({ invoice_id });
    const { approval_request_id } = await client(made).submit_credit_note({ credit_note_id: id });
    notes.push({ id, request: approval_request_id });
  }
  return {
    winners: 'any',
    codes: ['wrong_state'],
    call: (index) =>
      command(stage, index, 'approval approve', (ctx) =>
        approveRequest(ctx, notes[index % notes.length]?.request ?? '', ana),
      ),
    after: async () => {
      for (const { id } of notes)
        await until(
          () => outboxOf(stage.office, id),
          (jobs) => jobs.every(({ kind, open }) => kind === 'expire' || !open),
        );
      const rows = await scoped({ db: service.database.reader, entity }, 'credit_note')
        .select()
        .select('id')
        .where('record_id', '=', invoice_id)
        .where('status', '=', 'filed')
        .execute();
      const { status, amount_credited } = await stage.office.get('mx', invoice_id);
      return unless(
        'filed notes, status, credited',
        [rows.length, status, amount_credited],
        [1, 'reversed', 1160],
      );
    },
  };
};

const submitCredit: Prepare = async (stage) => {
  const invoice_id = await filed(stage);
  const { id } = await stage.rivals.client(0).create_credit_note({ invoice_id });
  return {
    winners: 'all agree',
    codes: [],
    call: (index) => stage.rivals.client(index).submit_credit_note({ credit_note_id: id }),
    told: ({ approval_request_id }: { approval_request_id: string }) => approval_request_id,
  };
};

export const FILINGS: Readonly<Record<string, Prepare>> = {
  submit,
  approve,
  file,
  discard,
  cancel,
  void: voidIt,
  credit,
  'submit credit': submitCredit,
};
