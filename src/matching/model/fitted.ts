// Written by `npm run matching:fit`. Do not edit.
import type { Fitted } from './weights.ts';

export const FITTED: Fitted = {
  version: 'logit-2026-11-22-14a279',
  trained: '2026-11-22',
  seeds: '1001-1120',
  policy: {
    number: [
      [0, 0],
      [0.63, 0.7],
      [0.9523, 0.9],
      [0.995, 0.97],
      [1, 1],
    ],
    name: [
      [0, 0],
      [0.63, 0.7],
      [0.9523, 0.9],
      [0.995, 0.97],
      [1, 1],
    ],
    series: [
      [0, 0],
      [0.63, 0.7],
      [0.9523, 0.9],
      [0.995, 0.97],
      [1, 1],
    ],
    sum: [
      [0, 0],
      [0.63, 0.7],
      [0.9523, 0.9],
      [0.995, 0.97],
      [1, 1],
    ],
    shortfall: [
      [0, 0],
      [0.63, 0.7],
      [0.9523, 0.9],
      [0.995, 0.97],
      [1, 1],
    ],
    part: [
      [0, 0],
      [0.63, 0.7],
      [0.9523, 0.9],
      [0.995, 0.97],
      [1, 1],
    ],
    rate: [
      [0, 0],
      [0.63, 0.7],
      [0.9523, 0.9],
      [0.995, 0.97],
      [1, 1],
    ],
    other: [
      [0, 0],
      [0.63, 0.7],
      [0.9523, 0.9],
      [0.995, 0.97],
      [1, 1],
    ],
  },
  weights: `
account.other -1.609 -1.429; account.same 0.703 0.49; alias.other 0.048 0.04; alias.same 0.233 0.163
amount.difference -0.492 -0.444; amount.discount 2.448 2.673; amount.exact 0.586 0.774
amount.exact_rest 1.599 0.973; amount.known_fee 0.559 -0.205; amount.late_discount -0.783 -0.858
amount.likely_fee -1.192 -0.984; amount.listed_sum 0.278 0.038; amount.others_equal 0.218 0.027
amount.others_equal_elsewhere -0.254 -0.173; amount.partial -2.262 -1.808; amount.partly_listed_sum 0.81 0.933
amount.rate_close 0.848 0.58; amount.rate_wide -1.379 -0.792; amount.retention 1.709 1.508
amount.round.0 0.279 0.349; amount.round.1 0.549 0.552; amount.round.2 0.695 0.591; amount.round.3 0.662 0.256
amount.small -0.028 0.007; amount.small_difference -2.291 -2.13; amount.sum 1.519 1.539
amount.unique 0.576 0.72; batch.account_other 0 -1.101; batch.account_same 0 0.512
batch.account_same_named 0 -0.468; batch.alias_other 0 -0.402; batch.alias_same 0 0.65
batch.cause_unusual 0 -0.42; batch.cause_usual 0 0.016; batch.claimed.free 0 1.009; batch.claimed.half 0 0.714
batch.claimed.little 0 0.782; batch.claimed.much 0 0.363; batch.claimed.taken 0 -1.879
batch.claimed_by_earlier 0 -2.186; batch.claimed_by_later 0 -0.419; batch.claimed_share 0 -1.393
batch.equal_for_all 0 0.618; batch.equal_too_few 0 -0.162; batch.first_of_claims 0 -2.785
batch.lag.far 0 -0.342; batch.lag.near 0 0.58; batch.lag.same 0 0.767; batch.lag.week 0 0.228
batch.lag.weeks 0 -0.243; batch.lag_behind 0 -0.699; batch.lag_distance 0 -0.1; batch.lag_lead 0 0.025
batch.leaning_many 0 0.261; batch.leaning_other 0 -0.937; batch.leaning_same 0 0.758
batch.missing_seen 0 1.056; batch.order.far 0 -0.196; batch.order.next 0 -0.155; batch.order.same 0 0.263
batch.parts_complete 0 5.44; batch.stronger_claim 0 0.451; batch.strongest_claim 0 0.55
both.days.high.early -0.146 -0.236; both.days.high.late 0.164 0.181; both.days.high.near 0.141 0.194
both.days.high.very_late 0.109 0.279; both.days.low.early -0.356 -0.506; both.days.low.late 0.001 -0.1
both.days.low.near 0.025 -0.139; both.days.low.very_late 0.224 0.068; both.days.middle.early -0.424 -0.318
both.days.middle.late -0.032 0.312; both.days.middle.near -0.253 -0.018
both.days.middle.very_late -0.303 -0.047; both.high.faint_number.rare -1.875 -1.767
both.high.faint_number.shared 0.213 0.105; both.high.no_number.rare 0.298 0.335
both.high.no_number.shared 0.342 0.243; both.low.faint_number.rare -0.702 -0.465
both.low.faint_number.shared 2.017 1.934; both.low.no_number.rare -0.756 -0.791
both.low.no_number.shared -1.428 -1.264; both.middle.faint_number.rare -0.301 -0.347
both.middle.faint_number.shared 0.265 0.216; both.middle.no_number.rare 0.593 0.36
both.middle.no_number.shared 0.73 0.579; both.name.round.0 -0.732 -0.925; both.name.round.1 -0.359 -0.398
both.name.round.2 -0.29 -0.482; both.name.round.3 -0.003 -0.189; both.name_account.rare -0.507 -0.235
both.name_account.shared -0.326 -0.102; both.number.rare 0.959 0.881; both.number.shared 1.788 1.71
days.before_issue.any.little -3.066 -3.041; days.before_issue.any.much -3.22 -2.973
days.before_issue.name.little -4.108 -4.034; days.before_issue.name.much -4.385 -4.382
days.before_issue.number.little -1.132 -1.057; days.before_issue.number.much -1.326 -1.309
days.distance.deducted -0.787 -0.673; days.distance.difference -1.979 -1.632
days.distance.exact -1.111 -1.105; days.distance.other_currency -0.861 -0.565
days.distance.partial -1.669 -1.584; days.distance.several -0.418 -0.238; days.due.before_-2 0.02 0.075
days.due.before_-20 -0.284 -0.471; days.due.before_-40 -0.546 -0.889; days.due.before_-8 0.067 0.099
days.due.before_11 0.237 0.412; days.due.before_121 0.034 0.068; days.due.before_21 0.472 0.715
days.due.before_36 0.166 0.392; days.due.before_4 0.491 0.634; days.due.before_61 0.063 0.205
days.due.later -1.571 -1.569; days.named.at_delivery 0.621 0.369; days.named.late 0.455 0.853
days.named.later -0.102 0.254; days.named.much_too_early -0.102 0.254; days.named.too_early 0.193 0.254
days.named.usual 1.098 1.454; days.named.very_late 0.277 0.33; days.part_due.around -0.341 -0.208
days.part_due.early -1.563 -1.526; days.part_due.late 0.135 0.118; days.part_due.very_late -0.114 0.13
days.set_due.before_-2 -0.117 -0.146; days.set_due.before_-20 -0.855 -1.034
days.set_due.before_-40 -0.843 -1.253; days.set_due.before_-8 -0.481 -0.746
days.set_due.before_11 1.228 1.214; days.set_due.before_121 0.038 0.355; days.set_due.before_21 1.357 1.319
days.set_due.before_36 0.97 1.118; days.set_due.before_4 0.634 0.581; days.set_due.before_61 0.376 0.622
days.set_due.later -0.756 -0.477; days.since_issue.days 0.209 0.16; days.since_issue.same_day 1.242 1.102
days.since_issue.weeks -0.209 -0.289; difference.gap.cents 0.504 0.31; difference.gap.other -1.051 -0.87
difference.gap.rounded 0.055 0.115; difference.over -0.451 -0.304; difference.share 0.608 0.481
difference.short -0.042 -0.14; folio.cut -0.008 -0.003; folio.deducted.medium 0.668 0.5
folio.deducted.near 0.061 0.034; folio.deducted.none -1.474 -1.511; folio.deducted.strong 0.765 0.659
folio.deducted.weak 0.431 0.323; folio.difference.medium 0.07 0.058; folio.difference.none -0.54 -0.529
folio.difference.strong 0.14 0.088; folio.difference.weak -0.163 -0.061; folio.exact.medium 0.92 0.796
folio.exact.near 0.098 0.193; folio.exact.none -0.22 -0.537; folio.exact.strong 0.679 0.67
folio.exact.weak 0.707 0.625; folio.level.full 0.854 0.829; folio.level.long 0.855 0.663
folio.level.near 0.274 0.335; folio.level.none -2.247 -2.164; folio.level.number 0.734 0.711
folio.level.padded -0.306 -0.243; folio.level.short 0.896 0.801; folio.level.strong 0.897 0.867
folio.listed_share 0.995 0.728; folio.other_closed.medium -1.39 -1.474; folio.other_closed.near 0.097 -0.034
folio.other_closed.strong -1.816 -1.276; folio.other_closed.weak 0.277 0.117
folio.other_currency.medium 0.06 0.049; folio.other_currency.near 0.002 0.001
folio.other_currency.none -0.68 -0.331; folio.other_currency.strong 0.068 0.054
folio.other_currency.weak 0.019 0.015; folio.other_live.medium 0.154 0.067; folio.other_live.near -0.358 -0.62
folio.other_live.strong -0.814 -1.024; folio.other_live.weak -0.201 -0.157
folio.other_same_party -3.281 -3.398; folio.partial.medium -1.171 -0.847; folio.partial.none -0.512 -0.427
folio.partial.strong 0.083 0.1; folio.partial.weak -0.662 -0.633; folio.reissued 1.09 1.018
folio.several.medium 0.187 0.156; folio.several.near 0.112 0.107; folio.several.none 1.18 1.171
folio.several.strong 0.87 0.788; folio.several.weak 0.258 0.289; folio.shared_by_others -0.1 -0.191
folio.slip 2.972 2.718; folio.slip_though_known 3.29 3.274; folio.unknown_number -0.203 -0.259
folio.unknown_number_but_own 0.024 0.106; month.named 0.898 0.972; month.other_named -1.509 -1.561
name.cover.all -0.001 -0.029; name.cover.half -0.313 -0.371; name.cover.low -0.136 -0.122
name.cover.most -0.007 -0.065; name.deducted.faint 0.109 -0.098; name.deducted.fair -0.146 0.007
name.deducted.full -0.338 -0.29; name.deducted.good -0.176 -0.158; name.deducted.stranger 0.702 0.305
name.deducted.weak -0.67 -0.366; name.difference.faint -0.039 -0.028; name.difference.fair 0.199 0.294
name.difference.full -0.411 -0.483; name.difference.good -0.226 -0.156; name.difference.stranger 0.45 0.251
name.difference.weak -0.742 -0.445; name.exact.faint 0.447 0.568; name.exact.fair -0.221 -0.274
name.exact.full -0.153 -0.352; name.exact.good 0.09 -0.171; name.exact.stranger -0.172 -0.248
name.exact.weak -0.308 -0.276; name.explained.all -0.067 -0.363; name.explained.half -0.693 -0.918
name.explained.low -0.228 -0.174; name.explained.most -0.623 -0.829; name.nothing_named.deducted 0.97 0.604
name.nothing_named.difference 0.276 0.123; name.nothing_named.exact 0.032 0.026
name.nothing_named.other_currency 0.154 0.141; name.nothing_named.partial -0.077 0.033
name.nothing_named.payment -1.693 -1.507; name.nothing_named.several 0.778 0.878; name.on_behalf 1.877 1.635
name.other_currency.faint -0.042 -0.012; name.other_currency.fair 0.032 -0.208
name.other_currency.full -0.187 -0.118; name.other_currency.good 0.122 0.304
name.other_currency.stranger 0.075 0.185; name.other_currency.weak -0.686 -0.504
name.partial.faint -0.08 -0.133; name.partial.fair -0.593 -0.24; name.partial.full -0.361 -0.498
name.partial.good -0.186 -0.227; name.partial.stranger 0.352 0.429; name.partial.weak -1.316 -1.172
name.payment.faint 0.306 0.237; name.payment.fair 1.006 0.931; name.payment.full 1.124 0.975
name.payment.good 1.167 1.073; name.payment.stranger -1.487 -1.294; name.payment.weak -0.365 -0.325
name.rival.better -0.118 -0.125; name.rival.equal -0.27 -0.365; name.rival.much_better -0.184 -0.175
name.rival.none 0.115 0.078; name.rival_lead -3.712 -3.521; name.several.faint 0.054 0.252
name.several.fair -0.215 -0.125; name.several.full 0.46 0.331; name.several.good 0.403 0.405
name.several.stranger 1.178 0.804; name.several.weak -0.05 -0.035; name.share -0.271 -0.238
name.twins -0.129 -0.104; name.weight 1.216 1.25; none.about.advance 1.78 1.717; none.about.card 0.846 0.683
none.about.cash -0.083 -0.192; none.about.fee 0.703 0.533; none.about.interest 2.656 2.532
none.about.list 0.008 0.031; none.about.order 0.092 0.011; none.about.part 0.324 0.394
none.about.payroll 1.915 1.809; none.about.psp 3.139 3.2; none.about.quote 4.101 3.506
none.about.refund 1.76 1.832; none.about.returned 1.963 1.818; none.about.tax 0.549 0.728
none.about.transfer 1.003 1.014; none.best_name.fair -2.391 -2.03; none.best_name.known -2.02 -1.68
none.best_name.nobody -0.563 -0.428; none.best_name.stranger -1.422 -1.455; none.best_name.weak -2.071 -1.721
none.bias -2.014 -1.89; none.credit -0.987 -0.924; none.debit -1.028 -0.966; none.exact_count 0.063 0.043
none.hypotheses 0.767 0.682; none.known_party_without_exact 0.235 0.156; none.named_exact 1.466 1.143
none.names_closed.medium -1.26 -0.808; none.names_closed.strong -1.12 -0.906
none.names_closed.weak -0.905 -0.792; none.names_closed_of_this_amount -1.125 -0.929
none.no_exact -1.964 -1.304; none.numbered_exact 4.987 4.281; none.own_account 1.791 1.664
none.own_name 0.795 0.635; none.own_name_and_transfer 1.43 1.377; none.round.0 -1.241 -1.059
none.round.1 -0.709 -0.593; none.round.2 -0.328 -0.192; none.round.3 0.264 -0.045
none.unknown_number 0.521 0.479; numbered.party.other 0 -0.092; part.begun_before -1.187 -0.621
part.oldest_open 0.181 -0.031; part.open_of_party -0.364 -0.547; part.rest_in_batch 2.752 0.39
part.round.0 -1.566 -1.479; part.round.1 -0.943 -0.667; part.round.2 0.268 0.484; part.round.3 -0.021 -0.146
part.round_share 2.669 2.725; part.share.half 1.01 0.963; part.share.most 0.455 0.448
part.share.nearly -1.665 -1.236; part.share.third 0.352 0.288; part.share.tiny -2.415 -2.272
payment.bias 0.058 0.091; payment.days.far -2.453 -2.466; payment.days.near 0.692 0.694
payment.days.same 1.819 1.838; payment.days.week 0 0.025; payment.number 5.898 5.804
payment.others_equal -0.053 0.069; said.advance -0.732 -0.777; said.discount 0.001 0.001; said.fee 0.16 0.197
said.final 0.734 0.496; said.list -0.115 -0.087; said.list_but_one -0.177 -0.19; said.part 1.621 1.557
said.part_but_whole -0.583 -0.572; series.alone 0.066 0.379; series.behind -0.369 -0.304
series.equal_of_party 0.393 0.672; series.lead 0.114 0.011; series.nearest 0.106 0.037
series.older_left -0.239 -0.589; series.oldest -0.074 -0.64; series.second 0.093 0.034
set.by_chance -0.009 0.01; set.everything -0.094 0.05; set.gaps -1.39 -1.206; set.no_gaps 0.026 0.136
set.not_all_looked_for -0.552 -0.507; set.older_left -0.292 -0.29; set.only_solution -0.697 -0.854
set.same_due -0.847 -1.411; set.size -0.871 0.367; set.solutions -1.158 -1.26; set.span -1.487 -2.103
tax_id.other -1.581 -1.21; tax_id.same 0.277 0.328; title.words 0.485 0.455`,
};
