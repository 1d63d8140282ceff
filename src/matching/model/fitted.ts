// Written by `npm run matching:fit`. Do not edit.
import type { Fitted } from './weights.ts';

export const FITTED: Fitted = {
  version: 'logit-2026-11-26-169166',
  trained: '2026-11-23',
  seeds: '1001-1120',
  policy: {
    number: [
      [0, 0],
      [0.37, 0.7],
      [0.9565, 0.9],
      [0.987, 0.97],
      [1, 1],
    ],
    name: [
      [0, 0],
      [0.43, 0.7],
      [0.9448, 0.9],
      [0.9834, 0.97],
      [1, 1],
    ],
    series: [
      [0, 0],
      [0.36, 0.7],
      [0.967, 0.9],
      [0.9901, 0.97],
      [1, 1],
    ],
    sum: [
      [0, 0],
      [0.36, 0.7],
      [0.8859, 0.9],
      [0.9658, 0.97],
      [1, 1],
    ],
    shortfall: [
      [0, 0],
      [0.37, 0.7],
      [0.972, 0.9],
      [0.9916, 0.97],
      [1, 1],
    ],
    part: [
      [0, 0],
      [0.37, 0.7],
      [0.9727, 0.9],
      [0.9918, 0.97],
      [1, 1],
    ],
    rate: [
      [0, 0],
      [0.5, 0.7],
      [0.9754, 0.9],
      [0.9926, 0.97],
      [1, 1],
    ],
    other: [
      [0, 0],
      [0.4, 0.7],
      [0.9731, 0.9],
      [0.9919, 0.97],
      [1, 1],
    ],
  },
  weights: `
account.other -1.61 -1.543; account.same 0.748 0.5; alias.other 0.037 0.067; alias.same 0.299 0.246
amount.difference -0.533 -0.544; amount.discount 2.524 2.772; amount.exact 0.587 0.804
amount.exact_rest 1.541 0.918; amount.known_fee 0.542 -0.239; amount.late_discount -0.824 -0.9
amount.likely_fee -1.193 -0.958; amount.listed_sum 0.304 0.001; amount.others_equal 0.205 0.003
amount.others_equal_elsewhere -0.24 -0.157; amount.partial -2.233 -1.808; amount.partly_listed_sum 0.801 0.955
amount.rate_close 0.858 0.562; amount.rate_wide -1.376 -0.729; amount.retention 1.709 1.52
amount.round.0 0.284 0.364; amount.round.1 0.553 0.559; amount.round.2 0.664 0.593; amount.round.3 0.628 0.206
amount.small 0.042 0.031; amount.small_difference -2.315 -2.175; amount.sum 1.542 1.526
amount.unique 0.583 0.731; batch.account_other 0 -1.045; batch.account_same 0 0.599
batch.account_same_named 0 -0.541; batch.alias_other 0 -0.437; batch.alias_same 0 0.654
batch.cause_unusual 0 -0.388; batch.cause_usual 0 0.041; batch.claimed.free 0 1.16; batch.claimed.half 0 0.816
batch.claimed.little 0 0.924; batch.claimed.much 0 0.404; batch.claimed.taken 0 -2.13
batch.claimed_by_earlier 0 -2.421; batch.claimed_by_later 0 -0.401; batch.claimed_share 0 -1.287
batch.equal_for_all 0 0.599; batch.equal_too_few 0 -0.125; batch.first_of_claims 0 -2.077
batch.lag.far 0 -0.276; batch.lag.near 0 0.619; batch.lag.same 0 0.822; batch.lag.week 0 0.257
batch.lag.weeks 0 -0.225; batch.lag_behind 0 -0.684; batch.lag_distance 0 -0.225; batch.lag_lead 0 0.035
batch.leaning_many 0 0.22; batch.leaning_other 0 -0.876; batch.leaning_same 0 0.834
batch.missing_seen 0 1.012; batch.order.far 0 -0.157; batch.order.next 0 -0.107; batch.order.same 0 0.332
batch.parts_complete 0 5.266; batch.stronger_claim 0 0.612; batch.strongest_claim 0 0.589
both.days.high.early -0.193 -0.346; both.days.high.late 0.172 0.182; both.days.high.near 0.171 0.188
both.days.high.very_late 0.115 0.276; both.days.low.early -0.309 -0.465; both.days.low.late 0.029 -0.107
both.days.low.near 0.052 -0.168; both.days.low.very_late 0.249 0.074; both.days.middle.early -0.393 -0.284
both.days.middle.late -0.011 0.349; both.days.middle.near -0.241 -0.004
both.days.middle.very_late -0.287 -0.015; both.high.faint_number.rare -1.866 -1.594
both.high.faint_number.shared 0.165 0.018; both.high.no_number.rare 0.279 0.365
both.high.no_number.shared 0.286 0.194; both.low.faint_number.rare -0.724 -0.373
both.low.faint_number.shared 2.022 1.857; both.low.no_number.rare -0.721 -0.782
both.low.no_number.shared -1.383 -1.219; both.middle.faint_number.rare -0.33 -0.402
both.middle.faint_number.shared 0.272 0.188; both.middle.no_number.rare 0.522 0.305
both.middle.no_number.shared 0.759 0.587; both.name.round.0 -0.81 -0.947; both.name.round.1 -0.424 -0.441
both.name.round.2 -0.338 -0.466; both.name.round.3 -0.095 -0.255; both.name_account.rare -0.614 -0.22
both.name_account.shared -0.201 -0.035; both.number.rare 1.016 0.869; both.number.shared 1.8 1.7
days.before_issue.any.little -3.054 -3.05; days.before_issue.any.much -3.22 -2.958
days.before_issue.name.little -4.053 -4.02; days.before_issue.name.much -4.382 -4.359
days.before_issue.number.little -1.052 -0.867; days.before_issue.number.much -1.227 -1.046
days.distance.deducted -0.726 -0.713; days.distance.difference -1.972 -1.435
days.distance.exact -1.075 -1.164; days.distance.other_currency -0.88 -0.564
days.distance.partial -1.658 -1.515; days.distance.several -0.428 -0.237; days.due.before_-2 0.045 0.076
days.due.before_-20 -0.287 -0.481; days.due.before_-40 -0.514 -0.926; days.due.before_-8 0.072 0.078
days.due.before_11 0.265 0.415; days.due.before_121 0.044 0.101; days.due.before_21 0.493 0.734
days.due.before_36 0.182 0.395; days.due.before_4 0.539 0.622; days.due.before_61 0.076 0.217
days.due.later -1.562 -1.551; days.named.at_delivery 0.877 0.349; days.named.late 0.721 0.864
days.named.later 0.171 0.262; days.named.much_too_early 0.171 0.262; days.named.too_early 0.47 0.262
days.named.usual 1.371 1.462; days.named.very_late 0.55 0.34; days.part_due.around -0.317 -0.133
days.part_due.early -1.558 -1.518; days.part_due.late 0.169 0.161; days.part_due.very_late -0.111 0.052
days.set_due.before_-2 -0.114 -0.149; days.set_due.before_-20 -0.869 -1.03
days.set_due.before_-40 -0.852 -1.316; days.set_due.before_-8 -0.487 -0.756
days.set_due.before_11 1.227 1.209; days.set_due.before_121 0.035 0.369; days.set_due.before_21 1.358 1.324
days.set_due.before_36 0.989 1.129; days.set_due.before_4 0.635 0.554; days.set_due.before_61 0.395 0.637
days.set_due.later -0.751 -0.438; days.since_issue.days 0.212 0.156; days.since_issue.same_day 1.212 1.096
days.since_issue.weeks -0.211 -0.312; difference.gap.cents 0.514 0.304; difference.gap.other -1.162 -1.012
difference.gap.rounded 0.115 0.165; difference.over -0.391 -0.272; difference.share 0.693 0.667
difference.short -0.143 -0.272; folio.cut -0.006 -0.002; folio.deducted.medium 0.669 0.496
folio.deducted.near 0.07 0.028; folio.deducted.none -1.497 -1.477; folio.deducted.strong 0.763 0.663
folio.deducted.weak 0.438 0.309; folio.difference.medium 0.068 0.054; folio.difference.none -0.55 -0.623
folio.difference.strong 0.133 0.076; folio.difference.weak -0.185 -0.051; folio.exact.medium 0.871 0.74
folio.exact.near 0.09 0.2; folio.exact.none -0.257 -0.55; folio.exact.strong 0.671 0.665
folio.exact.weak 0.753 0.665; folio.level.full 0.857 0.849; folio.level.long 0.861 0.697
folio.level.near 0.269 0.326; folio.level.none -2.256 -2.241; folio.level.number 0.725 0.659
folio.level.padded -0.384 -0.213; folio.level.short 0.963 0.806; folio.level.strong 0.897 0.822
folio.listed_share 0.98 0.678; folio.other_closed.medium -1.372 -1.37; folio.other_closed.near 0.174 -0.021
folio.other_closed.strong -1.769 -1.171; folio.other_closed.weak 0.256 0.085
folio.other_currency.medium 0.061 0.052; folio.other_currency.near 0.002 0
folio.other_currency.none -0.662 -0.285; folio.other_currency.strong 0.064 0.052
folio.other_currency.weak 0.018 0.014; folio.other_live.medium 0.147 0.088
folio.other_live.near -0.482 -0.749; folio.other_live.strong -0.847 -1; folio.other_live.weak -0.202 -0.122
folio.other_same_party -3.322 -3.434; folio.partial.medium -1.14 -0.821; folio.partial.near 0.001 0
folio.partial.none -0.486 -0.46; folio.partial.strong 0.102 0.115; folio.partial.weak -0.71 -0.643
folio.reissued 1.084 1.052; folio.several.medium 0.195 0.137; folio.several.near 0.107 0.097
folio.several.none 1.197 1.153; folio.several.strong 0.882 0.796; folio.several.weak 0.266 0.299
folio.shared_by_others -0.08 -0.149; folio.slip 2.966 2.687; folio.slip_though_known 3.305 3.288
folio.unknown_number -0.18 -0.262; folio.unknown_number_but_own -0.006 0.079; month.named 0.944 1.015
month.other_named -1.496 -1.507; name.cover.all -0.038 -0.048; name.cover.half -0.337 -0.392
name.cover.low -0.175 -0.11; name.cover.most -0.019 -0.096; name.deducted.faint 0.108 -0.125
name.deducted.fair -0.137 -0.032; name.deducted.full -0.308 -0.252; name.deducted.good -0.185 -0.156
name.deducted.stranger 0.685 0.309; name.deducted.weak -0.667 -0.354; name.difference.faint -0.042 -0.022
name.difference.fair 0.147 0.168; name.difference.full -0.412 -0.559; name.difference.good -0.203 -0.105
name.difference.stranger 0.454 0.205; name.difference.weak -0.748 -0.328; name.exact.faint 0.404 0.535
name.exact.fair -0.281 -0.304; name.exact.full -0.205 -0.358; name.exact.good 0.057 -0.133
name.exact.stranger -0.197 -0.287; name.exact.weak -0.244 -0.249; name.explained.all -0.006 -0.364
name.explained.half -0.658 -0.932; name.explained.low -0.213 -0.146; name.explained.most -0.557 -0.825
name.nothing_named.deducted 0.948 0.63; name.nothing_named.difference 0.271 0.097
name.nothing_named.exact -0.007 0.007; name.nothing_named.other_currency 0.165 0.115
name.nothing_named.partial -0.07 0.03; name.nothing_named.payment -1.693 -1.508
name.nothing_named.several 0.842 0.869; name.on_behalf 1.863 1.689; name.other_currency.faint -0.033 -0.001
name.other_currency.fair 0.024 -0.2; name.other_currency.full -0.186 -0.14; name.other_currency.good 0.122 0.3
name.other_currency.stranger 0.087 0.233; name.other_currency.weak -0.7 -0.475
name.partial.faint -0.096 -0.14; name.partial.fair -0.581 -0.223; name.partial.full -0.353 -0.518
name.partial.good -0.172 -0.225; name.partial.stranger 0.382 0.391; name.partial.weak -1.342 -1.124
name.payment.faint 0.303 0.21; name.payment.fair 1.005 0.95; name.payment.full 1.127 0.971
name.payment.good 1.182 1.128; name.payment.stranger -1.469 -1.309; name.payment.weak -0.353 -0.282
name.rival.better -0.137 -0.123; name.rival.equal -0.303 -0.403; name.rival.much_better -0.239 -0.205
name.rival.none 0.11 0.086; name.rival_lead -3.701 -3.565; name.several.faint 0.047 0.266
name.several.fair -0.226 -0.119; name.several.full 0.439 0.288; name.several.good 0.455 0.353
name.several.stranger 1.178 0.836; name.several.weak -0.089 -0.01; name.share -0.329 -0.267
name.twins -0.132 -0.101; name.weight 1.273 1.291; none.about.advance 1.801 1.819; none.about.card 0.852 0.645
none.about.cash -0.139 -0.289; none.about.fee 0.709 0.494; none.about.interest 2.636 2.528
none.about.list -0.006 0.039; none.about.order -0.004 -0.153; none.about.part 0.216 0.228
none.about.payroll 1.921 1.82; none.about.psp 3.136 3.193; none.about.quote 4.304 3.98
none.about.refund 1.757 1.83; none.about.returned 1.952 1.734; none.about.tax 0.553 0.874
none.about.transfer 0.996 1.016; none.best_name.fair -2.394 -2.021; none.best_name.known -2.001 -1.692
none.best_name.nobody -0.555 -0.376; none.best_name.stranger -1.43 -1.436; none.best_name.weak -2.069 -1.691
none.bias -2.035 -1.864; none.credit -0.997 -0.916; none.debit -1.039 -0.949; none.exact_count 0.056 0.03
none.hypotheses 0.781 0.7; none.known_party_without_exact 0.214 0.161; none.named_exact 1.474 1.158
none.names_closed.medium -1.338 -0.859; none.names_closed.strong -1.209 -0.888
none.names_closed.weak -0.867 -0.767; none.names_closed_of_this_amount -1.095 -0.852
none.no_exact -1.902 -1.244; none.numbered_exact 4.942 4.193; none.own_account 1.795 1.655
none.own_name 0.769 0.593; none.own_name_and_transfer 1.433 1.356; none.round.0 -1.267 -1.079
none.round.1 -0.696 -0.575; none.round.2 -0.329 -0.158; none.round.3 0.256 -0.052
none.unknown_number 0.53 0.487; part.begun_before -1.208 -0.677; part.oldest_open 0.184 0.02
part.open_of_party -0.375 -0.567; part.rest_in_batch 2.749 0.447; part.round.0 -1.557 -1.452
part.round.1 -0.962 -0.692; part.round.2 0.273 0.504; part.round.3 0.013 -0.168; part.round_share 2.651 2.684
part.share.half 1.012 0.945; part.share.most 0.423 0.384; part.share.nearly -1.641 -1.186
part.share.third 0.373 0.272; part.share.tiny -2.4 -2.223; payment.bias 0.103 0.159
payment.days.far -2.438 -2.457; payment.days.near 0.706 0.723; payment.days.same 1.833 1.854
payment.days.week 0.003 0.039; payment.number 5.9 5.811; payment.others_equal -0.056 0.058
said.advance -0.642 -0.539; said.discount 0.001 0.001; said.fee 0.171 0.213; said.final 0.724 0.477
said.list -0.084 -0.095; said.list_but_one -0.19 -0.197; said.part 1.643 1.52
said.part_but_whole -0.563 -0.669; series.alone 0.055 0.425; series.behind -0.366 -0.277
series.equal_of_party 0.394 0.682; series.lead 0.113 0.013; series.nearest 0.112 0.03
series.older_left -0.232 -0.57; series.oldest -0.068 -0.653; series.second 0.094 0.018
set.by_chance -0.005 0.014; set.everything -0.119 0.076; set.gaps -1.39 -1.191; set.no_gaps 0.02 0.148
set.not_all_looked_for -0.513 -0.532; set.older_left -0.285 -0.297; set.only_solution -0.599 -0.801
set.same_due -0.879 -1.376; set.size -0.848 0.36; set.solutions -1.143 -1.255; set.span -1.547 -2.095
tax_id.other -1.683 -1.3; tax_id.same 0.242 0.313; title.words 0.479 0.454`,
};
