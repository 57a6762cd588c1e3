import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { conformance, hasConformance } from '../../../fixtures/conformance'
import { type Caller, testCnpj, testServer, type TestServer } from '../../../fixtures/test-server'

/** The vectors of the cash view through the API: accounts, titles and transfers are made, the projection is asked for. */

interface Titled {
  readonly tipo: 'receber' | 'pagar'
  readonly vSaldo: string
  readonly vLiquido?: string
  readonly dVencimento: string
  readonly dPrevisao?: string
  readonly tpConta?: number
  readonly diasCredito?: number
  readonly banco_id?: string
  readonly cancelado?: boolean
}

interface Case {
  readonly id: string
  readonly input: {
    readonly hoje: string
    readonly dias: number
    readonly contas: readonly { readonly id: string; readonly vSaldo: string; readonly ativo?: boolean }[]
    readonly titulos: readonly Titled[]
    readonly transferencias?: readonly Readonly<Record<'dMovimento' | 'de' | 'para' | 'valor', string>>[]
    readonly contasIds?: readonly string[]
    readonly atrasadosReceber?: string
    readonly incluiPrevisao?: boolean
    readonly feriados?: readonly string[]
  }
  readonly expected: object
}

let server: TestServer

/** Amounts as numbers. */
const plain = (value: object): unknown =>
  JSON.parse(JSON.stringify(value), (_, one: unknown) =>
    typeof one === 'string' && /^-?\d+\.\d\d$/.test(one) ? Number(one) : one,
  )

async function made(admin: Caller, empresa_id: number, { input }: Case): Promise<ReadonlyMap<string, number>> {
  const post = async (path: string, body: object) => {
    const answer = await admin('POST', `/api/financeiro/${path}`, body)
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
    return answer.body
  }
  const accounts = new Map<string, number>()
  for (const { id, vSaldo } of input.contas)
    accounts.set(id, (await post('banco', { descricao: id, vSaldoInicial: vSaldo, dSaldoInicial: '2026-01-01' })).id)
  for (const dFeriado of input.feriados ?? [])
    await post('feriado', { dFeriado, descricao: 'Da cidade', anual: false, empresa_id })
  const person = {
    receber: { cliente_id: (await server.insert('cliente', { xNome: 'Cliente' })).id },
    pagar: { fornecedor_id: (await server.insert('fornecedor', { xNome: 'Fornecedor' })).id },
  }
  for (const { tipo, vSaldo, diasCredito, banco_id, cancelado, ...title } of input.titulos) {
    if (Number(vSaldo) === 0) continue
    const method =
      diasCredito === undefined
        ? {}
        : { pagamento_id: (await post('pagamentos', { descricao: 'Boleto', diasCompensacao: diasCredito })).id }
    const account = banco_id === undefined ? {} : { banco_id: accounts.get(banco_id) }
    const dEmissao = '2026-01-01'
    const { id } = await post(`contas_${tipo}`, {
      ...title,
      ...method,
      ...account,
      ...person[tipo],
      vConta: vSaldo,
      dEmissao,
    })
    if (cancelado === true) await post(`contas_${tipo}/${id}/cancela`, {})
  }
  for (const { de, para, ...move } of input.transferencias ?? [])
    await post('caixa_lancamento/transferencia', {
      ...move,
      banco_id: accounts.get(de),
      banco_destino_id: accounts.get(para),
    })
  for (const { id, ativo } of input.contas)
    if (ativo === false) await admin('PUT', `/api/financeiro/banco/${accounts.get(id)}`, { ativo, versao: 1 })
  return accounts
}

const cases = hasConformance ? conformance<{ cases: readonly Case[] }>('finance/flows/cashflow.json').cases : []

describe.skipIf(!hasConformance)('cashflow.json', () => {
  let hoje = ''
  beforeAll(async () => {
    server = await testServer({
      clock: { now: () => `${hoje || '2026-01-01'}T15:00:00Z`, today: () => hoje || '2026-01-01' },
    })
  })
  afterAll(() => server.close())

  it.each(cases)('$id', async (one) => {
    const { dias, contasIds, atrasadosReceber, incluiPrevisao } = one.input
    hoje = one.input.hoje
    const { id: empresa_id } = await server.insert('empresa', {
      CNPJ_CPF: testCnpj(1000 + cases.indexOf(one)),
      xNome: one.id,
    })
    const admin = await server.user({ roles: ['admin'], empresas: [empresa_id] })
    const accounts = await made(admin, empresa_id, one)
    const { body } = await admin('POST', '/api/financeiro/caixa_lancamento/projecao', {
      dias,
      banco_id: contasIds?.map((id) => accounts.get(id)),
      cenario: atrasadosReceber === 'hoje' ? 'recebe_hoje' : 'vencimento',
      previsoes: incluiPrevisao ?? true,
    })
    const { hoje: today, comSaldo, realizado, previsto, feriados, ...found } = body
    expect([today, comSaldo, realizado.at(-1).saldo]).toEqual([hoje, true, body.saldoInicial])
    expect(feriados).toEqual(one.input.feriados ?? [])
    expect(Object.keys(previsto).length === 0 ? found : { ...found, previsto }).toEqual(plain(one.expected))
  })
})
