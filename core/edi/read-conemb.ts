import { type FixedLine, readFixed } from '../layout/fixed-width'
import type { EdiFile, EdiNote, EdiVersion, EdiWaybill } from './edi-file'
import {
  CARRIER,
  CARRIER_5,
  WAYBILL,
  WAYBILL_5,
  WAYBILL_AMOUNTS_5,
  WAYBILL_NOTE_5,
  WAYBILL_NOTES,
  WAYBILL_TOTALS,
} from './layouts'
import { bare, noteOf } from './notes'
import { totalNotice } from './totals'

type Mutable = Omit<EdiWaybill, 'notes' | 'freight'> & { freight: string; readonly notes: EdiNote[] }

/** Records of a document that say nothing beside what is read: its beginning. */
const SILENT = new Set(['320', '520'])

/** The waybills that a carrier embarked, with their freights. One that the carrier takes back (`E`) is none, with all that stands under it. */
export function readConemb(lines: readonly FixedLine[], version: EdiVersion): Partial<EdiFile> {
  const waybills: Mutable[] = []
  const unknown: FixedLine[] = []
  const notices: string[] = []
  let [carrier, carrierName] = ['', '']
  let isGone = false
  for (const line of lines) {
    const id = line.text.slice(0, 3)
    const last = isGone ? undefined : waybills.at(-1)
    if (id === '321' || id === '521') {
      const told = readFixed(line, version === '5.0' ? CARRIER_5 : CARRIER)
      carrier ||= told.CNPJ
      carrierName ||= told.nome
    } else if (id === '322' || id === '522') {
      const told = readFixed(line, id === '522' ? WAYBILL_5 : WAYBILL)
      isGone = told.acao === 'E'
      if (isGone)
        notices.push(`Linha ${line.line}: o conhecimento ${bare(told.numero)} foi excluído pela transportadora.`)
      else waybills.push(id === '522' ? { ...headOf(line, told), freight: '0.00', notes: [] } : waybillOf(line))
    } else if (id === '523' && last) last.freight = readFixed(line, WAYBILL_AMOUNTS_5).frete ?? '0.00'
    else if (id === '524' && last) {
      const { CNPJ, serie, numero } = readFixed(line, WAYBILL_NOTE_5)
      last.notes.push(...[noteOf(CNPJ, serie, numero)].filter((one) => one !== undefined))
    } else if (id === '323') {
      const { frete } = readFixed(line, WAYBILL_TOTALS)
      notices.push(
        ...totalNotice(
          'fretes',
          frete,
          waybills.map((one) => one.freight),
        ),
      )
    } else if (!SILENT.has(id) && !(isGone && (id === '523' || id === '524'))) unknown.push(line)
  }
  return { carrier, carrierName, waybills, unknown, notices }
}

interface Head {
  readonly CNPJ_emissor: string
  readonly serie: string
  readonly numero: string
  readonly emissao: string | null
  readonly chave: string
}

const headOf = ({ line }: FixedLine, { CNPJ_emissor, serie, numero, emissao, chave }: Head) => ({
  line,
  issuer: CNPJ_emissor,
  series: bare(serie),
  number: bare(numero),
  issued: emissao,
  key: /^\d{44}$/.test(chave) ? chave : '',
})

/** A waybill of edition 3.0A, whose notes are in its own record. */
function waybillOf(line: FixedLine): Mutable {
  const told = readFixed(line, WAYBILL)
  const { at, count, series, number } = WAYBILL_NOTES
  const notes = Array.from({ length: count }, (_, index) => {
    const from = at - 1 + index * (series + number)
    const digits = line.text.slice(from + series, from + series + number).trim()
    return noteOf(
      told.CNPJ_embarcadora,
      line.text.slice(from, from + series),
      /^\d+$/.test(digits) ? Number(digits) : null,
    )
  }).filter((one) => one !== undefined)
  return { ...headOf(line, told), freight: told.frete ?? '0.00', notes }
}
