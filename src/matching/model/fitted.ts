// Written by `npm run matching:fit`. Do not edit.
import type { Fitted } from './weights.ts';

export const FITTED: Fitted = {
  version: 'logit-2026-11-21',
  trained: '2026-11-21',
  seeds: '1001-1120',
  policy: [
    [0, 0],
    [0.6258, 0.7],
    [0.9136, 0.9],
    [0.995, 0.97],
    [1, 1],
  ],
  weights: `
account.other -1.11 -0.819; account.same 0.382 0.643; alias.other -0.31 -0.219; alias.same 0.554 0.274
amount.discount 3.254 3.631; amount.exact 0.185 0.426; amount.exact_rest 1.316 0.858
amount.known_fee 0.595 0.047; amount.late_discount -1.451 -1.335; amount.likely_fee -1.639 -1.611
amount.listed_sum 0.182 -0.074; amount.others_equal 0.215 0.329; amount.others_equal_elsewhere -0.188 -0.252
amount.partial -1.808 -1.38; amount.partly_listed_sum 0.909 0.775; amount.rate_close 0.691 0.546
amount.rate_wide -1.264 -0.806; amount.retention 1.489 1.244; amount.round.0 0.093 0.08
amount.round.1 0.283 0.235; amount.round.2 0.582 0.555; amount.round.3 0.543 0.415; amount.small 0.15 0.14
amount.small_difference -2.359 -2.251; amount.sum 1.287 1.274; amount.unique 0.418 0.728
batch.account_other 0 -1.106; batch.account_same 0 0.042; batch.alias_other 0 -0.214; batch.alias_same 0 0.647
batch.cause_unusual 0 -0.055; batch.cause_usual 0 0.632; batch.claimed.free 0 0.838
batch.claimed.half 0 0.491; batch.claimed.little 0 0.635; batch.claimed.much 0 0.065
batch.claimed.taken 0 -1.457; batch.claimed_by_earlier 0 -3.208; batch.claimed_by_later 0 -0.392
batch.claimed_share 0 -1.494; batch.lag.far 0 -1.028; batch.lag.near 0 1.07; batch.lag.same 0 1.151
batch.lag.week 0 0.756; batch.lag.weeks 0 -0.107; batch.lag_distance 0 -1.154; batch.lag_known_series 0 -0.69
batch.leaning_many 0 -0.016; batch.leaning_other 0 -0.875; batch.leaning_same 0 1.181
batch.missing_seen 0 0.504; batch.order.far 0 -0.25; batch.order.next 0 0.11; batch.order.same 0 0.547
batch.parts_complete 0 5.421; batch.stronger_claim 0 0.738; batch.strongest_claim 0 1.016
both.days.faint_number.early 0.239 0.367; both.days.faint_number.late -0.191 -0.157
both.days.faint_number.near -0.314 -0.301; both.days.faint_number.very_late 0.555 0.432
both.days.high.early 0.069 0.118; both.days.high.late 0.238 0.269; both.days.high.near -0.104 -0.112
both.days.high.very_late 0.605 0.56; both.days.low.early -0.038 0.024; both.days.low.late 0.016 -0.183
both.days.low.near -0.139 -0.25; both.days.low.very_late 0.565 0.477; both.days.middle.early 0.096 -0.052
both.days.middle.late -0.266 -0.049; both.days.middle.near -0.51 -0.324
both.days.middle.very_late 0.215 0.233; both.days.no_number.early -0.839 -0.981
both.days.no_number.late -0.117 -0.118; both.days.no_number.near -0.041 0.004
both.days.no_number.very_late -0.298 -0.407; both.days.number.early 0.728 0.705
both.days.number.late 0.296 0.312; both.days.number.near -0.397 -0.39; both.days.number.very_late 1.129 1.245
both.high.faint_number.rare -1.512 -1.155; both.high.faint_number.shared 0.512 0.788
both.high.no_number.rare 0.289 0.265; both.high.no_number.shared 0.68 0.506
both.high.number.rare -1.955 -2.033; both.high.number.shared 0.054 0.052
both.low.faint_number.rare 0.428 0.147; both.low.faint_number.shared 0.725 0.47
both.low.no_number.rare -0.508 -0.64; both.low.no_number.shared -1.777 -1.647
both.low.number.rare 0.862 0.874; both.low.number.shared 1.995 2.087
both.middle.faint_number.rare -0.522 -0.362; both.middle.faint_number.shared 0.418 0.259
both.middle.no_number.rare 0.656 0.64; both.middle.no_number.shared 0.875 0.77
both.middle.number.rare -0.648 -0.621; both.middle.number.shared 0.778 0.799
days.before_issue.little -3.983 -3.847; days.before_issue.much -3.759 -3.577
days.distance.deducted -1.721 -1.35; days.distance.exact -1.959 -1.829
days.distance.other_currency -1.264 -0.919; days.distance.partial -1.909 -2.134
days.distance.several -0.357 -0.238; days.due.before_-2 0.757 0.634; days.due.before_-20 -1.266 -1.734
days.due.before_-40 -1.435 -1.905; days.due.before_-8 0.675 0.464; days.due.before_11 0.874 1.071
days.due.before_121 0.263 0.326; days.due.before_21 1.092 1.35; days.due.before_36 0.668 0.98
days.due.before_4 1.118 1.052; days.due.before_61 0.388 0.665; days.due.later -2.319 -2.154
days.part_due.around 0.009 -0.092; days.part_due.early -2.518 -2.512; days.part_due.late 0.554 0.598
days.part_due.very_late 0.145 0.625; days.set_due.before_-2 0.042 -0.158
days.set_due.before_-20 -1.391 -1.508; days.set_due.before_-40 -0.688 -0.897
days.set_due.before_-8 -0.958 -1.087; days.set_due.before_11 1.733 1.598; days.set_due.before_121 0.311 0.481
days.set_due.before_21 1.918 1.854; days.set_due.before_36 1.207 1.342; days.set_due.before_4 0.834 0.644
days.set_due.before_61 0.26 0.377; days.set_due.later -0.893 -0.673; days.since_issue.days -0.086 -0.123
days.since_issue.same_day 0.666 0.481; days.since_issue.weeks -0.167 -0.211; folio.cut 0.001 0
folio.deducted.medium 0.401 0.385; folio.deducted.near 0.012 0.01; folio.deducted.none -1.107 -1.188
folio.deducted.strong 0.499 0.454; folio.deducted.weak 0.083 0.064; folio.exact.medium 0.068 0.096
folio.exact.near 0.788 0.569; folio.exact.none 0.223 -0.101; folio.exact.strong -0.202 0.052
folio.exact.weak 0.624 0.669; folio.level.full 0.788 0.709; folio.level.long 0.668 0.729
folio.level.near 0.918 0.675; folio.level.none -1.906 -1.873; folio.level.number 0.521 0.631
folio.level.padded -0.381 -0.154; folio.level.short 0.218 0.078; folio.level.strong 0.559 0.547
folio.listed_share 0.768 0.377; folio.other_closed.medium -1.192 -1.369; folio.other_closed.near -0.456 -0.244
folio.other_closed.strong -1.606 -1.327; folio.other_closed.weak -0.564 -0.61
folio.other_currency.medium -0.1 -0.046; folio.other_currency.none -0.601 -0.318
folio.other_currency.strong 0.096 0.078; folio.other_currency.weak 0.031 0.024
folio.other_live.medium -0.82 -0.862; folio.other_live.near -0.737 -0.644
folio.other_live.strong -1.88 -2.141; folio.other_live.weak -0.151 -0.08; folio.other_same_party -3.909 -3.992
folio.partial.medium -0.051 0.03; folio.partial.near 0.01 0.007; folio.partial.none -1.517 -1.392
folio.partial.strong 0.864 1.014; folio.partial.weak -1.114 -1.039; folio.reissued 0.305 -0.063
folio.several.medium 0.203 0.165; folio.several.near 0.108 0.089; folio.several.none 1.096 1.126
folio.several.strong 0.757 0.387; folio.several.weak 0.212 0.206; folio.shared_by_others 0.178 0.243
folio.slip 3.01 3.224; folio.slip_though_known 2.574 2.481; folio.unknown_number -0.232 -0.331
folio.unknown_number_but_own 0.171 0.274; month.named 0.717 0.818; month.other_named -1.758 -1.722
name.cover.all 0.489 0.55; name.cover.half 0.344 0.266; name.cover.low 0.134 0.119
name.cover.most 0.403 0.448; name.deducted.faint 0.108 0.073; name.deducted.fair 0.156 -0.227
name.deducted.full -0.295 -0.354; name.deducted.good 0.149 0.346; name.deducted.stranger 0.442 0.6
name.deducted.weak -0.512 -0.314; name.exact.faint 0.57 0.605; name.exact.fair -0.291 -0.283
name.exact.full 0.338 0.287; name.exact.good 0.241 0.244; name.exact.stranger 0.461 0.351
name.exact.weak -0.207 -0.302; name.explained.all -0.044 -0.258; name.explained.half -0.645 -0.724
name.explained.low -0.28 -0.311; name.explained.most -0.476 -0.784; name.nothing_named.deducted -0.159 -0.397
name.nothing_named.exact 0.388 0.381; name.nothing_named.other_currency 0.175 0.184
name.nothing_named.partial 0.056 0.44; name.nothing_named.payment -1.23 -1.207
name.nothing_named.several 0.905 0.747; name.on_behalf 1.619 1.45; name.other_currency.faint 0.062 0.06
name.other_currency.fair -0.455 -0.316; name.other_currency.full -0.366 -0.201
name.other_currency.good -0.218 -0.138; name.other_currency.stranger 0.385 0.237
name.other_currency.weak -0.157 -0.086; name.partial.faint 0.357 0.292; name.partial.fair -0.435 -0.381
name.partial.full -0.349 -0.62; name.partial.good -0.631 -0.646; name.partial.stranger 0.579 0.584
name.partial.weak -1.385 -1.048; name.payment.faint 0 -0.011; name.payment.fair -0.161 0.019
name.payment.full 1.005 0.979; name.payment.good 1.61 1.572; name.payment.stranger -0.938 -0.946
name.payment.weak -0.3 -0.366; name.rival.better 0.231 0.241; name.rival.equal 0.154 0.135
name.rival.much_better 0.477 0.516; name.rival.none 0.507 0.492; name.rival_lead -2.97 -2.639
name.several.faint 0.267 0.133; name.several.fair 0.25 0.429; name.several.full 0.104 0.016
name.several.good 0.224 0.171; name.several.stranger 0.996 0.709; name.several.weak -0.37 -0.231
name.share 0.352 0.428; name.twins 0.045 0.021; name.weight 1.25 1.329; none.about.advance 1.517 1.477
none.about.card 0.006 0.002; none.about.cash -0.11 -0.126; none.about.fee 0.173 0.11
none.about.interest 2.373 2.219; none.about.list 0.19 0.226; none.about.order 0.054 0.112
none.about.part -0.169 -0.294; none.about.payroll 1.968 1.788; none.about.psp 3.077 2.855
none.about.refund 2.329 1.849; none.about.returned 2.148 1.858; none.about.tax 0.153 0.55
none.about.transfer 0.612 0.649; none.best_name.fair -0.632 -0.521; none.best_name.known 1.097 1.08
none.best_name.nobody -0.136 -0.148; none.best_name.stranger -0.852 -1.061; none.best_name.weak -0.846 -0.734
none.bias -1.368 -1.382; none.credit -0.605 -0.614; none.debit -0.763 -0.768; none.exact_count 0.209 0.279
none.hypotheses 0.355 0.375; none.known_party_without_exact -1.444 -1.246
none.names_closed.medium -1.27 -0.752; none.names_closed.strong -1.516 -1.287
none.names_closed.weak -0.487 -0.469; none.names_closed_of_this_amount -1.633 -1.427
none.no_exact -2.38 -1.595; none.own_account 1.794 1.437; none.own_name 1.377 1.296
none.own_name_and_transfer 1.304 1.279; none.round.0 -1.029 -1.009; none.round.1 -0.74 -0.762
none.round.2 -0.041 -0.04; none.round.3 0.441 0.428; none.unknown_number 0.477 0.561
part.begun_before -1.31 -0.913; part.oldest_open 0.082 -0.015; part.open_of_party -0.327 -0.334
part.rest_in_batch 2.689 0.216; part.round.0 -1.588 -1.521; part.round.1 -1.012 -0.774
part.round.2 0.405 0.346; part.round.3 0.386 0.568; part.round_share 2.527 2.652; part.share.half 0.988 0.998
part.share.most 0.601 0.696; part.share.nearly -1.569 -1.283; part.share.third 0.584 0.516
part.share.tiny -2.414 -2.308; payment.bias -0.013 0.041; payment.days.far -2.222 -2.298
payment.days.near 0.604 0.602; payment.days.same 1.617 1.757; payment.days.week -0.012 -0.02
payment.number 4.911 4.656; payment.others_equal 0.859 0.929; payment.reference 0.001 0
said.advance -1.109 -1.007; said.fee -0.375 -0.321; said.final 1.063 0.648; said.list 0.256 0.113
said.list_but_one -0.096 0.021; said.part 0.829 0.689; said.part_but_whole 0.012 -0.09
series.alone 0.077 0.183; series.equal_of_party 0.175 0.455; series.nearest 0.419 0.248
series.older_left -0.113 -0.287; series.oldest -0.099 -0.631; series.second 0.21 0.141
set.everything -0.224 -0.286; set.gaps -1.682 -1.731; set.no_gaps 0.268 0.171
set.not_all_looked_for -0.594 -0.741; set.older_left -0.068 -0.224; set.only_solution -1.112 -1.371
set.same_due -1.054 -1.199; set.size -0.704 0.604; set.solutions -1.227 -1.217; set.span -1.966 -2.15
tax_id.other -1.664 -1.431; tax_id.same 0.311 0.484; title.words 0.624 0.795`,
};
