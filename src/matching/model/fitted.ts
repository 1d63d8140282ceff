// Written by `npm run matching:fit`. Do not edit.
import type { Fitted } from './weights.ts';

export const FITTED: Fitted = {
  version: 'logit-2026-11-21-3717f1',
  trained: '2026-11-21',
  seeds: '1001-1120',
  policy: [
    [0, 0],
    [0.6499, 0.7],
    [0.8972, 0.9],
    [0.995, 0.97],
    [1, 1],
  ],
  weights: `

account.other -0.897 -0.838; account.same 0.475 0.433; alias.other -0.32 -0.153; alias.same 0.283 0.223
amount.discount 2.661 2.719; amount.exact 0.603 0.611; amount.exact_rest 1.619 0.895
amount.known_fee 0.51 -0.15; amount.late_discount -1.121 -1.197; amount.likely_fee -1.412 -1.084
amount.listed_sum 0.195 -0.12; amount.others_equal 0.311 0.268; amount.others_equal_elsewhere -0.292 -0.264
amount.partial -2.194 -1.627; amount.partly_listed_sum 0.863 0.924; amount.rate_close 0.567 0.397
amount.rate_wide -1.103 -0.668; amount.retention 1.465 1.473; amount.round.0 0.51 0.589
amount.round.1 0.43 0.389; amount.round.2 0.669 0.264; amount.round.3 0.614 0.265; amount.small 0.116 0.191
amount.small_difference -2.446 -2.061; amount.sum 1.486 1.418; amount.unique 0.477 0.831
batch.account_other 0 -1.265; batch.account_same 0 0.266; batch.alias_other 0 -0.315; batch.alias_same 0 0.835
batch.cause_unusual 0 -0.362; batch.cause_usual 0 -0.258; batch.claimed.free 0 1.003
batch.claimed.half 0 0.74; batch.claimed.little 0 0.845; batch.claimed.much 0 0.431
batch.claimed.taken 0 -2.209; batch.claimed_by_earlier 0 -2.622; batch.claimed_by_later 0 -1.081
batch.claimed_share 0 -1.14; batch.equal_for_all 0 0.385; batch.equal_too_few 0 -0.083
batch.first_of_claims 0 -2.198; batch.lag.far 0 0.147; batch.lag.near 0 0.364; batch.lag.same 0 0.687
batch.lag.week 0 0.342; batch.lag.weeks 0 0.014; batch.lag_behind 0 -0.57; batch.lag_distance 0 -0.288
batch.lag_lead 0 0.157; batch.leaning_many 0 0.262; batch.leaning_other 0 -0.907; batch.leaning_same 0 0.801
batch.missing_seen 0 1.506; batch.order.far 0 -0.267; batch.order.next 0 -0.188; batch.order.same 0 0.297
batch.parts_complete 0 5.137; batch.stronger_claim 0 0.546; batch.strongest_claim 0 0.649
both.days.high.early 0.173 0.11; both.days.high.late 0.371 0.424; both.days.high.near 0.183 0.072
both.days.high.very_late 0.401 0.439; both.days.low.early -0.132 -0.325; both.days.low.late -0.056 -0.117
both.days.low.near 0.089 0.001; both.days.low.very_late 0.291 0.242; both.days.middle.early -0.545 -0.49
both.days.middle.late -0.398 -0.16; both.days.middle.near -0.322 -0.269
both.days.middle.very_late -0.31 -0.043; both.high.faint_number.rare -1.697 -1.154
both.high.faint_number.shared 0.271 -0.206; both.high.no_number.rare 0.304 0.223
both.high.no_number.shared 0.276 0.017; both.low.faint_number.rare 0.252 0.248
both.low.faint_number.shared 0.952 1.121; both.low.no_number.rare -0.625 -0.556
both.low.no_number.shared -1.541 -1.244; both.middle.faint_number.rare 0.068 0.073
both.middle.faint_number.shared 0.091 0.043; both.middle.no_number.rare 0.385 0.332
both.middle.no_number.shared 0.376 0.253; both.name.round.0 -0.799 -0.999; both.name.round.1 -0.331 -0.44
both.name.round.2 0.1 -0.029; both.name.round.3 0.301 0.184; both.number.rare 1.014 0.634
both.number.shared 1.94 1.656; days.before_issue.any.little -2.884 -2.731
days.before_issue.any.much -2.943 -2.739; days.before_issue.name.little -4.046 -3.876
days.before_issue.name.much -4.217 -4.034; days.before_issue.number.little -0.925 -0.926
days.before_issue.number.much -1.752 -1.601; days.distance.deducted -0.59 -0.909
days.distance.exact -1.106 -1.352; days.distance.other_currency -0.863 -0.65
days.distance.partial -1.529 -1.659; days.distance.several -0.736 -0.636; days.due.before_-2 0.239 0.144
days.due.before_-20 -0.644 -0.853; days.due.before_-40 -0.609 -0.851; days.due.before_-8 -0.116 -0.133
days.due.before_11 0.57 0.653; days.due.before_121 0.024 0.101; days.due.before_21 0.641 0.858
days.due.before_36 0.423 0.574; days.due.before_4 0.617 0.543; days.due.before_61 0.025 0.174
days.due.later -1.416 -1.324; days.named.at_delivery 0.388 0.292; days.named.late 0.424 0.832
days.named.later -0.103 0.292; days.named.much_too_early -0.103 0.292; days.named.too_early 0.15 0.292
days.named.usual 1.097 1.492; days.named.very_late 0.309 0.425; days.part_due.around -0.632 -0.635
days.part_due.early -1.887 -2.031; days.part_due.late -0.211 -0.145; days.part_due.very_late -0.402 0.255
days.set_due.before_-2 -0.223 -0.379; days.set_due.before_-20 -0.956 -1.209
days.set_due.before_-40 -0.366 -0.512; days.set_due.before_-8 -0.678 -0.907
days.set_due.before_11 1.251 1.235; days.set_due.before_121 0.253 0.453; days.set_due.before_21 1.418 1.389
days.set_due.before_36 1.031 1.139; days.set_due.before_4 0.529 0.558; days.set_due.before_61 0.512 0.696
days.set_due.later -1.168 -1.003; days.since_issue.days 0.386 0.407; days.since_issue.same_day 1.311 1.214
days.since_issue.weeks -0.302 -0.31; folio.cut -0.029 -0.013; folio.deducted.medium 0.668 0.548
folio.deducted.near -0.013 -0.006; folio.deducted.none -1.99 -1.673; folio.deducted.strong 0.825 0.686
folio.deducted.weak 0.167 0.144; folio.exact.medium 0.761 0.701; folio.exact.near 0.408 0.258
folio.exact.none -0.823 -0.975; folio.exact.strong 0.763 0.668; folio.exact.weak 1.113 0.854
folio.level.full 0.789 0.695; folio.level.long 0.936 0.789; folio.level.near 0.507 0.59
folio.level.none -2.154 -1.979; folio.level.number 0.849 0.658; folio.level.padded -0.784 -0.39
folio.level.short 0.608 0.498; folio.level.strong 0.941 0.668; folio.listed_share 1.412 1.104
folio.other_closed.medium -0.459 -0.287; folio.other_closed.near -0.112 -0.056
folio.other_closed.strong -1.572 -1.523; folio.other_closed.weak -0.35 -0.355
folio.other_currency.medium 0.043 0.035; folio.other_currency.near 0.008 0.006
folio.other_currency.none -0.727 -0.438; folio.other_currency.strong 0.112 0.105
folio.other_currency.weak 0.027 0.02; folio.other_live.medium 0.139 -0.117; folio.other_live.near 0.108 -0.186
folio.other_live.strong -0.959 -1.225; folio.other_live.weak -0.083 0.068
folio.other_same_party -2.981 -3.155; folio.partial.medium -1.094 -0.969; folio.partial.near -0.007 -0.003
folio.partial.none -0.22 -0.166; folio.partial.strong 0.425 0.295; folio.partial.weak -1.297 -0.783
folio.reissued 1.197 1.057; folio.several.medium 0.47 0.343; folio.several.near 0.11 0.334
folio.several.none 1.606 1.273; folio.several.strong 0.541 0.399; folio.several.weak -0.185 -0.127
folio.shared_by_others -0.158 -0.309; folio.slip 2.928 2.762; folio.slip_though_known 2.946 2.996
folio.unknown_number -0.373 -0.35; folio.unknown_number_but_own 0.371 0.479; month.named 0.788 0.894
month.other_named -1.826 -1.872; name.cover.all 0.197 0.258; name.cover.half -0.251 -0.25
name.cover.low -0.171 -0.323; name.cover.most 0.11 0.217; name.deducted.faint 0.155 0.104
name.deducted.fair -0.178 -0.028; name.deducted.full -0.303 -0.169; name.deducted.good -0.094 0.041
name.deducted.stranger 0.677 0.421; name.deducted.weak -0.76 -0.87; name.exact.faint 0.111 0.09
name.exact.fair 0.265 -0.183; name.exact.full -0.144 -0.435; name.exact.good 0.077 -0.12
name.exact.stranger -0.251 -0.208; name.exact.weak 0.076 0.132; name.explained.all -0.038 -0.35
name.explained.half -0.66 -0.849; name.explained.low -0.246 -0.292; name.explained.most -0.633 -1.056
name.nothing_named.deducted 0.161 0.2; name.nothing_named.exact 0.175 0.381
name.nothing_named.other_currency 0.359 0.334; name.nothing_named.partial -0.109 0.01
name.nothing_named.payment -1.719 -1.45; name.nothing_named.several 1.173 0.933; name.on_behalf 2.095 1.922
name.other_currency.faint -0.147 -0.084; name.other_currency.fair -0.097 -0.151
name.other_currency.full -0.463 -0.265; name.other_currency.good 0.019 0.167
name.other_currency.stranger 0.061 -0.084; name.other_currency.weak -0.269 -0.189
name.partial.faint 0.226 0.326; name.partial.fair -0.517 -0.478; name.partial.full -0.506 -0.61
name.partial.good -0.485 -0.555; name.partial.stranger 0.176 0.317; name.partial.weak -0.978 -0.638
name.payment.faint -0.014 0.201; name.payment.fair 1.067 0.642; name.payment.full 1.101 0.862
name.payment.good 0.854 0.8; name.payment.stranger -1.762 -1.593; name.payment.weak 0.579 0.76
name.rival.better -0.226 -0.184; name.rival.equal -0.114 -0.149; name.rival.much_better -0.037 0.052
name.rival.none 0.263 0.184; name.rival_lead -3.393 -3.243; name.several.faint 0.687 0.593
name.several.fair 0.239 0.431; name.several.full -0.041 0.058; name.several.good 0.163 0.355
name.several.stranger 1.206 0.915; name.several.weak -0.885 -1.063; name.share -0.01 -0.19
name.twins -0.039 0.042; name.weight 1.107 1.069; none.about.advance 1.841 1.756; none.about.card 0.756 0.784
none.about.cash -0.089 -0.133; none.about.fee 0.596 0.443; none.about.interest 2.552 2.668
none.about.list -0.144 -0.16; none.about.order -0.005 0.228; none.about.part -0.18 -0.027
none.about.payroll 1.766 1.564; none.about.psp 2.822 2.559; none.about.refund 2.217 2.226
none.about.returned 1.889 1.473; none.about.tax 0.801 1.065; none.about.transfer 0.988 0.967
none.best_name.fair -2.116 -1.609; none.best_name.known -1.382 -1.058; none.best_name.nobody -0.602 -0.351
none.best_name.stranger -1.802 -1.81; none.best_name.weak -2.246 -1.846; none.bias -1.798 -1.75
none.credit -0.882 -0.828; none.debit -0.917 -0.922; none.exact_count 0.093 0.147; none.hypotheses 0.721 0.575
none.known_party_without_exact -0.267 -0.37; none.named_exact 1.348 0.976
none.names_closed.medium -0.261 -0.092; none.names_closed.strong -1.302 -1.015
none.names_closed.weak -0.66 -0.607; none.names_closed_of_this_amount -1.117 -0.968
none.no_exact -1.934 -1.332; none.numbered_exact 5.002 3.948; none.own_account 1.609 1.501
none.own_name 1.137 0.948; none.own_name_and_transfer 1.679 1.638; none.round.0 -1.08 -0.881
none.round.1 -0.908 -0.82; none.round.2 -0.142 -0.283; none.round.3 0.331 0.234
none.unknown_number 0.283 0.331; numbered.party.silent -0.104 0; part.begun_before -1.244 -0.641
part.oldest_open 0.065 -0.258; part.open_of_party -0.377 -0.584; part.rest_in_batch 2.878 0.37
part.round.0 -1.434 -1.272; part.round.1 -1.443 -0.943; part.round.2 0.377 0.322; part.round.3 0.305 0.267
part.round_share 2.359 2.437; part.share.half 0.891 0.902; part.share.most 0.471 0.543
part.share.nearly -1.305 -1.031; part.share.third 0.344 0.207; part.share.tiny -2.596 -2.248
payment.bias 0.107 0.222; payment.days.far -2.415 -2.373; payment.days.near 0.581 0.664
payment.days.same 1.764 1.808; payment.days.week 0.177 0.122; payment.number 6.344 6.224
payment.others_equal -0.304 -0.107; said.advance -0.918 -0.965; said.fee -0.042 0.012; said.final 1.028 0.586
said.list 0.439 0.291; said.list_but_one -0.174 -0.372; said.part 1.319 1.201
said.part_but_whole -0.897 -0.956; series.alone 0.226 0.326; series.behind -0.36 -0.264
series.equal_of_party 0.398 0.569; series.lead 0.173 0.09; series.nearest 0.092 0.022
series.older_left -0.156 -0.416; series.oldest -0.071 -0.637; series.second 0.139 0.101
set.everything -0.355 -0.277; set.gaps -1.223 -1.108; set.no_gaps 0.206 0.227
set.not_all_looked_for -0.847 -0.729; set.older_left -0.212 -0.267; set.only_solution -0.57 -0.542
set.same_due -0.658 -0.817; set.size -1.254 -0.149; set.solutions -1.101 -1.222; set.span -1.483 -1.693
tax_id.other -2.039 -1.77; tax_id.same 0.191 0.404; title.words 0.646 0.693`,
};
