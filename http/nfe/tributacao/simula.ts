import * as v from 'valibot'
import { byTax } from '../../../core/tax/by-tax'
import { explainItem } from '../../../core/tax/explain'
import { calculateItem } from '../../../core/tax/item'
import { empresa } from '../../cadastros/empresa'
import { action } from '../../platform/action'
import { load } from '../../platform/engine/write'
import { dateInput, decimalInput, identifier } from '../../platform/inputs'
import type { Row } from '../../platform/resource'
import { type ChosenRule, customerOf, type GoodsTax, ruleFor, type TaxParties } from './rule-book'
import { tributacao } from './tributacao'

const notNegative = v.pipe(
  decimalInput,
  v.check((value) => !value.startsWith('-'), 'O valor mínimo é 0.'),
)

const input = v.object({
  mercadoria_id: identifier,
  cliente_id: v.optional(identifier),
  tipo_entrada_saida_id: v.optional(identifier),
  empresa_id: v.optional(identifier),
  data: v.optional(dateInput),
  qTrib: v.optional(notNegative, '1'),
  vUnTrib: v.optional(notNegative, '0'),
  vFrete: v.optional(notNegative),
  vSeg: v.optional(notNegative),
  vOutro: v.optional(notNegative),
  vDesc: v.optional(notNegative),
  vPauta: v.optional(notNegative),
  vPautaST: v.optional(notNegative),
})

const text = v.nullable(v.string())
const step = v.object({
  field: v.string(),
  value: v.string(),
  formula: v.string(),
  operands: v.record(v.string(), v.string()),
})
const answer = v.object({
  regra: v.nullable(v.object({ id: v.number(), descricao: v.string(), por: v.string() })),
  partes: v.object({
    UFOrig: v.string(),
    UFDest: v.string(),
    CRT: v.number(),
    contribuinte: v.number(),
    indFinal: v.boolean(),
  }),
  CFOP: text,
  codigos: v.record(v.string(), text),
  tributos: v.array(
    v.object({
      imposto: v.string(),
      base: text,
      aliquota: text,
      valor: v.string(),
      formula: v.string(),
      passos: v.array(step),
    }),
  ),
  vProd: text,
  vItem: text,
  avisos: v.array(v.string()),
})

const BECAUSE: Readonly<Record<ChosenRule['by'], string>> = {
  operacao: 'A operação força as suas regras.',
  mercadoria: 'É a regra da mercadoria.',
  especifica: 'É a mais específica que serve ao caso.',
}

/** What the taxes of a line would be: the rule and why it is taken, the CFOP, and of each tax base, rate, value and formula. Nothing is written. */
export const simula = action(tributacao, 'simula', {
  on: 'collection',
  right: 'read',
  reads: true,
  summary: 'Simula os tributos de um produto: regra, CFOP e, de cada tributo, base, alíquota, valor e fórmula.',
  input,
  answer,
  run: async ({ ctx, input }) => {
    const { empresa_id, cliente_id, tipo_entrada_saida_id, mercadoria_id, data, ...amounts } = input
    const { id } = await load(ctx, empresa, empresa_id ?? ctx.actor.empresa_id)
    const asked = { empresa_id: id, ...customerOf(cliente_id), tipo_entrada_saida_id, mercadoria_id, date: data }
    const { parties, operation, ...line } = await ruleFor(ctx, asked)
    const { destino: _destino, indPres: _indPres, ...partes } = parties
    const codes = codesOf(line.chosen)
    const seen = { partes, CFOP: line.CFOP ?? null, codigos: codes, avisos: noticesOf(line, operation, parties) }
    if (!line.chosen) return { regra: null, ...seen, tributos: [], vProd: null, vItem: null }
    const item = { ...line.chosen.tax, ...amounts }
    const taxes = calculateItem(item)
    const steps = explainItem(taxes, item)
    const { rule, by } = line.chosen
    return {
      regra: { id: Number(rule.id), descricao: String(rule.descricao), por: BECAUSE[by] },
      ...seen,
      tributos: byTax(steps),
      vProd: taxes.values.vProd?.toFixed(2) ?? null,
      vItem: taxes.values.vItem?.toFixed(2) ?? null,
    }
  },
})

const CODES = [
  'taxCode',
  'cBenef',
  'cstIPI',
  'cEnq',
  'cstPIS',
  'cstCOFINS',
  'cstIBSCBS',
  'cstIS',
  'cClassTribIS',
] as const

function codesOf(chosen: ChosenRule | undefined): Record<string, string | null> {
  const of = (name: string) => {
    const value = chosen?.rule[name]
    return typeof value === 'string' ? value : null
  }
  return { ...Object.fromEntries(CODES.map((name) => [name, of(name)])), cClassTrib: chosen?.cClassTrib ?? null }
}

/** What of the case would not let a note be issued, or leads it astray. */
function noticesOf({ goods, chosen, CFOP }: GoodsTax, operation: Row | undefined, parties: TaxParties): string[] {
  return [
    ...(chosen ? [] : ['Nenhuma regra de tributação serve a este caso.']),
    ...(goods.NCM ? [] : ['A mercadoria não tem NCM.']),
    ...(parties.UFOrig ? [] : ['A empresa não tem UF no endereço.']),
    ...(CFOP === undefined && operation
      ? ['A operação não tem linha de CFOP para este caso, nem a regra diz o CFOP.']
      : []),
  ]
}
