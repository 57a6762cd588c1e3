import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testServer, type TestServer } from '../../../fixtures/test-server'

/** The projection of cash through the API: what stands where, the filters, and a title that is moved. */

const TODAY = '2026-11-25'
let server: TestServer
let banco_id: number
let outro_id: number
let cliente_id: number
let fornecedor_id: number

const post = async (path: string, body: object) => {
  const answer = await server.admin('POST', `/api/financeiro/${path}`, body)
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  return answer.body
}
const projection = async (query = '') => {
  const { status, body } = await server.admin('GET', `/api/financeiro/caixa_lancamento/projecao?dias=30&${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const dayOf = (body: { dias: { dia: string }[] }, dia: string) => body.dias.find((one) => one.dia === dia)
const receivable = (more: object) => post('contas_receber', { cliente_id, dEmissao: '2026-10-01', ...more })
const payable = (more: object) => post('contas_pagar', { fornecedor_id, dEmissao: '2026-10-01', ...more })

beforeAll(async () => {
  server = await testServer({ clock: { now: () => `${TODAY}T15:00:00Z`, today: () => TODAY } })
  banco_id = (await post('banco', { descricao: 'Banco', vSaldoInicial: '1000', dSaldoInicial: '2026-10-01' })).id
  outro_id = (await post('banco', { descricao: 'Gaveta', vSaldoInicial: '50', dSaldoInicial: '2026-10-01' })).id
  cliente_id = (await server.insert('cliente', { xNome: 'Cliente Pontual' })).id
  fornecedor_id = (await server.insert('fornecedor', { xNome: 'Fornecedor' })).id
})
afterAll(() => server.close())

describe('the projection', () => {
  it('joins what was and what will be, and keeps cash of days to come out of today', async () => {
    const own = await receivable({ vConta: '200', dVencimento: '2026-11-30', banco_id })
    await post(`contas_receber/${own.id}/baixa`, { banco_id, vPago: '80', dPagamento: '2026-11-20' })
    const supply = await payable({ vConta: '300', dVencimento: '2026-11-28', banco_id })
    await post(`contas_pagar/${supply.id}/baixa`, { banco_id, vPago: '100', dPagamento: '2026-11-27', confirma: true })
    const body = await projection()
    expect(body.saldoInicial).toBe(1130)
    expect(body.realizado).toHaveLength(31)
    expect(body.realizado.find((one: { dia: string }) => one.dia === '2026-11-20')).toMatchObject({
      entra: 80,
      saldo: 1130,
    })
    expect(body.realizado.find((one: { dia: string }) => one.dia === '2026-11-19')).toMatchObject({
      entra: 0,
      saldo: 1050,
    })
    expect(dayOf(body, '2026-11-27')).toMatchObject({ sai: 100, saldo: 1030 })
    // Saturday 28 is paid on Monday.
    expect(dayOf(body, '2026-11-30')).toEqual({ dia: '2026-11-30', entra: 120, sai: 200, saldo: 950 })
    expect(body.menorSaldo).toEqual({ dia: '2026-11-30', saldo: 950 })
  })

  it('of one account shows its transfers, of a centre begins with nothing', async () => {
    await post('caixa_lancamento/transferencia', {
      banco_id,
      banco_destino_id: outro_id,
      valor: '30',
      dMovimento: '2026-12-01',
    })
    expect(dayOf(await projection(), '2026-12-01')).toMatchObject({ entra: 0, sai: 0 })
    expect(dayOf(await projection(`banco_id=${banco_id}`), '2026-12-01')).toMatchObject({
      entra: 0,
      sai: 30,
      saldo: 870,
    })
    expect(dayOf(await projection(`banco_id=${outro_id}`), '2026-12-01')).toMatchObject({
      entra: 30,
      sai: 0,
      saldo: 80,
    })
    const { id } = await post('centro_resultado', { descricao: 'Loja' })
    await receivable({ vConta: '10', dVencimento: '2026-12-02', centro_resultado_id: id })
    const [own, none, all] = [
      await projection(`centro_resultado_id=${id}`),
      await projection('centro_resultado_id=nenhum'),
      await projection(),
    ]
    expect([own.comSaldo, own.saldoInicial, own.realizado, dayOf(own, '2026-12-02')]).toMatchObject([
      false,
      0,
      [],
      { entra: 10, saldo: 10 },
    ])
    for (const [at, { entra, sai, dia }] of all.dias.entries()) {
      if (dia === '2026-11-27' || dia === '2026-12-01') continue
      expect([own.dias[at].entra + none.dias[at].entra, own.dias[at].sai + none.dias[at].sai]).toEqual([entra, sai])
    }
  })

  it('of late payers: each as late as it usually was', async () => {
    const late = (await server.insert('cliente', { xNome: 'Cliente Atrasado' })).id
    for (const [n, paid] of ['2026-08-15', '2026-09-15', '2026-10-20'].entries()) {
      const { id } = await post('contas_receber', {
        cliente_id: late,
        dEmissao: '2026-07-01',
        vConta: '1',
        dVencimento: `2026-${String(8 + n).padStart(2, '0')}-10`,
      })
      await post(`contas_receber/${id}/baixa`, { banco_id: outro_id, dPagamento: paid })
    }
    const { id } = await post('contas_receber', {
      cliente_id: late,
      dEmissao: '2026-11-01',
      vConta: '70',
      dVencimento: '2026-12-09',
    })
    expect(dayOf(await projection(), '2026-12-09')).toMatchObject({ entra: 70 })
    const habit = await projection('cenario=habito')
    expect(dayOf(habit, '2026-12-09')).toMatchObject({ entra: 0 })
    expect(dayOf(habit, '2026-12-14')).toMatchObject({ entra: 70 })
    const day = await server.admin(
      'GET',
      '/api/financeiro/caixa_lancamento/projecaoDia?dias=30&cenario=habito&dia=2026-12-14',
    )
    expect(day.body.data.map((one: { id: number }) => one.id)).toEqual([id])
  })

  it('counts of a card what its acquirer pays, in the same share of what is left of it', async () => {
    const tpConta = 7
    const { id } = await receivable({ vConta: '100', vLiquido: '96.50', dVencimento: '2026-12-16', tpConta })
    expect(dayOf(await projection(), '2026-12-16')).toMatchObject({ entra: 96.5 })
    await post(`contas_receber/${id}/baixa`, { banco_id: outro_id, vPago: '50' })
    expect(dayOf(await projection(), '2026-12-16')).toMatchObject({ entra: 48.25 })
  })

  it('leaves forecasts out of a day’s list where they are left out of the curve', async () => {
    const { id } = await payable({ vConta: '33', dVencimento: '2026-12-17', tpConta: 4 })
    const day = async (previsoes: number) => {
      const query = `dias=30&dia=2026-12-17&previsoes=${previsoes}`
      const { body } = await server.admin('GET', `/api/financeiro/caixa_lancamento/projecaoDia?${query}`)
      return body.data.map((one: { id: number }) => one.id)
    }
    expect(dayOf(await projection('previsoes=0'), '2026-12-17')).toMatchObject({ sai: 0 })
    expect([await day(1), await day(0)]).toEqual([[id], []])
  })

  it('of a title due a thousand years ago answers: that one is overdue', async () => {
    const { id } = await payable({ vConta: '8', dVencimento: '1026-12-10', dCompetencia: '2026-10-01' })
    const before = (await projection()).atrasado.pagar
    expect(before).toBe(8)
    const charges = await server.admin('GET', `/api/financeiro/contas_pagar/encargos?ids=${id}`)
    expect(charges.status, JSON.stringify(charges.body)).toBe(200)
    const query = `dias=30&dia=${TODAY}`
    const told = await server.admin('GET', `/api/financeiro/caixa_lancamento/projecaoDia?${query}`)
    expect(told.body.data).toMatchObject([{ id, atrasado: true }])
    await post(`contas_pagar/${id}/cancela`, {})
  })

  it('tells a day’s titles, and what stands beside the curve', async () => {
    const { id } = await receivable({ vConta: '15.50', dVencimento: '2026-11-01', numero: 'VELHA' })
    const beside = await server.admin('GET', '/api/financeiro/caixa_lancamento/projecaoDia?dias=30')
    expect(beside.body).toMatchObject({
      data: [{ tipo: 'receber', id, numero: 'VELHA', valor: 15.5, atrasado: true, pessoa: 'Cliente Pontual' }],
      mais: false,
    })
    expect((await projection()).atrasado).toEqual({ receber: 15.5, pagar: 0 })
    const today = await server.admin(
      'GET',
      `/api/financeiro/caixa_lancamento/projecaoDia?dias=30&cenario=recebe_hoje&dia=${TODAY}`,
    )
    expect(today.body.data.map((one: { id: number }) => one.id)).toEqual([id])
    expect(dayOf(await projection('cenario=recebe_hoje'), TODAY)).toMatchObject({ entra: 15.5 })
  })

  it('moves a title by its promised date: the due date stays, and the history says who', async () => {
    const title = await receivable({ vConta: '40', dVencimento: '2026-12-10' })
    const moved = await server.admin('PUT', `/api/financeiro/contas_receber/${title.id}`, {
      dPrevisao: '2026-12-15',
      versao: title.versao,
    })
    expect(moved).toMatchObject({ status: 200, body: { dVencimento: '2026-12-10', dPrevisao: '2026-12-15' } })
    const body = await projection()
    expect(dayOf(body, '2026-12-15')).toMatchObject({ entra: 40 })
    const { body: trail } = await server.admin('GET', `/api/financeiro/contas_receber/${title.id}/auditoria`)
    expect(JSON.stringify(trail)).toContain('dPrevisao')
  })
})

describe('403 and 404', () => {
  it('without the right on cash; without that on a side, its titles are not told', async () => {
    const seller = await server.user({ permissions: ['show contas_receber'] })
    expect((await seller('GET', '/api/financeiro/caixa_lancamento/projecao')).status).toBe(403)
    const cashier = await server.user({ permissions: ['show fluxo_caixa', 'show contas_pagar'] })
    const query = 'dias=30&cenario=recebe_hoje&dia=2026-11-30'
    const told = await cashier('GET', `/api/financeiro/caixa_lancamento/projecaoDia?${query}`)
    expect(told.body.data.map((one: { tipo: string }) => one.tipo)).toEqual(['pagar'])
  })

  it('422 for what no projection has', async () => {
    for (const query of ['dias=0', 'dias=9999', 'passados=-1', 'cenario=sonho', 'banco_id=x', 'centro_resultado_id=-1'])
      expect((await server.admin('GET', `/api/financeiro/caixa_lancamento/projecao?${query}`)).status, query).toBe(422)
  })

  it('of another company has nothing of ours', async () => {
    const other = await server.insert('empresa', { CNPJ_CPF: '11444777000161', xNome: 'Outra' })
    const stranger = await server.user({
      permissions: ['show fluxo_caixa', 'show contas_receber'],
      empresas: [other.id],
    })
    const { body } = await stranger('GET', `/api/financeiro/caixa_lancamento/projecao?dias=30&banco_id=${banco_id}`)
    expect([body.saldoInicial, body.menorSaldo.saldo, body.atrasado.receber]).toEqual([0, 0, 0])
  })
})
