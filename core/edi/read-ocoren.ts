import type { FixedLine } from '../layout/fixed-width'
import { readFixed } from '../layout/fixed-width'
import type { EdiEvent, EdiFile, EdiVersion } from './edi-file'
import { CARRIER, CARRIER_5, EVENT, EVENT_5, EVENT_TEXT_5, EVENT_WAYBILL } from './layouts'
import { bare, seriesOf } from './notes'

type Mutable = { -readonly [K in keyof EdiEvent]: EdiEvent[K] }

/** The codes of both editions are written alike: of two digits at least. */
const codeOf = (text: string): string => (/^\d+$/.test(text) ? String(Number(text)).padStart(2, '0') : text || '99')

/** Deliveries that a carrier tells, and what it wrote of them. The end of the file (549) says nothing that is not counted. */
export function readOcoren(lines: readonly FixedLine[], version: EdiVersion): Partial<EdiFile> {
  const events: Mutable[] = []
  const unknown: FixedLine[] = []
  let [carrier, carrierName] = ['', '']
  for (const line of lines)
    switch (line.text.slice(0, 3)) {
      case '340':
      case '540':
      case '549': {
        break
      }
      case '341':
      case '541': {
        const told = readFixed(line, version === '5.0' ? CARRIER_5 : CARRIER)
        carrier ||= told.CNPJ
        carrierName ||= told.nome
        break
      }
      case '342': {
        const told = readFixed(line, EVENT)
        events.push({ ...eventOf(line, told), text: told.texto, waybill: '' })
        break
      }
      case '542': {
        const told = readFixed(line, EVENT_5)
        events.push({ ...eventOf(line, told), text: '', waybill: bare(told.numero_conhecimento) })
        break
      }
      case '343': {
        const last = events.at(-1)
        if (last) last.waybill = bare(readFixed(line, EVENT_WAYBILL).numero)
        break
      }
      case '543': {
        const { texto1, texto2, texto3 } = readFixed(line, EVENT_TEXT_5)
        const last = events.at(-1)
        // Each event may have several of these records.
        if (last) last.text = [last.text, texto1, texto2, texto3].filter(Boolean).join(' ')
        break
      }
      default: {
        unknown.push(line)
      }
    }
  return { carrier, carrierName, events, unknown }
}

interface Told {
  readonly CNPJ: string
  readonly serie: string
  readonly numero: number | null
  readonly codigo: string
  readonly data: string | null
  readonly hora: string | null
}

const eventOf = ({ line }: FixedLine, { CNPJ, serie, numero, codigo, data, hora }: Told) => ({
  line,
  issuer: CNPJ,
  series: seriesOf(serie),
  number: numero ?? 0,
  code: codeOf(codigo),
  at: data === null ? null : `${data}T${hora ?? '00:00:00'}`,
})
