/**
 * 1,000 lines of a month against 200,000 open titles of 20,000 people, with fine and interest, some lines exact, some by name or number, some parts. In turn with
 * reading the same titles once (amounts as decimals, a map by amount), which nobody can spare. Bounds, medians of 5 runs: 2 s, 12 times that.
 */
import { decimal } from '../core/money/decimal'
import { matchLines } from '../core/reconciliation/match'
import { compare, figure } from './measure'

const [BOUND_MS, BOUND_RATIO] = [2_000, 12]
const [LINES, TITLES, PEOPLE] = [1_000, 200_000, 20_000]
const KINDS = ['Padaria', 'Mercado', 'Oficina', 'Metalurgica', 'Comercial', 'Distribuidora', 'Clinica', 'Ferragens']
const personOf = (at: number) => `${KINDS[at % KINDS.length]} ${((at * 7919) % 99_991).toString(26)}ado do Sul Ltda`
const two = (number: number) => String(number).padStart(2, '0')

const titulos = Array.from({ length: TITLES }, (_, at) => {
  const person = (at * 31) % PEOPLE
  return {
    id: String(at + 1),
    tipo: at % 2 ? ('receber' as const) : ('pagar' as const),
    vSaldo: (((at * 7_919) % 2_000_000) / 100 + 1).toFixed(2),
    dVencimento: `2026-${two(8 + (at % 4))}-${two(1 + (at % 28))}`,
    pessoa: personOf(person),
    CNPJ_CPF: String(10_000_000_000_000 + person),
    numero: String(100_000 + at),
    ...(at % 3 ? { pMulta: '2', pJurosMes: '1' } : {}),
  }
})
const linhas = Array.from({ length: LINES }, (_, at) => {
  const title = titulos[(at * 197) % TITLES]
  if (!title) throw new Error('No title.')
  const amount = at % 5 === 3 ? (Number(title.vSaldo) / 2).toFixed(2) : title.vSaldo
  return {
    id: String(at + 1),
    conta: '1',
    data: `2026-11-${two(1 + (at % 28))}`,
    valor: title.tipo === 'receber' ? amount : `-${amount}`,
    memo: at % 5 === 0 ? 'PIX RECEBIDO' : `PIX ${title.pessoa.toUpperCase()} ${at % 5 === 2 ? title.numero : ''}`,
  }
})
const readOnce = () => {
  const byAmount = new Map<string, object[]>()
  for (const one of titulos) {
    const key = decimal(one.vSaldo).toFixed(2)
    const known = byAmount.get(key)
    if (known) known.push(one)
    else byAmount.set(key, [one])
  }
  return byAmount
}
const result = await compare(
  5,
  async () => matchLines({ linhas, titulos }),
  async () => readOnce(),
)
const { p50, p95 } = result.ours
const alone = matchLines({ linhas, titulos }).filter((one) => one.kind === 'auto').length
figure(
  'core: 1,000 lines against 200,000 titles',
  { p50_ms: p50, p95_ms: p95, bound_ms: BOUND_MS, ratio: result.ratio, bound_ratio: BOUND_RATIO, alone },
  p50 <= BOUND_MS && result.ratio <= BOUND_RATIO && alone > 0,
)
