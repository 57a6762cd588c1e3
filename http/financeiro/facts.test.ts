import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { asOwner } from '../../fixtures/as-owner'
import { testServer, type TestServer } from '../../fixtures/test-server'
import { bookFaults } from '../books'

/** Titles, cash and closed months beside the sequences of `flows.conformance.test.ts`: rights, words, locks, races, and what is refused. */

let server: TestServer
let ids: { customer: number; supplier: number; account: number; expense: number; revenue: number; other: number }
beforeAll(async () => {
  server = await testServer()
  const { empresa_id } = server
  const made = [
    await server.insert('cliente', { xNome: 'Maria Exemplo' }),
    await server.insert('fornecedor', { xNome: 'Metais do Sul' }),
    await server.insert('banco', { empresa_id, descricao: 'Caixa' }),
    await server.insert('plano_conta', { codigo: '3', descricao: 'Despesas' }),
    await server.insert('plano_conta', { codigo: '4', descricao: 'Receitas' }),
    await server.insert('plano_conta', { codigo: '5', descricao: 'Patrimônio' }),
  ]
  const [customer = 0, supplier = 0, account = 0, expense = 0, revenue = 0, other = 0] = made.map((one) => one.id)
  ids = { customer, supplier, account, expense, revenue, other }
})
afterAll(() => server.close())
afterEach(async () => {
  expect(await asOwner(server.url, bookFaults)).toEqual([])
})

const call: TestServer['admin'] = (...args) => server.admin(...args)
async function ok(method: string, path: string, body?: object) {
  const answer = await call(method, path, body)
  expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
  return answer.body
}

const DAYS = { dEmissao: '2026-11-20', dVencimento: '2026-12-10' }
const owes = (vConta: string, more: object = {}) =>
  ok('POST', '/api/contas_receber', { cliente_id: ids.customer, vConta, ...DAYS, ...more })
const owed = (vConta: string, more: object = {}) =>
  ok('POST', '/api/contas_pagar', { fornecedor_id: ids.supplier, vConta, ...DAYS, ...more })
const inCash = async () => (await ok('GET', `/api/banco/${ids.account}`)).vSaldo

