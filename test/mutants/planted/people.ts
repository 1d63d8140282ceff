// Faults of signing in, of what a page proves, and of rights that end.
import type { Planted } from './planted.ts';

const SIGN_IN = ['test/console/persons-sign-in', 'test/domain/persons/sign-in'];
const MEMBERS = ['test/console/persons-members', 'test/console/changed-rights'];

export const PEOPLE: readonly Planted[] = [
  {
    name: 'page-of-another-browser-counts',
    file: 'src/console/serve.tsx',
    find: 'if (!isSame(form.text(CSRF), visit.csrf)) return showStale({ ...answering, visit }, found);\n',
    put: '',
    tests: SIGN_IN,
  },
  {
    name: 'proof-that-never-grows-old',
    file: 'src/domain/parties/persons/signed-in.ts',
    find: 'now.getTime() - session.strong_at.getTime() < STRONG_MS',
    put: 'now.getTime() - session.strong_at.getTime() < STRONG_MS * 1000',
    tests: ['test/domain/persons/proof'],
  },
  {
    name: 'role-changed-and-still-signed-in',
    file: 'src/domain/parties/persons/members.ts',
    find: 'const ended = await deleteSessions(ctx.db, person_id, kept?.id ?? null, ctx.organisation_id);',
    put: 'const ended = 0;',
    tests: MEMBERS,
  },
  {
    name: 'own-role-changed-under-the-old-secret',
    file: 'src/domain/parties/persons/members.ts',
    find: '{ secret_hash: hashOf(secret) });',
    put: '{});',
    tests: MEMBERS,
  },
  {
    name: 'idle-session-goes-on',
    file: 'src/domain/parties/persons/sessions.ts',
    find: 'seen_after: before(now, IDLE_MS)',
    put: 'seen_after: before(now, LONGEST_MS)',
    tests: SIGN_IN,
  },
  {
    name: 'session-without-end',
    file: 'src/domain/parties/persons/sessions.ts',
    find: 'created_after: before(now, LONGEST_MS)',
    put: 'created_after: before(now, LONGEST_MS * 99)',
    tests: SIGN_IN,
  },
  {
    name: 'sessions-of-the-issuer-see-all-organisations',
    file: 'src/domain/parties/persons/sessions.ts',
    find: 'if (!isByCompany({ session })) return { person',
    put: 'if (isByCompany({ session })) return { person',
    tests: ['test/console/company-sign-in'],
  },
  {
    name: 'codes-of-an-hour',
    file: 'src/domain/parties/persons/totp.ts',
    find: 'const WINDOW = 1;',
    put: 'const WINDOW = 120;',
    tests: ['test/domain/persons-totp', ...SIGN_IN],
  },
  {
    name: 'delay-that-does-not-grow',
    file: 'src/domain/parties/persons/lock-out.ts',
    find: 'MINUTE * 2 ** Math.min(over, 10)',
    put: 'MINUTE * 2 ** Math.min(over, 0)',
    tests: ['test/domain/persons/delays'],
  },
  {
    name: 'address-joins-whoever-took-it',
    file: 'src/domain/parties/persons/joining.ts',
    find: 'if (person === undefined || !person.email_proven) return member;',
    put: 'if (person === undefined) return member;',
    tests: ['test/console/persons-joining'],
  },
  {
    name: 'shown-link-counts-for-ever',
    file: 'src/domain/parties/persons/links.ts',
    find: "  if (way === 'shown' && !(await mayHandOver(db, email, organisation_id))) return undefined;\n",
    put: '',
    tests: ['test/console/persons-joining'],
  },
  {
    name: 'strangers-delay-who-is-signed-in',
    file: 'src/domain/parties/persons/sign-in.ts',
    find: 'const subjects = [proofSubject(signedIn)];',
    put: 'const subjects = strangerSubjects(signedIn.person.email, null);',
    tests: ['test/console/guesses'],
  },
  {
    name: 'notice-of-anybody-is-shown',
    file: 'src/console/cookies.ts',
    find: "if (body === '' || !isSame(signature, sign(secret, body))) return undefined;",
    put: "if (body === '' || !isSame(signature, signature)) return undefined;",
    tests: ['test/console/notice'],
  },
];
