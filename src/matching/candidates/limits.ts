// The numbers by which hypotheses are made, with their units. None of them is fitted: what the fitting program sets is the
// weights of `model/fitted.ts`. These were chosen, wide enough that the right hypothesis is among those that are scored
// and narrow enough that a line costs a few thousand steps; whoever changes one runs `npm run bench:matching`, and fits
// anew, since the weights were fitted on hypotheses that these made.

/** Days. A document may be paid so long before it is issued (a prepayment), and so long after it is due. */
export const DAYS_BEFORE_ISSUE = 15;
export const DAYS_AFTER_DUE = 420;
/** Days between a line and the payment that it is, which somebody recorded by hand. */
export const DAYS_TO_PAYMENT = 10;
/** Days after the issue date in which a discount is still taken: usual terms give fourteen, a weekend comes on top. */
export const DISCOUNT_DAYS = 17;

/** How many hypotheses of each kind a line may have, the likeliest first, and how many in all. */
export const MOST = {
  exact: 24,
  partial: 6,
  foreign: 4,
  named: 40,
  payments: 12,
  all: 60,
} as const;

/** How many documents are looked at: with this very amount, nearest in time, and of one party. */
export const LOOKED_AT = { equal: 80, ofParty: 200 } as const;

/** Parties looked into for sets, parts and shortfalls; those that an account or alias tells come on top. */
export const LIKELY_PARTIES = 4;
export const REMEMBERED_PARTIES = 2;

/**
 * Ranks, of which only the order matters: a document of a likely party comes before one that is named in a weaker way, a
 * rest that another line pays before the distance in time, and that, in days, never outweighs a level of naming.
 */
export const RANK = {
  level: 1000,
  likelyParty: 3000,
  restInBatch: 900,
  roundShare: 120,
  mostDays: 900,
} as const;

/** Of what a document has open: a difference is at most a tenth, a part at least a fiftieth. */
export const DIFFERENCE_DIVISOR = 10;
export const PART_DIVISOR = 50;
/** A share: fees and withheld taxes are never more than a fifth. */
export const LEAST_PAID_SHARE = 0.79;
/** A share: how far a bank's rate may be from the known one, either way; a card's, of a document that is named. */
export const RATE_GAP = 0.03;
export const CARD_RATE_GAP = 0.035;
/** Of what a document that is named has open: more than so much is no surplus. */
export const MOST_SURPLUS_SHARE = 0.25;
/** Minor units: a part that somebody chose is whole hundreds. */
export const ROUND_AMOUNT = 10_000;

/** Minor units. What a computed share of an amount may be off, since each side rounds: a withheld tax, a discount, a part. */
export const ROUNDING = { withholding: 3, discount: 2, roundShare: 2 } as const;

/** A fee: a share of the balance at most, where it is a usual one. */
export const FEE_SHARE = 0.2;
/** Minor units: likely fees are multiples of a half, up to sixty. */
export const LIKELY_FEE = { step: 50, most: 6_000, share: 0.04 } as const;
/** A difference that nobody minds: a share of the balance, and minor units. */
export const SMALL_DIFFERENCE = { share: 0.02, most: 100_000 } as const;
/** Minor units: less than this is no discount. */
export const LEAST_DISCOUNT = 20;

/** Likeness of names, 0 to 1: from here on a party is worth a look, and sure enough for parts of its documents. */
export const WORTH_A_LOOK = 0.5;
export const SURE_OF_PARTY = 0.55;
/** Weight of the words that fit, 0 for none: a single common word is below it, and counts half. */
export const LEAST_NAME_WEIGHT = 1.2;
/** A share of earlier payments: most of those from an account or alias were this party's. */
export const MOSTLY = 0.8;

/** Sets of one party's documents: how many it lists, how many are kept when nothing is listed, the nearest in time. */
export const LISTED_DOCUMENTS = 40;
export const KEPT_DOCUMENTS = 60;
/** Documents among which sets are looked for: pairs and triples, and larger ones, of which there are 2 to that power. */
export const NEAREST = 26;
export const NEAREST_FOR_LARGE = 20;
/** Documents in a row by due date, and in a larger set. */
export const LONGEST_RUN = 40;
export const LARGEST_SET = 9;
/** Sets that are kept, and found at most. */
export const KEPT_SETS = 14;
export const FOUND_SETS = 200;
