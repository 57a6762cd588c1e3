import * as v from 'valibot'
import { formatCurrency } from '../../core/br/number'
import { formatDate } from '../../core/br/date-text'
import { decimal } from '../../core/money/decimal'
import { answerOf, openApi, type Target } from '../api'
import { misuse, refused } from '../exit'
import { say, table, writeOut } from '../output'

export interface CashFlowOptions extends Target {
  readonly empresa?: string
  readonly dias: string
  readonly conta?: string
  readonly centro?: string
  readonly cenario: string
  readonly semPrevisoes: boolean
  readonly piso?: string
  readonly todos: boolean
  readonly json: boolean
}

const day = v.object({ dia: v.string(), entra: v.number(), sai: v.number(), saldo: v.number() })
const projection = v.looseObject({
  saldoInicial: v.number(),
  dias: v.array(day),
  menorSaldo: v.object({ dia: v.string(), saldo: v.number() }),
  atrasado: v.object({ receber: v.number(), pagar: v.number() }),
})

/** Tells the projection of cash; ends with 1 where the balance falls below the floor that is asked for. */
export async function cashFlow(options: CashFlowOptions): Promise<void> {
  const floor = options.piso === undefined ? undefined : amount(options.piso)
  const query = new URLSearchParams({ dias: options.dias, cenario: options.cenario, passados: '0' })
  query.set('previsoes', options.semPrevisoes ? '0' : '1')
  if (options.conta !== undefined) query.set('banco_id', options.conta)
  if (options.centro !== undefined) query.set('centro_resultado_id', options.centro)
  const headers = new Headers(options.empresa === undefined ? {} : { 'X-Empresa': options.empresa })
  const api = await openApi(options)
  try {
    const response = await api.request(`/api/financeiro/caixa_lancamento/projecao?${query}`, { headers })
    const answer = await answerOf(response)
    const found = v.parse(projection, answer)
    await (options.json ? writeOut(`${JSON.stringify(answer)}\n`) : show(found, options.todos))
    const { dia, saldo } = found.menorSaldo
    if (floor !== undefined && decimal(saldo).lt(floor))
      throw refused(`O saldo fica abaixo de ${formatCurrency(floor)}: ${formatCurrency(saldo)} em ${formatDate(dia)}.`)
  } finally {
    await api.close()
  }
}

function amount(text: string): string {
  const plain = text.replace(',', '.')
  if (!/^-?\d{1,13}(\.\d{1,2})?$/.test(plain)) throw misuse('--piso é um valor como 1000.00.')
  return plain
}

async function show({ saldoInicial, dias, menorSaldo, atrasado }: v.InferOutput<typeof projection>, all: boolean) {
  const rows = dias
    .filter(({ entra, sai }) => all || entra !== 0 || sai !== 0)
    .map(({ dia, entra, sai, saldo }) => ({
      dia: formatDate(dia),
      entra: formatCurrency(entra),
      sai: formatCurrency(sai),
      saldo: formatCurrency(saldo),
    }))
  await say(`Saldo de hoje: ${formatCurrency(saldoInicial)}`)
  await say(
    rows.length === 0 ? 'Nada a receber nem a pagar nestes dias.' : table(rows, ['dia', 'entra', 'sai', 'saldo']),
  )
  await say(`Menor saldo: ${formatCurrency(menorSaldo.saldo)} em ${formatDate(menorSaldo.dia)}`)
  if (atrasado.receber !== 0) await say(`A receber em atraso: ${formatCurrency(atrasado.receber)}`)
  if (atrasado.pagar !== 0) await say(`A pagar em atraso: ${formatCurrency(atrasado.pagar)}`)
}
