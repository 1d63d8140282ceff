// From one request for a page to its answer: address, host, session, page, role; for a form also where it came from,
// its token, and a fresh proof of who is there when the act cannot be undone.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { wordsIn } from '../../generated/words.ts';
import { type Body, MAX_FORM_BYTES, MAX_STRANGER_BYTES, withForm } from './body.ts';
import {
  csrfToken,
  dropNotice,
  dropSecret,
  isSame,
  newSecret,
  readMarks,
  readNotice,
  readSecret,
  writeMark,
  writeNotice,
  writeSecret,
} from './cookies.ts';
import { draw } from './draw.tsx';
import type { Form } from './form.ts';
import { LANGUAGES } from '../../generated/languages.ts';
import { preferredLanguage } from './language.ts';
import type { Matched } from './match.ts';
import { originMeant } from '../base/net/origin.ts';
import { addressOf, isOwnForm, sourceOf } from './origin.ts';
import { type Opened, type OpenedAct, drawnFor, notFound, open, requireRole } from './open.tsx';
import type { Done, Page, Shown } from './page.ts';
import type { Surroundings } from './parts.ts';
import { resumeSession } from '../domain/parties/persons/sessions.ts';
import { Frame } from './parts/frame.tsx';
import { ACT, CSRF } from './parts/form.tsx';
import { type Problem, Stop, toProblem } from './problem.ts';
import { writeFile, writeHtml, writeRedirect } from './reply.ts';
import { type SignedIn, isStrong, ProofNeeded } from '../domain/parties/persons/signed-in.ts';
import { confirmPerson } from './step-up.tsx';
import type { PersonVisit, Visit } from './visit.ts';
import { commonWords } from '../../generated/texts/common.ts';

interface Answering {
  readonly visit: Visit;
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
}

export const servePage = async (
  parts: Surroundings,
  { page, params }: Matched,
  { req, res, request_id }: Pick<Answering, 'req' | 'res'> & { readonly request_id: string },
): Promise<void> => {
  const { catchUp } = parts.books.database;
  const isPost = req.method === 'POST';
  // What a page showed by another instance may not have reached the member of the database cluster that is read here.
  if (isPost) await catchUp();
  const visit = await openVisit(parts, params, req, request_id);
  const answering = { visit, req, res };
  try {
    try {
      await (isPost ? receive(answering, page) : show(answering, page));
    } catch (error) {
      const missed = !isPost && !res.headersSent && MISSES.has(toProblem(error, visit.language)?.status ?? 0);
      if (!missed || !(await catchUp())) throw error;
      await show({ ...answering, visit: await openVisit(parts, params, req, request_id) }, page);
    }
  } catch (error) {
    await answerProblem(answering, error);
  }
};

/** Statuses of what may only not be there yet: a record, a session. */
const MISSES: ReadonlySet<number> = new Set([401, 404]);

const openVisit = async (
  parts: Surroundings,
  params: Readonly<Record<string, string>>,
  req: IncomingMessage,
  request_id: string,
): Promise<Visit> => {
  const now = parts.now();
  const kept = readSecret(parts.origin, req);
  const signedIn = await whoIs(parts, req);
  const secret = kept ?? newSecret();
  const meant = originMeant(parts.origin, req.headers.host) ?? parts.origin.href;
  const url = new URL(req.url ?? '/', meant);
  const chosen = LANGUAGES.find((language) => language === url.searchParams.get('language'));
  const language = chosen ?? signedIn?.person.locale ?? preferredLanguage(req);
  return {
    parts,
    request_id,
    url,
    params,
    now,
    language,
    words: wordsIn(language),
    signedIn,
    secret,
    csrf: csrfToken(secret),
    address: addressOf(parts, req),
    source: sourceOf(parts, req),
    marks: readMarks(parts.origin, req),
    userAgent: (req.headers['user-agent'] ?? '').slice(0, 200),
    sent: undefined,
    problem: undefined,
  };
};

