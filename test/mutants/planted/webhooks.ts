// Faults of what webhooks send, and of who lets them.
import type { Planted } from './planted.ts';

export const WEBHOOKS: readonly Planted[] = [
  {
    name: 'webhook-let-as-it-was-not-shown',
    file: 'src/domain/across/webhooks/endpoints.ts',
    find: 'changes.shown !== undefined && changes.shown !== shownState(before)',
    put: 'changes.shown === undefined && false',
    tests: ['test/console/webhooks'],
  },
  {
    name: 'webhook-made-without-a-fresh-proof',
    file: 'src/console/pages/webhooks/form.tsx',
    find: 'const make: Act<OrganisationVisit> = {\n  strong: true,\n',
    put: 'const make: Act<OrganisationVisit> = {\n',
    tests: ['test/console/webhooks'],
  },
  {
    name: 'webhook-switched-off-once-a-delivery',
    file: 'src/domain/across/webhooks/failing.ts',
    find: "if (before === undefined || before.status !== 'enabled') return undefined;",
    put: 'if (before === undefined) return undefined;',
    tests: ['test/webhooks/failing'],
  },
  {
    name: 'webhook-sent-again-to-where-it-is-not-taken-any-more',
    file: 'src/domain/across/webhooks/resend.ts',
    find: '  requireWanted(webhook, before);\n',
    put: '',
    tests: ['test/tools/organization/webhooks-resent'],
  },
  {
    name: 'webhook-receiver-that-switches-protocols-waited-for',
    file: 'src/base/net/poster.ts',
    find: "request.on('upgrade',",
    put: "request.on('upgraded',",
    tests: ['test/webhooks/forbidden'],
  },
  {
    name: 'webhook-names-looked-up-without-bound',
    file: 'src/base/net/guard.ts',
    find: 'if (free > 0) free -= 1;',
    put: 'if (free > -99) free -= 1;',
    tests: ['test/webhooks/resolve'],
  },
  {
    name: 'webhook-made-meanwhile-hears-nothing',
    file: 'src/domain/ground/change/store.ts',
    find: 'performance.now() - no_receivers_at < SEEN_MS;',
    put: 'no_receivers_at > 0;',
    tests: ['test/webhooks/made-meanwhile'],
  },
];
