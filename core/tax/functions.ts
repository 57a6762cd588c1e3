import type * as v from 'valibot'
import { coreFunction } from '../function'
import { apportion } from './apportion'
import { explainItem, itemTexts } from './explain'
import { calculateItem } from './item'
import { adjustedMva } from './mva'
import { issueYear } from './reform'
import { pickRule, ruleBook } from './rules'
import { apportionCase, itemCase, marginCase, ruleSearch, totalsCase } from './schemas'
import { calculateSt, stByRule } from './st'
import { documentTotals } from './totals'
import type { ItemTaxes, ItemTaxInput } from './types'

const MOD_BC: Readonly<Record<string, string>> = {
  '0': 'MargemValorAgregado',
  '1': 'Pauta',
  '2': 'PrecoTabelado',
  '3': 'ValorOperacao',
}
const MOD_BC_ST: Readonly<Record<string, string>> = {
  '0': 'PrecoTabelado',
  '1': 'ListaNegativa',
  '2': 'ListaPositiva',
  '3': 'ListaNeutra',
  '4': 'MargemValorAgregado',
  '5': 'Pauta',
  '6': 'ValorOperacao',
}

/** The figures as text, the modes by name, and the trace unless it is not wanted. */
function answer(taxes: ItemTaxes, input: ItemTaxInput, about: { trace: boolean; rule?: string }): object {
  return {
    ...itemTexts(taxes),
    ...(taxes.values.vBC && { modBC: MOD_BC[input.modBC ?? '3'] }),
    ...(taxes.values.vBCST && { modBCST: MOD_BC_ST[input.modBCST ?? '4'] }),
    ...(about.rule !== undefined && { rule: about.rule }),
    ...(about.trace && { trace: explainItem(taxes, input, about.rule) }),
  }
}

type ItemCase = v.InferOutput<typeof itemCase>

function runItem({ rules, trace, ...item }: ItemCase): object {
  if (rules === undefined) return answer(calculateItem(item), item, { trace })
  const rule = pickRule(ruleBook(rules), { ...item, date: item.date ?? '' })
  const full = { ...rule.tax, ...item }
  return answer(calculateItem(full), full, { trace, rule: rule.id })
}

function runSt({ rules, trace, ...item }: ItemCase): object {
  const { taxCode: _code, year: _year, date = '', ...line } = item
  if (rules === undefined) {
    const result = calculateSt(line)
    return { ...answer(result, line, { trace }), vItemTotal: result.vItemTotal.toFixed(2) }
  }
  const { rule, input, ...result } = stByRule(ruleBook(rules), { ...item, date }, line)
  return { ...answer(result, input, { trace, rule }), vItemTotal: result.vItemTotal.toFixed(2) }
}

export const taxFunctions = [
  coreFunction({
    name: 'tax.item',
    summary: 'Calcula todos os tributos de um item, com a memória de cálculo.',
    takes:
      '{vProd | qCom, vUnCom, vFrete?, vSeg?, vOutro?, vDesc?, taxCode?, discount?, p…, flags?, date?, rules?, trace?}',
    gives:
      '{vBC, vICMS, vBCST, vICMSST, vIPI, vPIS, vCOFINS, vIBSUF, vCBS, vItem, …, rule?, trace: [{field, value, formula, operands}]}',
    input: itemCase,
    run: runItem,
  }),
  coreFunction({
    name: 'tax.st',
    summary: 'Calcula ICMS-ST e FCP-ST de um item.',
    takes:
      '{vProd, vFrete, vSeg, vDesc, vOutro, pIPI | vIPI, pICMS, pICMSST, mvaOriginal | pMVAST, pRedBC, pRedBCST, pFCP, pFCPST, mvaAdjusted, senderSimplesNacional} | {…, rules, date, UFDest, NCM, …}',
    gives: '{vIPI, vBC, vICMS, pMVAST, vBCST, vICMSST, vFCPST, vItemTotal, trace}',
    input: itemCase,
    run: runSt,
  }),
  coreFunction({
    name: 'tax.adjustedMva',
    summary: 'MVA ajustada de venda interestadual.',
    takes: '{mvaOriginal, pInter, pIntra}',
    gives: '{adjusted4, adjusted2}',
    input: marginCase,
    run: (input) => ({ adjusted4: adjustedMva(input, 4).toFixed(4), adjusted2: adjustedMva(input, 2).toFixed(2) }),
  }),
  coreFunction({
    name: 'tax.totals',
    summary: 'Totais de uma NF-e a partir dos itens.',
    takes: '{itens: [{vProd, vDesc, vFrete, vIPI, vICMSST, …}], date?}',
    gives:
      '{vBC, vICMS, vBCST, vST, vFCPST, vProd, vFrete, vSeg, vDesc, vII, vIPI, vPIS, vCOFINS, vOutro, vNF, vNFTot, …}',
    input: totalsCase,
    run: ({ itens, ...issue }) => {
      const totals = Object.entries(documentTotals(itens, issueYear(issue)))
      return Object.fromEntries(totals.map(([name, value]) => [name, value.toFixed(2)]))
    },
  }),
  coreFunction({
    name: 'tax.pickRule',
    summary: 'Escolhe a regra de tributação mais específica para um caso.',
    takes:
      '{rules: [{id, operation?, UFOrig?, UFDest?, NCM?, CEST?, customerKind?, regime?, from?, to?, tax}], date, operation?, UFOrig?, UFDest?, NCM?, …}',
    gives: '{rule, tax}',
    input: ruleSearch,
    run: ({ rules, ...context }) => {
      const { id, tax } = pickRule(ruleBook(rules), context)
      return { rule: id, tax }
    },
  }),
  coreFunction({
    name: 'tax.apportion',
    summary: 'Rateia um valor do cabeçalho entre os itens pelo valor; o último leva os centavos.',
    takes: '{total, values}',
    gives: '{shares}',
    input: apportionCase,
    run: ({ total, values }) => ({ shares: apportion(total, values).map((share) => share.toFixed(2)) }),
  }),
]
