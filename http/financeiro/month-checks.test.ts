import { afterAll, beforeAll, expect, it } from 'vitest'
import { testServer, type TestServer } from '../../fixtures/test-server'

/** What stands before the closing of a month, and what the next month is told of it. */

const TODAY = '2026-11-25'
let server: TestServer
beforeAll(async () => {
  server = await testServer({ clock: { now: () => `${TODAY}T15:00:00Z`, today: () => TODAY } })
})
afterAll(() => server.close())

const checks = async (ate: string) => {
  const { status, body } = await server.admin('GET', `/api/financeiro/fechamento/confere?ate=${ate}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const count = async (nome: string): Promise<number> =>
  (await checks('2026-10-31')).data.find((one: { nome: string }) => one.nome === nome)?.qtd

it('counts what is not done, each with its place, and keeps the reason it was closed with', async () => {
  const { id: fornecedor_id } = await server.insert('fornecedor', { xNome: 'Fornecedor' })
  const { id: cliente_id } = await server.insert('cliente', { xNome: 'Cliente' })
  const { body: plan } = await server.admin('POST', '/api/financeiro/plano_contas', {
    codigo: '3',
    descricao: 'Aluguel',
  })
  const payable = (more: object) =>
    server.admin('POST', '/api/financeiro/contas_pagar', {
      fornecedor_id,
      dEmissao: '2026-10-05',
      dVencimento: '2026-10-20',
      ...more,
    })
  await payable({ vConta: '100', tpConta: 4 })
  await payable({ vConta: '10' })
  await payable({ vConta: '100', plano_conta_id: plan.id, dEmissao: '2026-09-05' })
  await payable({ vConta: '130', plano_conta_id: plan.id })
  const old = { vConta: '5', tpConta: 11, dEmissao: '2026-06-01', dVencimento: '2026-06-01' }
  await server.admin('POST', '/api/financeiro/contas_receber', { cliente_id, ...old })
  await payable(old)
  await payable({ ...old, tpConta: 2, dVencimento: '2026-12-01' })
  const { id: banco_id } = await server.insert('banco', { empresa_id: server.empresa_id, descricao: 'Corrente' })
  const line = { banco_id, dMovimento: '2026-10-15', amount: '10.00', memo: 'Depósito' }
  const { body: made } = await server.admin('POST', '/api/extrato_banco', line)
  const conciliacao = { empresa_id: server.empresa_id, acquirer: 'cielo', begin_date: '2026-10-01' }
  const { id: conciliacao_id } = await server.insert('conciliacao', conciliacao)
  const deposit = { empresa_id: server.empresa_id, conciliacao_id, net_amount: '95.00' }
  await server.insert('conciliacao_recebimento', { ...deposit, chave: 'a', payment_date: '2026-10-20' })
  await server.insert('conciliacao_recebimento', { ...deposit, chave: 'b', payment_date: '2026-11-20' })
  const bank = async () => Promise.all(['contas_sem_conferir', 'extrato_conciliar', 'cartoes_deposito'].map(count))
  expect(await bank()).toEqual([1, 1, 1])
  const { body: painel } = await server.admin('GET', '/api/painel')
  expect(painel).toMatchObject({
    extrato_conciliar: { qtd: 1, vTotal: 10 },
    cartoes_deposito: { qtd: 2, vTotal: 190 },
  })
  await server.admin('POST', `/api/extrato_banco/${made.id}/ignora`, { xJust: 'Não é da empresa' })
  const asked = { banco_id, dInicio: '2026-10-01', dFim: '2026-10-31', dSaldo: '2026-10-31', vSaldoBanco: '0' }
  const { body: session } = await server.admin('POST', '/api/conciliacao_bancaria', asked)
  const finished = await server.admin('POST', `/api/conciliacao_bancaria/${session.id}/finalizarConciliacaoBancaria`, {
    xMotivoDiferenca: 'Saldo de antes do primeiro extrato',
  })
  expect(finished.status, JSON.stringify(finished.body)).toBe(200)
  expect(await bank()).toEqual([0, 0, 1])
  expect([
    await count('previsoes'),
    await count('sem_conta'),
    await count('diferencas'),
    await count('creditos_antigos'),
    await count('creditos_antigos_pagar'),
    await count('pagar_vencidas'),
    await count('vendas_sem_fatura'),
  ]).toEqual([1, 1, 1, 1, 2, 4, 0])
  const body = await checks('2026-10-31')
  expect(body.anterior).toBe(null)
  expect(body.data.every(({ caminho }: { caminho: string }) => caminho.startsWith('/ui/'))).toBe(true)
  const unsigned = await server.admin('POST', '/api/financeiro/fechamento/fecha', { ate: '2026-10-10', motivo: ' ok ' })
  expect(unsigned).toMatchObject({
    status: 422,
    body: { code: 'reason_too_short', errors: { motivo: ['Diga por que o mês fecha com itens pendentes.'] } },
  })
  expect((await server.admin('GET', '/api/financeiro/fechamento')).body.total).toBe(0)
  const closed = await server.admin('POST', '/api/financeiro/fechamento/fecha', {
    ate: '2026-10-10',
    motivo: 'A previsão é de um contrato',
  })
  expect(closed.status).toBe(200)
  expect((await checks('2026-11-30')).anterior).toEqual({
    ate: '2026-10-31',
    xPendencias: expect.stringContaining('Previsões vencidas, a confirmar ou mover: 1'),
    xMotivoPendencias: 'A previsão é de um contrato',
  })
})

it('counts what waits in every queue of the company, whoever closes it, and of no other', async () => {
  const { id: fornecedor_id } = await server.insert('fornecedor', { xNome: 'De compra' })
  const qtdOf = async (call: typeof server.admin, nome: string): Promise<number | undefined> => {
    const { status, body } = await call('GET', '/api/financeiro/fechamento/confere?ate=2026-10-31')
    expect(status, JSON.stringify(body)).toBe(200)
    return body.data.find((one: { nome: string }) => one.nome === nome)?.qtd
  }
  const names = (await checks('2026-10-31')).data.map((one: { nome: string }) => one.nome)
  const other = await server.insert('empresa', { CNPJ_CPF: '11444777000161', xNome: 'Outra' })
  const closer = await server.user({ permissions: ['manage fluxo_caixa'] })
  const both = await server.user({ roles: ['admin'], empresas: [server.empresa_id, other.id] })
  const { body } = await closer('GET', '/api/financeiro/fechamento/confere?ate=2026-10-31')
  expect(body.data.map((one: { nome: string }) => one.nome)).toEqual(names)
  const due = await qtdOf(closer, 'pagar_vencidas')
  await both('POST', '/api/financeiro/contas_pagar', {
    fornecedor_id,
    vConta: '9',
    dEmissao: '2026-10-05',
    dVencimento: '2026-10-20',
    empresa_id: other.id,
  })
  expect(await qtdOf(both, 'pagar_vencidas')).toBe(due)
})

it('403 without the right on cash', async () => {
  const seller = await server.user({ permissions: ['show contas_receber'] })
  expect((await seller('GET', '/api/financeiro/fechamento/confere?ate=2026-10-31')).status).toBe(403)
})
