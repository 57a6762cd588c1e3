import { type FixedLine, type FixedRecord, without } from '../../layout/fixed-width'
import { occurrenceOf, reasonsOf } from './occurrences'
import type { Cabecalho, Ocorrencia } from './retorno'
import {
  BANCO_DO_BRASIL_6,
  DETAIL_400,
  HEADER_400,
  PIX_400,
  type Retorno400,
  RETORNOS_400,
  TRAILER_400,
} from './retorno-layouts'
import { amountOf, countOf, documentOf, type LineReader, notes, unsupported } from './line-reader'
import { dayOf, textOf, type Values, valuesOf } from './values'

/** Reads a retorno of 400 columns (444 with the key of an NF-e behind). */
export function reader400(first: FixedLine): LineReader {
  const banco = first.text.slice(76, 79)
  const layout = RETORNOS_400[banco]
  if (!layout) throw unsupported()
  const detail = detailOf(layout)
  const { unknown, wrong, fecho } = notes()
  const cabecalho = headerOf(banco, valuesOf(first, { ...HEADER_400, ...layout.header }))
  let lines = 1
  let closed = false
  let waiting: Ocorrencia | undefined
  const release = (): readonly Ocorrencia[] => {
    const done = waiting ? [waiting] : []
    waiting = undefined
    return done
  }
  return {
    cabecalho,
    push: (line) => {
      lines += 1
      const kind = line.text.charAt(0)
      if (kind === '1' || (layout.detalhes ?? '').includes(kind)) {
        const done = release()
        const record = banco === '001' && kind === '1' ? brasilRecord(line) : detail
        waiting = occurrence400(banco, line, valuesOf(line, record), layout)
        return done
      }
      if (kind === '2' && banco === '033' && waiting) waiting = { ...waiting, pix: pixOf(valuesOf(line, PIX_400)) }
      else if (kind === '9') {
        closed = true
        const told = countOf(textOf(valuesOf(line, TRAILER_400), 'linha'))
        if (told !== null && told !== lines) wrong(`O registro final diz ser o ${told}º e é o ${lines}º.`)
      } else unknown(line)
      return []
    },
    end: () => {
      if (!closed) wrong('Falta o registro final do arquivo.')
      return { last: release(), fecho: fecho(lines) }
    },
  }
}

/** Record 1 of Banco do Brasil: of agreements of six digits, or of a central of cooperatives that tells as Unicred does. */
const brasilRecord = (line: FixedLine): FixedRecord =>
  line.text.slice(62, 73).trim() === '' ? detailOf(RETORNOS_400['136'] ?? {}) : BANCO_DO_BRASIL_6

/** What a bank's records name: what all share, without what it has not, with its own. */
const detailOf = ({ detalhe = {}, sem = [] }: Retorno400): FixedRecord => ({
  ...without(DETAIL_400, ...sem),
  ...detalhe,
})

function headerOf(banco: string, values: Values): Cabecalho {
  const sequencia = values['sequencia']
  return {
    layout: 'cnab400',
    banco,
    empresa: textOf(values, 'empresa'),
    documento: '',
    agencia: textOf(values, 'agencia'),
    conta: textOf(values, 'conta'),
    convenio: textOf(values, 'convenio'),
    sequencia: typeof sequencia === 'number' ? sequencia : null,
    data: dayOf(values, 'data'),
    dCredito: dayOf(values, 'credito'),
  }
}

const pixOf = (values: Values) => ({ location: textOf(values, 'location'), txid: textOf(values, 'txid'), emv: '' })

function occurrence400(banco: string, line: FixedLine, values: Values, { motivos }: Retorno400): Ocorrencia {
  const codigo = textOf(values, 'codigo')
  const { evento, texto } = occurrenceOf(banco, '400', codigo)
  const [at, length, size] = motivos ?? [1, 0, 1]
  return {
    linha: line.line,
    codigo,
    texto,
    evento,
    motivos: reasonsOf(line.text.slice(at - 1, at - 1 + length), size, '400', evento),
    ...commonOf(values),
    nosso_numero: textOf(values, 'nosso_numero') || textOf(values, 'reserva'),
    dOcorrencia: dayOf(values, 'ocorrencia'),
    pix: null,
  }
}

/** What both widths tell by the same names. */
export const commonOf = (values: Values) => ({
  nosso_numero: textOf(values, 'nosso_numero'),
  nosso_numero_dv: textOf(values, 'nosso_numero_dv'),
  seu_numero: textOf(values, 'seu_numero'),
  uso_empresa: textOf(values, 'uso_empresa'),
  carteira: textOf(values, 'carteira'),
  dOcorrencia: dayOf(values, 'ocorrencia'),
  dVencimento: dayOf(values, 'vencimento'),
  dCredito: dayOf(values, 'credito'),
  valor: amountOf(values, 'valor'),
  pago: amountOf(values, 'pago'),
  juros: amountOf(values, 'juros'),
  multa: amountOf(values, 'multa'),
  desconto: amountOf(values, 'desconto'),
  abatimento: amountOf(values, 'abatimento'),
  iof: amountOf(values, 'iof'),
  tarifa: amountOf(values, 'tarifa'),
  outras_despesas: amountOf(values, 'outras_despesas'),
  outros_creditos: amountOf(values, 'outros_creditos'),
  liquido: amountOf(values, 'liquido'),
  banco_cobrador: textOf(values, 'banco_cobrador'),
  agencia_cobradora: textOf(values, 'agencia_cobradora'),
  pagador: { nome: textOf(values, 'pagador_nome'), documento: documentOf(textOf(values, 'pagador_documento')) },
})
