import { decimal } from '../../../core/money/decimal'
import { type NamedPrice, promotionOrigin } from '../../../core/pricing/guard'
import {
  lostPromotions,
  normalPrice,
  type PromotableLine,
  type PromotedLine,
  promotedLines,
  tableOfPrices,
} from '../../../core/pricing/promoted'
import { type PromotionBook, promotionBook } from '../../../core/pricing/promotions'
import { chosenCompany } from '../../app/api'
import type { FormModel } from '../../ui/form/form-model'
import { amountOf, formatDate, localToday } from '../../ui/format'
import type { LineMark } from '../../ui/lines/line-marks'
import { linesOf, type Line } from '../../ui/lines/lines-state'
import { getPath, isSet, numberOf, textOf, type Row, type Values } from '../../ui/row'
import { whyNotToday } from '../tabela_preco/holding'
import { customerTable, goodsFacts, holdingTable, type Known } from './facts'
import { priced } from './line'

const told = (value: unknown) => (isSet(value) ? amountOf(value) : null)

/** The prices of a product in the tables that hold today, where they are known. */
export const namedPrices = (prices: readonly Row[]): readonly NamedPrice[] =>
  prices.flatMap((row) => {
    const tabela_preco_id = numberOf(row.tabela_preco_id)
    if (tabela_preco_id === null || whyNotToday(row.tabela_preco) !== undefined) return []
    const descricao = textOf(getPath(row, 'tabela_preco.descricao'))
    const padrao = getPath(row, 'tabela_preco.padrao') === true
    return [{ tabela_preco_id, vUnTrib: amountOf(row.vUnTrib), descricao, padrao }]
  })

/** The table that a document's prices are of. */
export const documentTable = (document: Values): number | null =>
  tableOfPrices(holdingTable(document.tabela_preco_id, document.tabela_preco), customerTable(document))

const normalOf = (facts: Known, line: Values, table: number | null): NamedPrice | null =>
  normalPrice(namedPrices(facts.get(textOf(line.mercadoria_id))?.prices ?? []), table)

/** Books of the goods that are known: made once of what is known. */
const books = new WeakMap<Known, PromotionBook>()

function bookOf(facts: Known): PromotionBook {
  const found = books.get(facts) ?? promotionBook([...facts.values()].flatMap(({ promotions }) => promotions))
  books.set(facts, found)
  return found
}

const SAME = ['mercadoria_id', 'qTrib', 'vUnTrib'] as const

/** Is a line stored as it stands? */
function isWritten(line: Values, stored: ReadonlyMap<string, Values>): boolean {
  const before = isSet(line.id) ? stored.get(textOf(line.id)) : undefined
  return before !== undefined && SAME.every((name) => decimal(amountOf(before[name])).eq(amountOf(line[name])))
}

/** Lines of a document, and what they are priced by. */
export interface Priced {
  readonly lines: readonly Line[]
  readonly facts: Known
  /** The table that the document's prices are of. */
  readonly table: number | null
}

/** What promotions give each line of a document, as it is now; empty while nothing is known of promotions. */
export function promotedOf(
  form: FormModel,
  list: string,
  { lines, facts, table }: Priced,
): ReadonlyMap<string, PromotedLine> {
  const stored = new Map(linesOf(form.record.value?.[list]).map((one) => [textOf(one.id), one]))
  const known = lines.filter((line) => facts.has(textOf(line.mercadoria_id)))
  const asked = known.map((line): PromotableLine => ({
    mercadoria_id: textOf(line.mercadoria_id),
    qTrib: amountOf(line.qTrib),
    vUnTrib: amountOf(line.vUnTrib),
    vAcrescimo: amountOf(line.vAcrescimo),
    vNormal: normalOf(facts, line, table)?.vUnTrib ?? null,
    promocao_id: numberOf(line.promocao_id),
    vPromocao: told(line.vPromocao),
    isWritten: isWritten(line, stored),
    decimal_preco: numberOf(line.decimal_preco) ?? 2,
  }))
  const empresa_id = numberOf(form.values.value.empresa_id) ?? chosenCompany.value ?? 0
  const found = promotedLines(asked, { empresa_id, tabela_preco_id: table, date: localToday() }, bookOf(facts))
  return new Map(
    known.flatMap(({ key }, at) => {
      const one = found[at]
      return one === undefined ? [] : [[key, one] as const]
    }),
  )
}

/** Gives the lines that people changed the prices of their promotions; a document that is as it was stored stays so. */
export function followPromotions(form: FormModel, list: string, by: Priced): void {
  const { lines } = by
  const stored = new Map(linesOf(form.record.value?.[list]).map((one) => [textOf(one.id), one]))
  if (lines.length === stored.size && lines.every((line) => isWritten(line, stored))) return
  const promoted = promotedOf(form, list, by)
  let isOther = false
  const next = lines.map((line) => {
    const found = promoted.get(line.key)
    if (found === undefined || found.isKept || found.vUnTrib.eq(amountOf(line.vUnTrib))) return line
    isOther = true
    const { promotion, vUnTrib } = found
    return priced({
      ...line,
      vUnTrib: Number(vUnTrib.toString()),
      promocao_id: promotion?.promocao_id ?? null,
      xPromocao: promotion?.xNome ?? null,
      vPromocao: promotion === null ? null : Number(vUnTrib.toString()),
    })
  })
  if (isOther) form.set(list, next)
}

/** How a promotion's price is marked. */
export const GOOD = { hue: 'verde', mark: 'check', fine: true } as const

/** The word of a line whose price is a promotion's. */
export const PROMOTION = 'promoção'

/** There are promotions of a line's product, and none gives its price: what each asks for. */
const LOST = { hue: 'cinza', mark: 'dash', fine: true, word: 'há oferta' } as const

/** What is marked of a line whose price a promotion gives: which, instead of what price, until when. */
export function promotionMarks(form: FormModel, line: Values, promoted: PromotedLine | undefined): readonly LineMark[] {
  if (promoted === undefined) return []
  const others = lostPromotions(promoted).join('; ')
  if (promoted.isKept) {
    const why = `promoção ${textOf(line.xPromocao)}, que terminou: o preço fica até a venda`
    return [{ ...GOOD, hue: 'ambar', mark: 'half', word: PROMOTION, why: others === '' ? why : `${why}; ${others}` }]
  }
  const { promotion, vUnTrib } = promoted
  if (!promotion || !vUnTrib.eq(amountOf(line.vUnTrib))) return others === '' ? [] : [{ ...LOST, why: others }]
  const { text } = promotionOrigin(promotion.xNome, normalOf(goodsFacts(form), line, documentTable(form.values.value)))
  const until = promotion.dFim === null ? text : `${text}, até ${formatDate(promotion.dFim)}`
  return [{ ...GOOD, word: PROMOTION, why: others === '' ? until : `${until}; não valem: ${others}` }]
}
