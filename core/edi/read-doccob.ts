import { type FixedLine, type FixedValues, readFixed } from '../layout/fixed-width'
import type { EdiFile, EdiInvoice, EdiNote, EdiVersion, EdiWaybill } from './edi-file'
import {
  CARRIER,
  CARRIER_5,
  INVOICE,
  INVOICE_5,
  INVOICE_NOTE,
  INVOICE_NOTE_5,
  INVOICE_TOTALS,
  INVOICE_WAYBILL,
} from './layouts'
import { bare, noteOf } from './notes'
import { totalNotice } from './totals'

type Waybill = Omit<EdiWaybill, 'notes'> & { readonly notes: EdiNote[] }
type Invoice = Omit<EdiInvoice, 'waybills'> & { readonly waybills: Waybill[] }

const SILENT = new Set(['350', '550'])
const WAYBILLS: Readonly<Record<EdiVersion, string>> = { '3.0a': '353', '5.0': '555' }
const NOTES: Readonly<Record<EdiVersion, string>> = { '3.0a': '354', '5.0': '556' }

/** What a carrier charges, invoice by invoice, with the waybills of each. An invoice that it takes back (`E`) is none, with all that stands under it. */
export function readDoccob(lines: readonly FixedLine[], version: EdiVersion): Partial<EdiFile> {
  const invoices: Invoice[] = []
  const unknown: FixedLine[] = []
  const notices: string[] = []
  let [carrier, carrierName] = ['', '']
  let isGone = false
  for (const line of lines) {
    const id = line.text.slice(0, 3)
    const invoice = isGone ? undefined : invoices.at(-1)
    const waybill = invoice?.waybills.at(-1)
    if (id === '351' || id === '551') {
      const told = readFixed(line, version === '5.0' ? CARRIER_5 : CARRIER)
      carrier ||= told.CNPJ
      carrierName ||= told.nome
    } else if (id === '352' || id === '552') {
      const told = readFixed(line, id === '552' ? INVOICE_5 : INVOICE)
      isGone = told.acao === 'E'
      if (isGone) notices.push(`Linha ${line.line}: a fatura ${bare(told.numero)} foi excluída pela transportadora.`)
      else invoices.push(invoiceOf(line, told))
    } else if (id === WAYBILLS[version] && invoice) invoice.waybills.push(chargedOf(line))
    else if (id === NOTES[version] && waybill) {
      const { CNPJ, serie, numero } = readFixed(line, version === '5.0' ? INVOICE_NOTE_5 : INVOICE_NOTE)
      waybill.notes.push(...[noteOf(CNPJ, serie, numero)].filter((one) => one !== undefined))
    } else if (id === '355') {
      const { total } = readFixed(line, INVOICE_TOTALS)
      notices.push(
        ...totalNotice(
          'cobranças',
          total,
          invoices.map((one) => one.total),
        ),
      )
    } else if (!SILENT.has(id) && !(isGone && (id === WAYBILLS[version] || id === NOTES[version]))) unknown.push(line)
  }
  return { carrier, carrierName, invoices, unknown, notices }
}

const invoiceOf = (
  { line }: FixedLine,
  { serie, numero, emissao, vencimento, total }: FixedValues<typeof INVOICE>,
): Invoice => ({
  line,
  series: bare(serie),
  number: bare(numero),
  issued: emissao,
  due: vencimento,
  total: total ?? '0.00',
  waybills: [],
})

function chargedOf(line: FixedLine): Waybill {
  const { CNPJ_emissor, serie, numero, emissao, frete } = readFixed(line, INVOICE_WAYBILL)
  return {
    line: line.line,
    issuer: CNPJ_emissor,
    series: bare(serie),
    number: bare(numero),
    issued: emissao,
    freight: frete ?? '0.00',
    key: '',
    notes: [],
  }
}
