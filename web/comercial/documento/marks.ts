import { CHECKS, meets } from '../../../core/access'
import { decimal, type Decimal, ZERO } from '../../../core/money/decimal'
import { chosenCompany } from '../../app/api'
import { rights, session } from '../../app/session'
import { confirm } from '../../ui/confirm'
import type { FormModel } from '../../ui/form/form-model'
import { amountOf, formatQuantity } from '../../ui/format'
import type { LineMark } from '../../ui/lines/line-marks'
import { linesOf, type Line } from '../../ui/lines/lines-state'
import { getPath, isSet, textOf, type Row, type Values } from '../../ui/row'
import { missingOf } from './choices'
import { customerTable, goodsFacts, productOf } from './facts'
import type { DocumentKind, DocumentNames } from './kind'
import { nameOfLine } from './line'
import { ABOVE, keptMarks, priceMarks } from './price-marks'
import { documentTable, promotedOf, promotionMarks } from './promotions'

function controlsStock(company: unknown): boolean {
  const now = session.value
  const id = company ?? chosenCompany.value
  return now.status === 'in' && now.empresas.find((one) => one.id === id)?.controla_estoque !== false
}

/** Does the document take goods out of a stock that is controlled? */
const takesStock = (document: Values): boolean =>
  controlsStock(document.empresa_id) && getPath(document, 'tipo_entrada_saida.movimenta_estoque') !== false

/** How much of each product the lines ask for together. */
function askedOf(lines: readonly Line[]): ReadonlyMap<string, Decimal> {
  const asked = new Map<string, Decimal>()
  for (const line of lines) {
    const id = textOf(line.mercadoria_id)
    asked.set(id, (asked.get(id) ?? ZERO).plus(amountOf(line.qTrib)))
  }
  return asked
}

const SHORT = 'sem estoque'

function shortage(product: Values, asked: Decimal): readonly LineMark[] {
  if (!('q_disp' in product)) return []
  const free = decimal(amountOf(product.q_disp))
  if (free.gte(asked)) return []
  const [has, wants] = [free, asked].map((amount) => formatQuantity(amount.toString()))
  return [{ word: SHORT, hue: 'ambar', mark: 'half', why: `disponível ${has}, pedido ${wants}` }]
}

/** Something has to be chosen of a made-to-order product: without it the document does not go on. */
const CHOOSE = 'a escolher'

function lacking(line: Line, characteristics: readonly Row[]): readonly LineMark[] {
  const groups = missingOf(line, characteristics)
  if (groups.length === 0) return []
  return [{ word: CHOOSE, hue: 'ambar', mark: 'half', why: groups.join(', ') }]
}

/** What is marked on each of these lines of a document, by the key of the line. */
function marksOf(form: FormModel, lines: readonly Line[], list: string): ReadonlyMap<string, readonly LineMark[]> {
  const facts = goodsFacts(form)
  const document = form.values.value
  const stock = takesStock(document)
  const table = customerTable(document)
  const asked = askedOf(lines)
  const promoted = promotedOf(form, list, { lines, facts, table: documentTable(document) })
  return new Map(
    lines.map((line) => {
      const product = productOf(facts, line)
      const short = stock ? shortage(product, asked.get(textOf(line.mercadoria_id)) ?? ZERO) : []
      const given = promoted.get(line.key)
      const around = { table, vPromocao: given?.vPromocao ?? null }
      const known = facts.get(textOf(line.mercadoria_id))
      const prices = priceMarks(line, known, around)
      const lacks = lacking(line, known?.characteristics ?? [])
      return [line.key, [...lacks, ...promotionMarks(form, line, given), ...prices, ...short]]
    }),
  )
}

/** The marks of the document's lines as they are now. */
export function lineMarks(form: FormModel, { lines: name }: DocumentNames): (line: Line) => readonly LineMark[] {
  if (isSet(form.record.value?.dhFechamento)) return keptMarks
  const marks = marksOf(form, linesOf(form.values.value[name]), name)
  return (line) => marks.get(line.key) ?? []
}

const told = (form: FormModel, lines: readonly Line[], list: string): ReadonlySet<string> => {
  const marks = marksOf(form, lines, list)
  return new Set(
    lines.flatMap((line) =>
      (marks.get(line.key) ?? [])
        .filter(({ fine }) => fine !== true)
        .map(({ word, why }) => `${nameOfLine(line)}: ${word}, ${why}`),
    ),
  )
}

/** What becomes of a sale whose prices its writer may not release. */
const BLOCKS: Readonly<Record<DocumentKind, string>> = {
  venda: 'A venda fica bloqueada até que alguém a libere.',
  orcamento: 'A venda que sair deste orçamento fica bloqueada até que alguém a libere.',
}

function blocks(told: readonly string[]): boolean {
  const has =
    (word: string): ((text: string) => boolean) =>
    (text) =>
      text.includes(`: ${word}, `)
  const isPrice = (text: string): boolean => !has(SHORT)(text) && !has(CHOOSE)(text)
  return told.some(has(ABOVE)) || (told.some(isPrice) && !meets(rights.peek(), CHECKS.specialSale))
}

/** What was agreed to in each open document. */
const agreed = new WeakMap<FormModel, Set<string>>()

/** Asks once about all that is marked on lines that were written, before they are saved; true when they may be. */
export async function agreesToMarks(form: FormModel, { kind, lines, life }: DocumentNames): Promise<boolean> {
  const known = agreed.get(form) ?? new Set()
  agreed.set(form, known)
  const before = told(form, linesOf(form.record.value?.[lines]), lines)
  const asked = [...told(form, linesOf(form.values.value[lines]), lines)].filter(
    (text) => !before.has(text) && !known.has(text),
  )
  if (asked.length === 0) return true
  const yes = await confirm({
    title: `Salvar ${life.the} mesmo assim?`,
    ...(blocks(asked) ? { text: BLOCKS[kind] } : {}),
    details: asked,
    action: 'Salvar mesmo assim',
    cancel: 'Voltar aos itens',
    anyway: true,
  })
  if (yes) for (const text of asked) known.add(text)
  return yes
}
