// The transport of one document that is filed by e-mail. Every attempt sends the same mail: same message id, same
// bytes, same PDF, so that a receiver can drop a repeat.
import type { Outcome, Submission, Transport } from '../../../einvoicing/filing.ts';
import { asApproved } from '../../documents/shared/filing.ts';
import { formatFolio } from '../../documents/shared/document.ts';
import type { Letter } from '../delivery/letter.ts';
import { loadFilable } from '../filable.ts';
import { BY_MAIL, type JobOf } from '../job.ts';
import { findPrint, keepPrint } from '../store/outbox.ts';
import { type Working, change, readScope, toSentence, unlessStopped } from './step.ts';

type Filing = Working<JobOf<'file'>>;

/** Attempts while the server takes nothing: about two days with the usual back-off. */
const MAX_ATTEMPTS = 300;

export const mailTransport = (working: Filing): Transport => ({
  name: BY_MAIL,
  sandbox: working.parts.post.sandbox,
  send: async (submission) => (await sendLetter(working, submission)).outcome,
  recover: async (submission) => {
    const { outcome, repeated } = await sendLetter(working, submission);
    if (outcome.kind !== 'rejected' || !repeated) return outcome;
    // What the server says of a repeat does not settle what became of the mail before.
    const said = outcome.faults[0]?.message ?? 'the mail server refuses a repeat';
    return { kind: 'unknown', reason: said.replace(/\.$/, ''), forPerson: true };
  },
  check: () => Promise.resolve(null),
});

const sendLetter = async (
  working: Filing,
  submission: Submission,
): Promise<{ readonly outcome: Outcome; readonly repeated: boolean }> => {
  const { job, parts } = working;
  const kept = await findPrint(parts.books.database.reader, job);
  const letter = await writeLetter(working, submission);
  let pdf = kept;
  try {
    pdf ??= await parts.post.print(letter);
  } catch (error) {
    const reason = `its PDF could not be made: ${toSentence(error)}`;
    return { outcome: { kind: 'unknown', reason, turnedAway: true }, repeated: false };
  }
  if (kept === null) {
    const print = pdf;
    await change(working, 'file', (ctx) => keepPrint(ctx.db, job, ctx.now, print));
  }
  const sent = await unlessStopped(working, parts.post.send(letter, pdf));
  const outcome = sent ?? ({ kind: 'unknown', reason: 'the service stopped while it was sent' } as const);
  return { outcome: isOver(outcome, job) ? asRefusal(outcome) : outcome, repeated: kept !== null };
};

const writeLetter = async (working: Filing, submission: Submission): Promise<Letter> => {
  const { job } = working;
  const found = await loadFilable(await readScope(working), job.document_id);
  if (found === undefined || job.built === null) throw new Error(`${job.document_id} is not there`);
  return {
    documentId: found.id,
    document: asApproved(found.document(), found),
    folio: formatFolio(found) ?? found.id,
    submission,
    builtAt: job.built.at,
    sandbox: job.built.sandbox,
  };
};

/** Nothing was sent in any attempt, and no further one is made. */
const isOver = (outcome: Outcome, job: JobOf<'file'>): boolean =>
  outcome.kind === 'unknown' && outcome.turnedAway === true && job.attempts + 1 >= MAX_ATTEMPTS;

const asRefusal = (outcome: Outcome): Outcome => ({
  kind: 'rejected',
  faults: [
    {
      code: 'mail_not_taken',
      message: `The mail server has taken no mail for two days: ${outcome.kind === 'unknown' ? outcome.reason : ''}`,
      path: null,
      fix: 'An administrator checks SMTP_URL with "doctor"; then submit the document again.',
      source: 'provider',
    },
  ],
});