const whoIs = async (parts: Surroundings, req: IncomingMessage): Promise<SignedIn | undefined> => {
  const kept = readSecret(parts.origin, req);
  return kept === undefined ? undefined : resumeSession(parts.books.database, kept, parts.now());
};

const show = async (answering: Answering, page: Page): Promise<void> => {
  const { visit, req, res } = answering;
  const found = await open(page, visit);
  if (found === undefined) return leadToSignIn(answering);
  const file = await found.file?.();
  if (file !== undefined) return writeFile(res, file);
  const shown = await found.show?.(undefined);
  if (shown === undefined) throw notFound(visit);
  if (shown.moved !== undefined) return writeRedirect(res, 302, shown.moved);
  await answerShown(answering, found, shown, readNotice(visit.parts.origin, visit.secret, req));
};

/** Comes back to the page after signing in; a form that was sent is not repeated. */
const leadToSignIn = ({ visit, res }: Answering): void => writeRedirect(res, 302, backTo(visit));

const AGAIN_S = 10;

const receive = async (answering: Answering, page: Page): Promise<void> => {
  const { req, visit: asked } = answering;
  const { parts } = asked;
  const words = commonWords(asked.language);
  if (!isOwnForm(parts.origin, req))
    throw new Stop({ status: 403, title: words.foreign, text: words.foreignText });
  const most = asked.signedIn !== undefined ? MAX_FORM_BYTES : MAX_STRANGER_BYTES;
  await withForm(req, most, (form) => takeIn(answering, page, form));
};

const takeIn = async (answering: Answering, page: Page, form: Body): Promise<void> => {
  const { req, res, visit: asked } = answering;
  const { parts } = asked;
  const words = commonWords(asked.language);
  if (asked.signedIn === undefined && page.audience !== 'everyone') throw signedOut(asked);
  if (form === 'gone') return void res.destroy();
  if (form === 'too_large')
    throw new Stop({ status: 413, title: words.tooLarge(String(MAX_FORM_BYTES / 2 ** 20)) });
  if (form === 'busy') throw new Stop({ status: 503, title: words.formsBusy, retry_after: AGAIN_S });
  if (form === 'unreadable') throw new Stop({ status: 400, title: words.unreadable });
  // A large file takes minutes, in which the session may end or lose its rights.
  const visit: Visit = { ...asked, signedIn: await whoIs(parts, req), now: parts.now(), sent: form };
  const found = await open(page, visit);
  if (found === undefined) throw signedOut(visit);
  if (!isSame(form.text(CSRF), visit.csrf)) return showStale({ ...answering, visit }, found);
  await carryOut({ ...answering, visit }, found, form);
};

const backTo = ({ url }: Visit): string => {
  const back = `${url.pathname}${url.search}`;
  return back === '/' ? '/sign-in' : `/sign-in?back=${encodeURIComponent(back)}`;
};

const signedOut = (visit: Visit): Stop => {
  const { signedOut: title, signedOutText: text, signInAgain } = visit.words.common;
  return new Stop({ status: 401, title, text, link: { href: backTo(visit), text: signInAgain } });
};

/** Sent by these pages, but by one that was opened before the sign-in: shown anew with what was typed. */
const showStale = async (answering: Answering, found: Opened): Promise<void> => {
  const { foreign: title, stalePage: text } = commonWords(answering.visit.language);
  const problem: Problem = { status: 403, title, text };
  const shown = await found.show?.(problem);
  if (shown === undefined) throw new Stop(problem);
  await answerShown(answering, found, { ...shown, status: problem.status }, undefined, problem);
};

/** The page that asks who is there; undefined when the form proves it. */
const askProof = async (visit: Visit, form: Form): Promise<Shown | undefined> => {
  if (visit.signedIn === undefined) return undefined;
  const person: PersonVisit = { ...visit, signedIn: visit.signedIn };
  const asked = await confirmPerson(person, form);
  return asked && drawnFor(person, asked);
};