describe('a title', () => {
  it('is paid once, when 50 clients settle it at the same moment', async () => {
    const before = await inCash()
    const { id } = await owes('100.00')
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        call('POST', `/api/contas_receber/${id}/baixa`, { banco_id: ids.account, vPago: '100.00' }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(answers.flatMap(({ status, body }) => (status === 200 ? [] : [body.code])))).toEqual(
      new Set(['over_balance']),
    )
    expect(await inCash()).toBe(before + 100)
  })

  it('400 no_account in the words of its kind: nothing is paid out of nowhere', async () => {
    const [receivable, payable] = [await owes('5.00'), await owed('5.00')]
    const pay = (path: string) => call('POST', `/api/${path}/baixa`, { vPago: '5.00' })
    expect((await pay(`contas_receber/${receivable.id}`)).body).toMatchObject({
      code: 'no_account',
      message: 'Selecione o caixa e a forma de pagamento.',
    })
    expect((await pay(`contas_pagar/${payable.id}`)).body).toMatchObject({
      code: 'no_account',
      message: 'Selecione a "Conta Caixa"',
    })
  })

  it('is reversed once, when 20 clients reverse its payment at the same moment, and its states follow', async () => {
    const { id } = await owed('60.00')
    await ok('POST', `/api/contas_pagar/${id}/baixa`, {
      banco_id: ids.account,
      vPago: '60.00',
      dPagamento: '2026-11-25',
    })
    expect(await ok('GET', `/api/contas_pagar/${id}`)).toMatchObject({ status: 4, dPagamento: '2026-11-25' })
    const answers = await Promise.all(Array.from({ length: 20 }, () => call('POST', `/api/contas_pagar/${id}/estorna`)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await ok('GET', `/api/contas_pagar/${id}`)).toMatchObject({ status: 0, dPagamento: null, dhBaixa: null })
  })

  it('asks before a payment is dated on a day that has not come, in the words of the specification', async () => {
    const { id } = await owed('10.00')
    const later = { banco_id: ids.account, dPagamento: '2099-01-01' }
    expect((await call('POST', `/api/contas_pagar/${id}/baixa`, later)).body).toMatchObject({
      code: 'confirm',
      message: 'A data de pagamento informada é maior que a data atual, deseja continuar assim mesmo?',
    })
    expect((await ok('POST', `/api/contas_pagar/${id}/baixa`, { ...later, confirma: true })).message).toBe(
      `Conta #${id} baixada com sucesso`,
    )
    await ok('POST', `/api/contas_pagar/${id}/estorna`)
  })

  it('changes its value by a row, by whoever may, and not below what was settled', async () => {
    const { id } = await owes('100.00')
    await ok('POST', `/api/contas_receber/${id}/baixa`, { banco_id: ids.account, vPago: '40.00' })
    const clerk = await server.user({ permissions: ['edit contas_receber'] })
    expect((await clerk('PUT', `/api/contas_receber/${id}`, { vConta: '90.00' })).status).toBe(403)
    expect((await call('PUT', `/api/contas_receber/${id}`, { vConta: '39.99' })).body.code).toBe('below_settled')
    await ok('PUT', `/api/contas_receber/${id}`, { vConta: '90.00' })
    expect(await ok('GET', `/api/contas_receber/${id}`)).toMatchObject({ vConta: 90, vSaldo: 50, vPago: 40, status: 1 })
    await ok('POST', `/api/contas_receber/${id}/cancela`, { estornaBaixas: true })
    expect(await ok('GET', `/api/contas_receber/${id}`)).toMatchObject({ vSaldo: 0, vPago: 0, status: 5 })
  })

  it('that is paid lets an administrator alone change what classifies it', async () => {
    const { id } = await owes('10.00')
    await ok('POST', `/api/contas_receber/${id}/baixa`, { banco_id: ids.account })
    const clerk = await server.user({ permissions: ['manage contas_receber'] })
    expect((await clerk('PUT', `/api/contas_receber/${id}`, { descricao: 'Outra' })).status).toBe(403)
    expect((await call('PUT', `/api/contas_receber/${id}`, { dVencimento: '2027-01-01' })).body.code).toBe('paid')
    await ok('PUT', `/api/contas_receber/${id}`, { descricao: 'Outra', plano_conta_id: ids.revenue })
  })

  it('is not deleted, and one of a series is cancelled with the open ones after it', async () => {
    const { id } = await owed('10.00')
    expect((await call('DELETE', `/api/contas_pagar/${id}`)).body.code).toBe('booked')
    const { ids: made } = await ok('POST', `/api/contas_pagar/${id}/geraRecorrencia`, { qParcelas: 3 })
    await ok('POST', `/api/contas_pagar/${made[1]}/baixa`, { banco_id: ids.account })
    await ok('GET', `/api/contas_pagar/${made[0]}/cancela?cancelaRecorrencia=1`)
    const states = await Promise.all(
      [id, ...made].map(async (one) => (await ok('GET', `/api/contas_pagar/${one}`)).status),
    )
    expect(states).toEqual([0, 5, 4, 5])
  })

  it('is lost by whoever manages receivables, and what is paid later asks that back', async () => {
    const { id } = await owes('10.00')
    const clerk = await server.user({ permissions: ['edit contas_receber'] })
    expect((await clerk('POST', `/api/contas_receber/${id}/perda`)).status).toBe(403)
    await ok('POST', `/api/contas_receber/${id}/perda`)
    expect((await call('POST', `/api/contas_receber/${id}/cancela`)).body.code).toBe('offset')
    expect((await call('POST', `/api/contas_pagar/${(await owed('1.00')).id}/perda`)).body.code).toBe('not_receivable')
  })

  it('of an advance opens a credit when it is paid, which goes with the payment', async () => {
    const { id } = await owes('80.00', { tpConta: 2 })
    const { credito_id } = await ok('POST', `/api/contas_receber/${id}/baixa`, {
      banco_id: ids.account,
      vPago: '30.00',
    })
    expect(await ok('GET', `/api/contas_receber/${credito_id}`)).toMatchObject({ tpConta: 11, vSaldo: -30 })
    await ok('POST', `/api/contas_receber/${id}/estorna`)
    expect(await ok('GET', `/api/contas_receber/${credito_id}`)).toMatchObject({ status: 5, vSaldo: 0 })
  })

  it('of many advances opens a credit of each, in one step', async () => {
    const parts = [await owes('8.00', { tpConta: 2 }), await owes('9.00'), await owes('7.00', { tpConta: 2 })]
    const titulos = parts.map(({ id }) => ({ id }))
    const { lancamento_id } = await ok('POST', '/api/contas_receber/baixaLote', { titulos, banco_id: ids.account })
    const where = JSON.stringify({ origem_id: lancamento_id })
    const { data } = await ok('GET', `/api/contas_receber?where=${where}&orderBy=id&sortedBy=asc`)
    expect(data.map((one: Record<string, unknown>) => [one.tpConta, one.vSaldo])).toEqual([
      [11, -8],
      [11, -7],
    ])
    await ok('POST', `/api/lancamento/${lancamento_id}/estorna`)
  })

  it('400 the surplus of a payment was used: the reversal names what used it', async () => {
    const { id } = await owes('10.00')
    const paid = { banco_id: ids.account, vPago: '15.00', excedente: 'credito' }
    const { credito_id, lancamento_id } = await ok('POST', `/api/contas_receber/${id}/baixa`, paid)
    const next = await owes('20.00')
    await ok('POST', `/api/contas_receber/${next.id}/compensa`, { compensacao_id: credito_id })
    expect((await call('POST', `/api/lancamento/${lancamento_id}/estorna`)).body).toMatchObject({
      code: 'moved',
      message: expect.stringContaining(`Compensação na Conta a receber nº ${next.id} (R$ 5,00)`),
    })
  })
})

describe('an agreement', () => {
  it('takes the place of old titles to the cent, and is undone while nothing of it is paid', async () => {
    const old = [(await owes('100.00')).id, (await owes('50.00')).id]
    const terms = { ids: old, vJuros: '12.00', vDesc: '2.00' }
    const novas = (values: string[]) => values.map((vConta, at) => ({ vConta, dVencimento: `2027-0${at + 1}-10` }))
    expect(
      (await call('POST', '/api/contas_receber/renegocia', { ...terms, novas: novas(['80.00', '79.99']) })).body.code,
    ).toBe('totals_differ')
    const made = await ok('POST', '/api/contas_receber/renegocia', { ...terms, novas: novas(['80.00', '80.00']) })
    expect(await ok('GET', `/api/contas_receber/${old[0]}`)).toMatchObject({
      vSaldo: 0,
      vJuros: 12,
      vDesc: 2,
      status: 4,
    })
    expect(await ok('GET', `/api/contas_receber/${made.ids[0]}`)).toMatchObject({ vSaldo: 80, tpConta: 6 })
    expect((await call('POST', `/api/contas_receber/${made.ids[0]}/cancela`)).body.code).toBe('offset')
    await ok('POST', `/api/contas_receber/${made.ids[1]}/baixa`, { banco_id: ids.account })
    expect((await call('POST', `/api/lancamento/${made.lancamento_id}/estorna`)).body.code).toBe('moved')
    await ok('POST', `/api/contas_receber/${made.ids[1]}/estorna`)
    await ok('POST', `/api/lancamento/${made.lancamento_id}/estorna`)
    expect(await ok('GET', `/api/contas_receber/${old[0]}`)).toMatchObject({
      vSaldo: 100,
      vJuros: 0,
      vDesc: 0,
      status: 0,
    })
    expect(await ok('GET', `/api/contas_receber/${made.ids[0]}`)).toMatchObject({ status: 5 })
  })
})

describe('cost centres', () => {
  it('bear a payable whole: 422 with both figures where they do not, and a series takes the proportions to the cent', async () => {
    const centres = [
      (await server.insert('centro_custo', { descricao: 'Loja' })).id,
      (await server.insert('centro_custo', { descricao: 'Depósito' })).id,
    ]
    const parts = (values: string[]) => values.map((vDist, at) => ({ centro_custo_id: centres[at], vDist }))
    const { id } = await owed('100.00', { centro_custo_rateio_list: parts(['33.33', '66.67']) })
    const refused = await call('PUT', `/api/contas_pagar/${id}`, {
      centro_custo_rateio_list: parts(['33.33', '60.00']),
    })
    expect(refused.body.errors.centro_custo_rateio_list).toEqual([
      'O total do rateio (R$ 93,33) é menor que o valor da conta (R$ 100,00).',
    ])
    const none = await call('PUT', `/api/contas_pagar/${id}`, { centro_custo_rateio_list: parts(['0.00', '100.00']) })
    expect(none.status).toBe(422)
    const { ids: made } = await ok('POST', `/api/contas_pagar/${id}/geraRecorrencia`, { qParcelas: 2 })
    const split = (await ok('GET', `/api/contas_pagar/${id}`)).centro_custo_rateio_list
    const rest = split.map((one: { id: number }, at: number) => ({ id: one.id, vDist: ['50.00', '50.00'][at] }))
    await ok('PUT', `/api/contas_pagar/${id}`, { centro_custo_rateio_list: rest })
    expect(await ok('POST', `/api/contas_pagar/${id}/updateCentroCustoParcelas`)).toEqual({ contas: 2 })
    expect(
      (await ok('GET', `/api/contas_pagar/${made[1]}`)).centro_custo_rateio_list.map(
        (one: { vDist: number }) => one.vDist,
      ),
    ).toEqual([50, 50])
  })
})

describe('an entry of cash by hand', () => {
  const entry = (plano_conta_id: number, vLancamento: string) =>
    call('POST', '/api/caixa_lancamento', {
      banco_id: ids.account,
      plano_conta_id,
      vLancamento,
      dMovimento: '2026-11-20',
    })

  it('has the sign of its account, is never changed, and is reversed', async () => {
    const before = await inCash()
    const { body: out } = await entry(ids.expense, '30.00')
    expect((await entry(ids.revenue, '50.00')).status).toBe(201)
    expect((await entry(ids.other, '-5.00')).status).toBe(201)
    expect((await entry(ids.expense, '0')).body.code).toBe('invalid_value')
    expect(await inCash()).toBe(before - 30 + 50 - 5)
    expect((await call('PUT', `/api/caixa_lancamento/${out.id}`, { vLancamento: 1 })).body.code).toBe('booked')
    expect((await call('DELETE', `/api/caixa_lancamento/${out.id}`)).body.code).toBe('booked')
    await ok('GET', `/api/caixa_lancamento/${out.id}/estorna`)
    expect((await call('POST', `/api/caixa_lancamento/${out.id}/estorna`)).body.code).toBe('reversed')
    expect(await inCash()).toBe(before + 50 - 5)
  })

  it('403 of another root by who does not manage the cash flow; 422 of an account of another company', async () => {
    const clerk = await server.user({ permissions: ['edit fluxo_caixa', 'show conta_caixa'] })
    const body = { banco_id: ids.account, plano_conta_id: ids.other, vLancamento: '1.00', dMovimento: '2026-11-20' }
    expect((await clerk('POST', '/api/caixa_lancamento', body)).status).toBe(403)
    const company = await server.insert('empresa', { xNome: 'Outra', CNPJ_CPF: '11222333000181' })
    const foreign = await server.insert('banco', { empresa_id: company.id, descricao: 'Alheia' })
    const { id } = await owed('10.00')
    expect((await call('POST', `/api/contas_pagar/${id}/baixa`, { banco_id: foreign.id })).status).toBe(422)
  })
})

describe('a closed month', () => {
  it('takes no row and no title, by the ledgers nor past them; the latest is opened again with a reason', async () => {
    const { id } = await ok('POST', '/api/financeiro/fechamento/fecha', { ate: '2026-09-10' })
    const title = await owed('10.00')
    const late = { banco_id: ids.account, dPagamento: '2026-09-30' }
    expect((await call('POST', `/api/contas_pagar/${title.id}/baixa`, late)).body.code).toBe('period_closed')
    expect(
      (
        await call('POST', '/api/contas_pagar', {
          fornecedor_id: ids.supplier,
          vConta: 1,
          ...DAYS,
          dCompetencia: '2026-09-01',
        })
      ).body.code,
    ).toBe('period_closed')
    expect((await call('PUT', `/api/contas_pagar/${title.id}`, { dCompetencia: '2026-08-01' })).body.code).toBe(
      'period_closed',
    )
    await expect(
      asOwner(
        server.url,
        (owner) => owner`insert into caixa_lancamento (empresa_id, lancamento_id, banco_id, "dMovimento", "vLancamento")
          select ${server.empresa_id}, max(id), ${ids.account}, '2026-09-30', 1 from lancamento`,
      ),
    ).rejects.toThrow(/period_closed/)
    const clerk = await server.user({ permissions: ['edit fluxo_caixa'] })
    expect((await clerk('POST', '/api/financeiro/fechamento/fecha', { ate: '2026-10-01' })).status).toBe(403)
    expect((await call('POST', '/api/financeiro/fechamento/fecha', { ate: '2099-01-01' })).body.code).toBe('not_ended')
    expect((await call('POST', `/api/financeiro/fechamento/${id}/reabre`, { motivo: 'curto' })).status).toBe(422)
    await ok('POST', `/api/financeiro/fechamento/${id}/reabre`, { motivo: 'Nota que chegou depois do fechamento' })
    await ok('POST', `/api/contas_pagar/${title.id}/baixa`, late)
  })
})

describe('the plan', () => {
  it('is a tree by its codes, changed by who edits payables and receivables both', async () => {
    const add = (codigo: string, descricao = 'Conta') =>
      call('POST', '/api/financeiro/plano_contas', { codigo, descricao })
    expect((await add('3.9.01')).body.errors.codigo).toEqual(['Cadastre antes a conta 3.9.'])
    expect((await call('POST', '/api/financeiro/plano_contas', {})).body.errors).toMatchObject({
      codigo: ['Informe o código'],
      descricao: ['Informe uma descrição'],
    })
    const parent = (await add('3.9')).body.id
    await add('3.9.01')
    expect((await call('DELETE', `/api/plano_conta/${parent}`)).body.code).toBe('has_children')
    expect((await call('PUT', `/api/plano_conta/${parent}`, { codigo: '3.8' })).body.code).toBe('has_children')
    const clerk = await server.user({ permissions: ['manage contas_pagar'] })
    expect((await clerk('POST', '/api/plano_conta', { codigo: '3.7', descricao: 'Não' })).status).toBe(403)
  })
})
