// Faults in who sees a connected app, what it may be given, and when it ends.
import type { Planted } from './planted.ts';

const APPS = 'src/domain/parties/oauth/apps';
const PAGE = 'src/console/pages/settings/apps.tsx';

export const APP_FAULTS: readonly Planted[] = [
  {
    name: 'an-app-beyond-the-role',
    file: `${APPS}/change.ts`,
    find: '.filter((scope) => !roleAllows(role, scope));',
    put: '.filter((scope) => !roleAllows(role, scope) && isReading(scope));',
    tests: ['test/oauth/apps'],
  },
  {
    name: 'an-app-of-a-foreign-company',
    file: `${APPS}/change.ts`,
    find: '(await findEntity(ctx.db, ctx.organisation_id, entity_id)) === undefined',
    put: "(await findEntity(ctx.db, ctx.organisation_id, entity_id)) === undefined && entity_id === ''",
    tests: ['test/admin/apps'],
  },
  {
    name: 'an-administrator-widens-an-app',
    file: `${APPS}/change.ts`,
    find: 'if (!mayWiden && isWider(before, wanted))',
    put: 'if (!mayWiden && writesMore(before, wanted))',
    tests: ['test/oauth/apps'],
  },
  {
    name: 'more-companies-to-write-without-proof',
    file: `${APPS}/change.ts`,
    find: '(writing.length > 0 && reachesFurther(before, wanted))',
    put: '(writing.length < 0 && reachesFurther(before, wanted))',
    tests: ['test/oauth/apps'],
  },
  {
    name: 'a-narrowing-undone-without-proof',
    file: `${APPS}/change.ts`,
    find: 'if (!isProven && writesMore(before, wanted))',
    put: 'if (!isProven && ctx.now.getTime() === 0 && writesMore(before, wanted))',
    tests: ['test/oauth/apps'],
  },
  {
    name: 'everybody-sees-all-apps',
    file: PAGE,
    find: "(visit.may('administrator') || isOwn(visit, app))",
    put: "(visit.may('viewer') || isOwn(visit, app))",
    tests: ['test/oauth/apps'],
  },
  {
    name: 'apps-of-other-organisations',
    file: `${APPS}/app.ts`,
    find: '(within !== undefined && row.organisation_id !== within)',
    put: "(within !== undefined && row.organisation_id === '')",
    tests: ['test/oauth/apps'],
  },
  {
    name: 'a-list-of-all-apps-for-everybody',
    file: PAGE,
    find: "may('administrator') ? {} :",
    put: "may('viewer') ? {} :",
    tests: ['test/oauth/apps'],
  },
  {
    name: 'an-app-that-still-refreshes-is-swept',
    file: 'src/domain/parties/oauth/store/ends.ts',
    find: 'return and([not(exists(tokens)), not(exists(codes))]);',
    put: 'return and([not(exists(codes))]);',
    tests: ['test/oauth/ends'],
  },
  {
    name: 'a-typed-app-in-the-wrong-organisation',
    file: 'src/console/pages/connect/consent.tsx',
    find: 'const { request, client } = await wantedHere(visit);',
    put: 'const { request, client } = await wantedNearby(visit);',
    tests: ['test/oauth/ends'],
  },
  {
    name: 'signing-out-ends-the-apps-of-all',
    file: 'src/domain/parties/oauth/store/apps.ts',
    find: "    .where('person_id', '=', person_id)\n    .where('oauth_client_id', 'is not', null)",
    put: "    .where('person_id', '<=', person_id)\n    .where('oauth_client_id', 'is not', null)",
    tests: ['test/oauth/ends'],
  },
];