/** Some acts find out only while they hold their record that they take a proof. */
const runProven = async (visit: Visit, act: OpenedAct, form: Form, isProven: boolean): Promise<Done> => {
  try {
    return await act.run(form, isProven);
  } catch (error) {
    if (isProven || !(error instanceof ProofNeeded)) throw error;
    return (await askProof(visit, form)) ?? act.run(form, true);
  }
};

const carryOut = async (answering: Answering, found: Opened, form: Form): Promise<void> => {
  const { visit } = answering;
  const act = found.act(form.text(ACT));
  if (act === undefined) throw notFound(visit);
  if (found.within !== undefined) requireRole(visit, found.within.role, act.role);
  const isProven = visit.signedIn === undefined || isStrong(visit.signedIn, visit.now);
  const isAsked = !isProven && act.strong(form);
  const asked = isAsked ? await askProof(visit, form) : undefined;
  if (asked !== undefined) return answerShown(answering, found, asked, undefined);
  let done: Done;
  try {
    done = await runProven(visit, act, form, isProven || isAsked);
  } catch (error) {
    const problem = toProblem(error, visit.language);
    const shown = problem === undefined || error instanceof Stop ? undefined : await found.show?.(problem);
    if (problem === undefined || shown === undefined) throw error;
    return await answerShown(answering, found, { ...shown, status: problem.status }, undefined, problem);
  }
  if ('main' in done) return answerShown(answering, found, done, undefined);
  const { origin } = visit.parts;
  const secret = typeof done.session === 'string' ? done.session : visit.secret;
  const cookies = sessionCookies(answering, done);
  if (done.say !== undefined) cookies.push(writeNotice(origin, secret, done.say));
  writeRedirect(answering.res, 303, done.to ?? `${visit.url.pathname}${visit.url.search}`, cookies);
};

const sessionCookies = (
  { visit, req }: Answering,
  { session, mark }: Pick<Shown, 'session' | 'mark'>,
): string[] => {
  const { origin } = visit.parts;
  const marks = typeof mark === 'string' ? [writeMark(origin, mark, visit.marks)] : [];
  if (session === null) return [dropSecret(origin), ...marks];
  if (session !== undefined) return [writeSecret(origin, session), ...marks];
  return readSecret(origin, req) === undefined ? [writeSecret(origin, visit.secret), ...marks] : marks;
};

const answerShown = async (
  answering: Answering,
  { within, company }: Pick<Opened, 'within' | 'company'>,
  shown: Shown,
  notice: string | undefined,
  problem?: Problem,
): Promise<void> => {
  const { visit, res } = answering;
  const { title, main, scripts = [], status = 200, again, part, onward } = shown;
  const html = await draw(
    <Frame {...{ visit, within, company, title, notice, problem, scripts, again, part, onward }}>
      {main}
    </Frame>,
  );
  const cookies = sessionCookies(answering, shown);
  if (notice !== undefined) cookies.push(dropNotice(visit.parts.origin));
  writeHtml(res, status, `<!doctype html>${html}`, cookies, problem?.retry_after);
};

const answerProblem = async (answering: Answering, thrown: unknown): Promise<void> => {
  const { visit, res } = answering;
  const known = toProblem(thrown, visit.language);
  if (known === undefined)
    visit.parts.log.error({ err: thrown, request_id: visit.request_id }, 'a page failed');
  if (res.headersSent) return void res.destroy();
  const { common: words } = visit.words;
  const problem = known ?? { status: 500, title: words.internal, text: words.internalText(visit.request_id) };
  const main = (
    <p>
      <a href="/">{words.back}</a>
    </p>
  );
  const nowhere = { within: undefined, company: undefined };
  await answerShown(
    answering,
    nowhere,
    { title: problem.title, main, status: problem.status },
    undefined,
    problem,
  );
};
