import { CoreError } from '../../errors'
import type { FixedRecord } from '../../layout/fixed-width'
import { writePlain } from '../../layout/write-plain'
import { decimal, sum } from '../../money/decimal'
import { faults240, faults400 } from './check-remessa'
import type { Layout240 } from './layout-240'
import type { Layout400 } from './layout-400'
import { LAYOUTS_240, LAYOUTS_400 } from './layouts/layouts'
import { readRemessa } from './read-remessa'
import type { Falta } from './room'
import { messageRoom, ownerValues, values240, values400 } from './title-values'
import type { Values } from './values'
import type { Remessa } from './titulo'

const MAX_TITLES = 50_000
const BREAK = '\r\n'

function lines400(remessa: Remessa, layout: Layout400): string[] {
  const owner = ownerValues(remessa)
  const lines: string[] = []
  const add = (record: FixedRecord, values: Values) =>
    lines.push(writePlain(record, { ...owner, ...values, linha: lines.length + 1 }, 400))
  add(layout.header, {})
  for (const titulo of remessa.titulos) {
    const values = values400(titulo, layout)
    add(layout.detalhe, values)
    if (layout.multa && titulo.multa) add(layout.multa, values)
  }
  add(layout.trailer, {
    quantidade: lines.length + 1,
    total: sum(remessa.titulos.map(({ valor }) => valor)).toFixed(2),
  })
  return lines
}

function lines240(remessa: Remessa, layout: Layout240): string[] {
  const owner = { ...ownerValues(remessa), lote: '1' }
  const total = sum(remessa.titulos.map(({ valor }) => valor)).toFixed(2)
  const lines: string[] = []
  const add = (record: FixedRecord, values: Values) => lines.push(writePlain(record, { ...owner, ...values }, 240))
  add(layout.header, { lote: '0' })
  add(layout.lote, {})
  for (const titulo of remessa.titulos) {
    const values = values240(titulo, layout)
    for (const segment of [layout.p, layout.q, layout.r]) add(segment, { ...values, n: lines.length - 1 })
  }
  add(layout.fimLote, { registros: lines.length, quantidade: remessa.titulos.length, total })
  add(layout.fim, { lote: '9999', lotes: 1, registros: lines.length + 1 })
  return lines
}

const unknown = ({ banco, layout }: Pick<Remessa, 'banco' | 'layout'>) =>
  new CoreError('unknown_bank', `Não há layout de remessa ${layout.toUpperCase()} para o banco ${banco}.`)

const layoutOf = (remessa: Pick<Remessa, 'banco' | 'layout'>): Layout400 | Layout240 => {
  const found = remessa.layout === 'cnab400' ? LAYOUTS_400.get(remessa.banco) : LAYOUTS_240.get(remessa.banco)
  if (!found) throw unknown(remessa)
  return found
}

/** How long each line of messages may be that a bank takes with a title. Throws `unknown_bank`. */
export function messagePlaces(of: Pick<Remessa, 'banco' | 'layout'>): readonly number[] {
  const layout = layoutOf(of)
  const records = 'detalhe' in layout ? [layout.detalhe] : [layout.p, layout.q, layout.r]
  return records.flatMap(messageRoom)
}

/** What the bank would refuse of a file, each with title, field and column; nothing where it may be written. Throws `unknown_bank`. */
export function checkRemessa(remessa: Remessa): readonly Falta[] {
  const layout = layoutOf(remessa)
  return 'detalhe' in layout ? faults400(remessa, layout) : faults240(remessa, layout)
}

/** Faults that are told at once. */
const TOLD = 20

/**
 * Writes a file of titles for the bank's own layout: capitals without accents, lines that end with CR LF, totals and counts of what is in it. What was written is read again
 * before it is offered. Throws `unknown_bank`; `invalid_remessa` with `fields` by seu número, each message with field and column; `too_large` over 50,000 titles.
 */
export function writeRemessa(remessa: Remessa): string {
  if (remessa.titulos.length === 0)
    throw new CoreError('invalid_remessa', 'A remessa não tem títulos.', { titulos: ['A remessa não tem títulos.'] })
  if (remessa.titulos.length > MAX_TITLES)
    throw new CoreError('too_large', `A remessa passa do limite de ${MAX_TITLES} títulos.`)
  const layout = layoutOf(remessa)
  const faults = checkRemessa(remessa)
  const [first] = faults
  if (first) {
    const told = Map.groupBy(faults.slice(0, TOLD), (one) => one.seu_numero || 'beneficiario')
    const fields = Object.fromEntries([...told].map(([who, list]) => [who, list.map((one) => one.mensagem)]))
    throw new CoreError('invalid_remessa', first.mensagem, fields)
  }
  const lines = 'detalhe' in layout ? lines400(remessa, layout) : lines240(remessa, layout)
  const text = lines.map((line) => `${line}${BREAK}`).join('')
  assertReadable(text, remessa)
  return text
}

/** The file, as our own reader has it, tells the titles that were given. */
function assertReadable(text: string, { titulos }: Remessa): void {
  const read = readRemessa(text)
  const same =
    read.faltas.length === 0 &&
    read.titulos.length === titulos.length &&
    read.titulos.every(
      (one, at) => decimal(one.valor).eq(titulos[at]?.valor ?? 0) && one.vencimento === titulos[at]?.vencimento,
    )
  if (!same) throw new CoreError('invalid_remessa', 'A remessa escrita não é lida de volta como foi pedida.')
}
