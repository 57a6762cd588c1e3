import type { FixedLine } from '../../layout/fixed-width'
import { type Decimal, ZERO } from '../../money/decimal'
import type { Recebimento } from './retorno'
import { RECORD_A_150, RECORD_G_150, RECORD_Z_150 } from './retorno-layouts'
import { amountOf, type LineReader, notes } from './line-reader'
import { dayOf, textOf, valuesOf } from './values'

/** Reads what was paid of a company's utility slips, of 150 columns (FEBRABAN, record G). */
export function reader150(first: FixedLine): LineReader {
  const header = valuesOf(first, RECORD_A_150)
  const { unknown, wrong, fecho } = notes()
  let [lines, closed] = [1, false]
  let total: Decimal = ZERO
  const sequencia = header['sequencia']
  return {
    cabecalho: {
      layout: 'febraban150',
      banco: textOf(header, 'banco'),
      empresa: textOf(header, 'empresa'),
      documento: '',
      agencia: '',
      conta: '',
      convenio: textOf(header, 'convenio'),
      sequencia: typeof sequencia === 'number' ? sequencia : null,
      data: dayOf(header, 'data'),
      dCredito: null,
    },
    push: (line) => {
      lines += 1
      const kind = line.text.charAt(0)
      if (kind === 'G') {
        const one = receiptOf(line)
        total = total.plus(one.valor)
        return [one]
      }
      if (kind === 'Z') {
        closed = true
        const { registros, total: told } = valuesOf(line, RECORD_Z_150)
        if (typeof registros === 'number' && registros !== lines)
          wrong(`O arquivo diz ter ${registros} registros e tem ${lines}.`)
        if (typeof told === 'string' && !total.eq(told)) wrong('A soma dos recebimentos não é a do registro final.')
      } else unknown(line)
      return []
    },
    end: () => {
      if (!closed) wrong('Falta o registro final do arquivo.')
      return { last: [], fecho: fecho(lines) }
    },
  }
}

function receiptOf(line: FixedLine): Recebimento {
  const values = valuesOf(line, RECORD_G_150)
  return {
    linha: line.line,
    codigo_barras: textOf(values, 'codigo_barras'),
    dPagamento: dayOf(values, 'pagamento'),
    dCredito: dayOf(values, 'credito'),
    valor: amountOf(values, 'valor'),
    tarifa: amountOf(values, 'tarifa'),
    nsr: textOf(values, 'nsr'),
  }
}
