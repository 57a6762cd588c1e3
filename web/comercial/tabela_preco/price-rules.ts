import { CoreError } from '../../../core/errors'
import { decimal } from '../../../core/money/decimal'
import { costToPrice, priceRow, type PriceName } from '../../../core/pricing/price-row'
import { post } from '../../app/api'
import { amountOf } from '../../ui/format'
import { isRecord, isSet, numberOf, textOf, type Values } from '../../ui/row'
import type { Edit, EditRules, Sent } from '../../ui/table/edits'
import { undoPrices } from './undo-prices'

const isPriceName = (field: string): field is PriceName =>
  field === 'vUnTrib' || field === 'pMargem' || field === 'pMarkup'

const told = (value: unknown) => (isSet(value) ? amountOf(value) : null)
const shown = (value: { toString(): string } | null): number | null =>
  value === null ? null : Number(value.toString())

/** A price follows its margin and its markup, and they the price, by the function that the server uses; an emptied price leaves the table. */
export const priceRules: EditRules = {
  write: (row, field, value) => {
    if (!isPriceName(field)) return null
    if (value === null)
      return field === 'vUnTrib' ? { ...row, vUnTrib: null, ...(row.custo === undefined ? {} : NO_RATES) } : null
    const custo = costToPrice(told(row.vCustoMedio), told(row.custo)) ?? 0
    try {
      const next = priceRow(field, amountOf(value), { custo, decimal_preco: numberOf(row.decimal_preco) ?? 2 })
      if (next === null || next.vUnTrib.sign() < 0) return null
      const rates = { pMargem: shown(next.pMargem), pMarkup: shown(next.pMarkup) }
      return { ...row, vUnTrib: shown(next.vUnTrib), ...(row.custo === undefined ? {} : rates) }
    } catch (error) {
      if (error instanceof CoreError) return null
      throw error
    }
  },
  isSame: (row, stored) =>
    isSet(row.vUnTrib) && isSet(stored.vUnTrib)
      ? decimal(amountOf(row.vUnTrib)).eq(amountOf(stored.vUnTrib))
      : isSet(row.vUnTrib) === isSet(stored.vUnTrib),
}

const NO_RATES: Values = { pMargem: null, pMarkup: null }

/** Prices of one call, as the server takes them. */
const AT_ONCE = 5_000

/** Sends the prices that changed to their table, each in the version that was seen. Throws ApiError where none was taken. */
export async function sendPrices(edits: readonly Edit[]): Promise<Sent & { readonly undo?: () => void }> {
  const saved = new Map<string, Values>()
  const refused = new Map<string, { why: string; now: Values }>()
  const changes: string[] = []
  const table = textOf(edits[0]?.stored.tabela_preco_id)
  for (let at = 0; at < edits.length; at += AT_ONCE) {
    const some = new Map(edits.slice(at, at + AT_ONCE).map((edit) => [textOf(edit.row.id), edit]))
    const answer = await post(`comercial/tabela_preco/${table}/salvaPrecos`, {
      precos: [...some.values()].map(sentPrice),
    })
    if (!isRecord(answer)) continue
    for (const one of valuesIn(answer.gravados)) {
      const id = textOf(one.mercadoria_id)
      const row: Values = some.get(id)?.row ?? {}
      const { vUnTrib = null, pMargem, pMarkup } = row
      const rates = pMargem === undefined ? {} : { pMargem, pMarkup }
      saved.set(id, { vUnTrib, ...rates, preco_id: one.preco_id, preco_versao: one.versao })
    }
    for (const id of Array.isArray(answer.tirados) ? answer.tirados : [])
      saved.set(textOf(id), { vUnTrib: null, ...NO_RATES, preco_id: null, preco_versao: null })
    // Written before, by another way, as it was to be written now.
    for (const [id, { row }] of some) if (!saved.has(id)) saved.set(id, { vUnTrib: row.vUnTrib ?? null })
    for (const one of valuesIn(answer.falhas)) {
      const id = textOf(one.mercadoria_id)
      saved.delete(id)
      refused.set(id, { why: whyOf(one), now: { vUnTrib: one.vUnTrib ?? null, preco_versao: one.versao ?? null } })
    }
    if (isSet(answer.alteracao_id)) changes.push(textOf(answer.alteracao_id))
  }
  const [only] = changes
  return { saved, refused, ...(changes.length === 1 && only !== undefined ? { undo: undoPrices(table, only) } : {}) }
}

const sentPrice = ({ stored, row }: Edit): object => ({
  mercadoria_id: Number(row.id),
  versao: numberOf(stored.preco_versao),
  vUnTrib: row.vUnTrib ?? null,
})

const valuesIn = (list: unknown): readonly Values[] => (Array.isArray(list) ? list.filter((one) => isRecord(one)) : [])

const whyOf = ({ motivo, vUnTrib, codigo }: Values): string => {
  const now =
    codigo === 'conflict' ? ` Agora: ${isSet(vUnTrib) ? textOf(vUnTrib).replace('.', ',') : 'sem preço'}.` : ''
  return `${textOf(motivo)}${now}`
}
