// Written by `npm run matching:fit`. Do not edit.
import type { Fitted } from './weights.ts';

export const FITTED: Fitted = {
  version: 'logit-2026-11-21',
  trained: '2026-11-21',
  seeds: '1001-1096',
  policy: [
    [0, 0],
    [0.6213, 0.7],
    [0.9303, 0.9],
    [0.995, 0.97],
    [1, 1],
  ],
  weights: `
account.other -0.975 -0.785; account.same 0.491 0.877; alias.other -0.332 -0.169; alias.same 0.496 0.111
amount.discount 3.208 3.491; amount.exact 0.18 0.372; amount.exact_rest 1.255 0.799
amount.known_fee 0.558 -0.055; amount.late_discount -1.57 -1.401; amount.likely_fee -1.377 -1.362
amount.listed_sum 0.044 -0.188; amount.others_equal 0.207 0.332; amount.others_equal_elsewhere -0.173 -0.229
amount.partial -1.63 -1.165; amount.partly_listed_sum 0.891 0.799; amount.rate_close 0.611 0.435
amount.rate_wide -1.224 -0.717; amount.retention 1.511 1.283; amount.round.0 0.037 0.041
amount.round.1 0.342 0.278; amount.round.2 0.533 0.519; amount.round.3 0.522 0.333; amount.small 0.189 0.163
amount.small_difference -2.381 -2.279; amount.sum 1.267 1.195; amount.unique 0.407 0.725
batch.account_other 0 -1.175; batch.account_same 0 0.048; batch.alias_other 0 -0.151; batch.alias_same 0 0.69
batch.cause_unusual 0 0.016; batch.cause_usual 0 0.791; batch.claimed.free 0 0.939; batch.claimed.half 0 0.528
batch.claimed.little 0 0.701; batch.claimed.much 0 0.04; batch.claimed.taken 0 -1.487
batch.claimed_by_earlier 0 -3.202; batch.claimed_by_later 0 -0.288; batch.claimed_share 0 -1.43
batch.lag.far 0 -1.106; batch.lag.near 0 1.102; batch.lag.same 0 1.204; batch.lag.week 0 0.811
batch.lag.weeks 0 -0.048; batch.lag_distance 0 -1.193; batch.lag_known_series 0 -0.729
batch.leaning_many 0 0.17; batch.leaning_other 0 -0.846; batch.leaning_same 0 1.085
batch.missing_seen 0 0.598; batch.order.far 0 -0.23; batch.order.next 0 0.16; batch.order.same 0 0.629
batch.parts_complete 0 5.173; batch.stronger_claim 0 0.781; batch.strongest_claim 0 1.223
both.days.faint_number.early 0.219 0.393; both.days.faint_number.late -0.161 -0.18
both.days.faint_number.near -0.283 -0.267; both.days.faint_number.very_late 0.485 0.353
both.days.high.early -0.016 0.043; both.days.high.late 0.222 0.237; both.days.high.near -0.157 -0.15
both.days.high.very_late 0.511 0.438; both.days.low.early -0.157 -0.08; both.days.low.late -0.068 -0.256
both.days.low.near -0.197 -0.287; both.days.low.very_late 0.454 0.37; both.days.middle.early 0.231 0.094
both.days.middle.late -0.092 0.057; both.days.middle.near -0.424 -0.262
both.days.middle.very_late 0.347 0.322; both.days.no_number.early -0.752 -0.944
both.days.no_number.late -0.135 -0.163; both.days.no_number.near -0.01 0.01
both.days.no_number.very_late -0.29 -0.44; both.days.number.early 0.592 0.608
both.days.number.late 0.359 0.381; both.days.number.near -0.485 -0.442; both.days.number.very_late 1.117 1.216
both.high.faint_number.rare -1.398 -0.904; both.high.faint_number.shared 0.407 0.814
both.high.no_number.rare 0.347 0.298; both.high.no_number.shared 0.64 0.472
both.high.number.rare -2.004 -2.108; both.high.number.shared -0.038 0.028
both.low.faint_number.rare 0.365 0.025; both.low.faint_number.shared 0.612 0.329
both.low.no_number.rare -0.503 -0.634; both.low.no_number.shared -1.86 -1.665
both.low.number.rare 0.803 0.857; both.low.number.shared 1.951 2.005
both.middle.faint_number.rare -0.334 -0.29; both.middle.faint_number.shared 0.414 0.198
both.middle.no_number.rare 0.75 0.773; both.middle.no_number.shared 0.808 0.681
both.middle.number.rare -0.424 -0.481; both.middle.number.shared 0.639 0.68
days.before_issue.little -3.859 -3.685; days.before_issue.much -3.596 -3.499
days.distance.deducted -1.584 -1.136; days.distance.exact -1.822 -1.696
days.distance.other_currency -1.1 -0.693; days.distance.partial -1.921 -2.111
days.distance.several -0.327 -0.199; days.due.before_-2 0.802 0.592; days.due.before_-20 -1.249 -1.662
days.due.before_-40 -1.365 -1.743; days.due.before_-8 0.686 0.462; days.due.before_11 0.864 0.995
days.due.before_121 0.176 0.262; days.due.before_21 1.043 1.254; days.due.before_36 0.582 0.85
days.due.before_4 1.166 1.033; days.due.before_61 0.333 0.596; days.due.later -2.272 -2.074
days.part_due.around -0.051 -0.169; days.part_due.early -2.388 -2.219; days.part_due.late 0.543 0.495
days.part_due.very_late 0.265 0.728; days.set_due.before_-2 0.149 -0.02; days.set_due.before_-20 -1.323 -1.395
days.set_due.before_-40 -0.634 -0.865; days.set_due.before_-8 -0.82 -0.901; days.set_due.before_11 1.752 1.633
days.set_due.before_121 0.203 0.355; days.set_due.before_21 1.773 1.687; days.set_due.before_36 1.088 1.141
days.set_due.before_4 0.747 0.57; days.set_due.before_61 0.096 0.155; days.set_due.later -0.83 -0.555
days.since_issue.days -0.119 -0.163; days.since_issue.same_day 0.663 0.435
days.since_issue.weeks -0.176 -0.204; folio.cut 0.001 0; folio.deducted.medium 0.382 0.342
folio.deducted.near 0.013 0.009; folio.deducted.none -1.091 -1.249; folio.deducted.strong 0.484 0.392
folio.deducted.weak 0.159 0.183; folio.exact.medium 0.12 0.144; folio.exact.near 0.761 0.475
folio.exact.none 0.198 -0.068; folio.exact.strong -0.169 0.091; folio.exact.weak 0.524 0.53
folio.level.full 0.812 0.732; folio.level.long 0.677 0.717; folio.level.near 0.935 0.591
folio.level.none -1.969 -1.939; folio.level.number 0.579 0.683; folio.level.padded -0.331 -0.093
folio.level.short 0.186 0.016; folio.level.strong 0.451 0.5; folio.listed_share 0.605 0.212
folio.other_closed.medium -1.227 -1.439; folio.other_closed.near -0.046 0.094
folio.other_closed.strong -1.522 -1.198; folio.other_closed.weak -0.609 -0.547
folio.other_currency.medium -0.115 -0.03; folio.other_currency.none -0.616 -0.336
folio.other_currency.strong 0.088 0.063; folio.other_currency.weak 0.028 0.02
folio.other_live.medium -0.639 -0.72; folio.other_live.near -0.526 -0.687
folio.other_live.strong -1.814 -1.996; folio.other_live.weak -0.076 0.086
folio.other_same_party -3.921 -4.002; folio.partial.medium 0.003 0.088; folio.partial.near 0.015 0.008
folio.partial.none -1.475 -1.319; folio.partial.strong 0.904 1.087; folio.partial.weak -1.077 -1.03
folio.reissued 0.143 -0.252; folio.several.medium 0.188 0.14; folio.several.near 0.146 0.099
folio.several.none 1.016 1.034; folio.several.strong 0.63 0.315; folio.several.weak 0.22 0.218
folio.shared_by_others 0.378 0.232; folio.slip 2.964 3.101; folio.slip_though_known 2.483 2.398
folio.unknown_number -0.308 -0.272; folio.unknown_number_but_own 0.142 0.38; month.named 0.778 0.822
month.other_named -1.702 -1.693; name.cover.all 0.53 0.543; name.cover.half 0.248 0.114
name.cover.low 0.178 0.264; name.cover.most 0.35 0.352; name.deducted.faint 0.186 0.13
name.deducted.fair 0.285 -0.223; name.deducted.full -0.371 -0.373; name.deducted.good 0.238 0.435
name.deducted.stranger 0.273 0.47; name.deducted.weak -0.476 -0.33; name.exact.faint 0.779 0.626
name.exact.fair -0.392 -0.319; name.exact.full 0.278 0.273; name.exact.good 0.333 0.304
name.exact.stranger 0.417 0.236; name.exact.weak -0.328 -0.252; name.explained.all -0.009 -0.331
name.explained.half -0.696 -0.795; name.explained.low -0.227 -0.201; name.explained.most -0.422 -0.669
name.nothing_named.deducted -0.187 -0.432; name.nothing_named.exact 0.347 0.303
name.nothing_named.other_currency 0.183 0.18; name.nothing_named.partial 0.067 0.441
name.nothing_named.payment -1.057 -1.046; name.nothing_named.several 0.854 0.734; name.on_behalf 1.382 1.134
name.other_currency.faint 0.027 0.016; name.other_currency.fair -0.486 -0.243
name.other_currency.full -0.398 -0.197; name.other_currency.good -0.012 -0.033
name.other_currency.stranger 0.26 0.056; name.other_currency.weak -0.188 -0.06; name.partial.faint 0.365 0.277
name.partial.fair -0.493 -0.441; name.partial.full -0.307 -0.52; name.partial.good -0.567 -0.49
name.partial.stranger 0.657 0.597; name.partial.weak -1.351 -1.029; name.payment.faint 0.047 0.044
name.payment.fair -0.307 -0.192; name.payment.full 0.909 0.941; name.payment.good 1.455 1.43
name.payment.stranger -1.082 -0.992; name.payment.weak 0.003 -0.117; name.rival.better 0.245 0.333
name.rival.equal 0.16 0.1; name.rival.much_better 0.357 0.331; name.rival.none 0.544 0.51
name.rival_lead -2.627 -2.349; name.several.faint 0.348 0.118; name.several.fair 0.172 0.386
name.several.full 0.087 0.034; name.several.good -0.051 -0.061; name.several.stranger 1.073 0.729
name.several.weak -0.282 -0.135; name.share 0.333 0.582; name.twins 0.021 0.003; name.weight 1.372 1.267
none.about.advance 1.427 1.353; none.about.card 0.014 0.004; none.about.cash -0.142 -0.174
none.about.fee 0.181 0.013; none.about.interest 2.225 2.052; none.about.list 0.133 0.101
none.about.order 0.013 0.093; none.about.part -0.111 -0.322; none.about.payroll 1.734 1.703
none.about.psp 2.932 2.724; none.about.refund 2.063 1.488; none.about.returned 1.817 1.401
none.about.tax 0.176 0.617; none.about.transfer 0.645 0.748; none.best_name.fair -0.592 -0.502
none.best_name.known 1.194 1.138; none.best_name.nobody -0.207 -0.181; none.best_name.stranger -0.826 -0.97
none.best_name.weak -0.876 -0.758; none.bias -1.304 -1.273; none.credit -0.552 -0.542
none.debit -0.753 -0.732; none.exact_count 0.235 0.29; none.hypotheses 0.291 0.35
none.known_party_without_exact -1.41 -1.17; none.names_closed.medium -1.09 -0.574
none.names_closed.strong -1.265 -1.053; none.names_closed.weak -0.247 -0.247
none.names_closed_of_this_amount -1.529 -1.36; none.no_exact -2.331 -1.557; none.own_account 1.566 1.146
none.own_name 1.277 1.232; none.own_name_and_transfer 1.207 1.162; none.round.0 -1.035 -0.978
none.round.1 -0.744 -0.78; none.round.2 0.028 0.1; none.round.3 0.445 0.385; none.unknown_number 0.412 0.58
part.begun_before -1.124 -0.726; part.oldest_open 0.056 -0.119; part.open_of_party -0.398 -0.403
part.rest_in_batch 2.643 0.183; part.round.0 -1.531 -1.406; part.round.1 -0.958 -0.673
part.round.2 0.442 0.378; part.round.3 0.415 0.535; part.round_share 2.451 2.453; part.share.half 1.011 0.99
part.share.most 0.563 0.648; part.share.nearly -1.427 -1.097; part.share.third 0.526 0.452
part.share.tiny -2.304 -2.159; payment.bias -0.03 0.068; payment.days.far -2.102 -2.145
payment.days.near 0.436 0.364; payment.days.same 1.656 1.801; payment.days.week -0.02 0.048
payment.number 4.484 4.212; payment.others_equal 0.927 1.02; payment.reference 0.001 0
said.advance -1.205 -1.133; said.fee -0.305 -0.255; said.final 1.004 0.551; said.list 0.201 0.005
said.list_but_one -0.095 -0.083; said.part 0.767 0.505; said.part_but_whole 0.1 -0.028
series.alone 0.094 0.254; series.equal_of_party 0.158 0.435; series.nearest 0.393 0.207
series.older_left -0.095 -0.26; series.oldest -0.064 -0.64; series.second 0.189 0.103
set.everything -0.121 -0.129; set.gaps -1.692 -1.703; set.no_gaps 0.277 0.226
set.not_all_looked_for -0.622 -0.782; set.older_left -0.085 -0.272; set.only_solution -1.049 -1.276
set.same_due -0.945 -1.058; set.size -0.667 0.599; set.solutions -1.239 -1.192; set.span -1.846 -2
tax_id.other -1.638 -1.329; tax_id.same 0.287 0.571; title.words 0.632 0.827`,
};
