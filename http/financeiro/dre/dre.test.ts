import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testServer, type TestServer } from '../../../fixtures/test-server'

/** The result of a company: what belongs to it in both views, that its parts add up, and the rows behind a figure. */

const TODAY = '2026-11-25'
let server: TestServer
const ids: Record<string, number> = {}

const post = async (path: string, body: object) => {
  const answer = await server.admin('POST', `/api/financeiro/${path}`, body)
  expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
  return answer.body
}
const query = (more: object) => new URLSearchParams({ de: '2026-10', ate: '2026-12', ...more }).toString()
const result = async (more: object = {}) => {
  const { status, body } = await server.admin('GET', `/api/financeiro/caixa_lancamento/dre?${query(more)}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const rows = async (more: object = {}) => {
  const { status, body } = await server.admin('GET', `/api/financeiro/caixa_lancamento/dreLinhas?${query(more)}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
interface Line {
  readonly codigo: string
  readonly plano_conta_id: number
  readonly nivel: number
  readonly valores: readonly number[]
  readonly total: number
}
const lines = (body: { linhas: Line[] }) =>
  Object.fromEntries(body.linhas.map(({ codigo, valores }) => [codigo, valores]))
const receivable = (more: object) =>
  post('contas_receber', { cliente_id: ids.cliente, dEmissao: '2026-10-05', dVencimento: '2026-11-05', ...more })
const payable = (more: object) =>
  post('contas_pagar', { fornecedor_id: ids.fornecedor, dEmissao: '2026-10-05', dVencimento: '2026-11-05', ...more })

beforeAll(async () => {
  let seconds = 0
  const now = () => new Date(Date.parse(`${TODAY}T12:00:00Z`) + 1000 * seconds++).toISOString()
  server = await testServer({ clock: { now, today: () => TODAY } })
  for (const [codigo, descricao, uso] of [
    ['3', 'Despesas'],
    ['3.1', 'Aluguel'],
    ['3.2', 'Tarifas', 'tarifa'],
    ['3.3', 'Descontos', 'desconto'],
    ['4', 'Receitas'],
    ['4.1', 'Vendas'],
    ['4.2', 'Juros', 'juros'],
    ['4.3', 'Multas', 'multa'],
  ] as const)
    ids[codigo] = (await post('plano_contas', { codigo, descricao, ...(uso === undefined ? {} : { uso }) })).id
  ids.banco = (await post('banco', { descricao: 'Banco', vSaldoInicial: '1000', dSaldoInicial: '2026-10-01' })).id
  ids.gaveta = (await post('banco', { descricao: 'Gaveta' })).id
  ids.loja = (await post('centro_resultado', { descricao: 'Loja' })).id
  ids.obra = (await post('centro_resultado', { descricao: 'Obra' })).id
  ids.cliente = (await server.insert('cliente', { xNome: 'Cliente' })).id
  ids.fornecedor = (await server.insert('fornecedor', { xNome: 'Fornecedor' })).id
  await history()
})
afterAll(() => server.close())

/** What happened: sales paid late, in part and too much, rent, many paid at once, and all that is no result. */
async function history(): Promise<void> {
  const { banco, gaveta } = ids
  const sale = { plano_conta_id: ids['4.1'], centro_resultado_id: ids.loja }
  const late = await receivable({ vConta: '100', ...sale })
  await post(`contas_receber/${late.id}/baixa`, {
    banco_id: banco,
    vJuros: '3',
    vMulta: '2',
    vDesc: '5',
    vPago: '60',
    vTarifa: '1.50',
    dPagamento: '2026-11-10',
  })
  const over = await receivable({
    vConta: '50',
    plano_conta_id: ids['4.1'],
    centro_resultado_id: ids.obra,
    dCompetencia: '2026-11-01',
  })
  await post(`contas_receber/${over.id}/baixa`, {
    banco_id: banco,
    vPago: '58',
    excedente: 'credito',
    dPagamento: '2026-11-12',
  })
  const rent = await payable({ vConta: '40', plano_conta_id: ids['3.1'], centro_resultado_id: ids.obra })
  const other = await payable({ vConta: '7', dCompetencia: '2026-12-01' })
  await post('contas_pagar/baixaLote', {
    banco_id: gaveta,
    dPagamento: '2026-11-20',
    titulos: [{ id: rent.id, vJuros: '1' }, { id: other.id }],
  })
  await post('caixa_lancamento', {
    banco_id: banco,
    plano_conta_id: ids['4.1'],
    vLancamento: '9',
    dMovimento: '2026-11-21',
  })
  await post('caixa_lancamento/transferencia', {
    banco_id: banco,
    banco_destino_id: gaveta,
    valor: '500',
    dMovimento: '2026-11-03',
  })
  // No result: a forecast, one that was cancelled, a payment that was taken back, titles that hold what others were, an offset.
  await payable({ vConta: '999', tpConta: 4, plano_conta_id: ids['3.1'] })
  const gone = await receivable({ vConta: '77', ...sale })
  await post(`contas_receber/${gone.id}/cancela`, {})
  const back = await receivable({ vConta: '20', ...sale })
  await post(`contas_receber/${back.id}/baixa`, { banco_id: banco, dPagamento: '2026-11-15' })
  await post(`contas_receber/${back.id}/estorna`, {})
  const [first, second] = [await receivable({ vConta: '11', ...sale }), await receivable({ vConta: '12', ...sale })]
  await post('contas_receber/consolida', { ids: [first.id, second.id] })
  const loss = await receivable({ vConta: '6', ...sale })
  await post(`contas_receber/${loss.id}/perda`, {})
}

describe('by competence', () => {
  it('has what was sold and bought in its month, interest in theirs, and nothing of what is no result', async () => {
    const body = await result()
    expect(body.meses).toEqual(['2026-10', '2026-11', '2026-12'])
    expect(lines(body)).toEqual({
      '3': [-40, -5, 0],
      '3.1': [-40, 0, 0],
      '3.3': [0, -5, 0],
      '4': [149, 48, 0],
      // 100 + 20 + 11 + 12 + 6 in October, 50 in November, where 6 were lost.
      '4.1': [149, 44, 0],
      // 3 that a customer paid, 1 that we paid.
      '4.2': [0, 2, 0],
      '4.3': [0, 2, 0],
      '': [0, 0, -7],
    })
    expect(body.resultado).toEqual({ valores: [109, 43, -7], total: 145 })
  })

  it('leaves a closed month as it was: what is corrected later is of its own day', async () => {
    const title = await receivable({ vConta: '30', plano_conta_id: ids['4.1'] })
    const before = await result()
    await post('fechamento/fecha', { ate: '2026-10-31', motivo: 'Conferido' })
    const put = await server.admin('PUT', `/api/financeiro/contas_receber/${title.id}`, {
      vConta: '25',
      versao: title.versao,
    })
    expect(put.status, JSON.stringify(put.body)).toBe(200)
    const after = await result()
    expect(after.resultado.valores.map((one: number, at: number) => one - before.resultado.valores[at])).toEqual([
      0, -5, 0,
    ])
  })
})

describe('by cash', () => {
  it('has what came in and went out by the accounts of what was paid, interest and fees by theirs', async () => {
    const body = await result({ visao: 'caixa' })
    expect(lines(body)).toEqual({
      '3': [0, -46.5, 0],
      '3.1': [0, -40, 0],
      '3.2': [0, -1.5, 0],
      '3.3': [0, -5, 0],
      '4': [0, 131, 0],
      // 60 − 3 − 2 + 5 of the late one, 50 and 8 of the one that was overpaid, 9 by hand.
      '4.1': [0, 127, 0],
      '4.2': [0, 2, 0],
      '4.3': [0, 2, 0],
      '': [0, -7, 0],
    })
  })

  it('is all of the cash ledger but openings and transfers', async () => {
    const where = encodeURIComponent(
      JSON.stringify({ evento: ['baixa', 'tarifa', 'lancamento', 'devolucao', 'reembolso'] }),
    )
    const { body } = await server.admin(
      'GET',
      `/api/financeiro/caixa_lancamento?where=${where}&perPage=100&sums=vLancamento`,
    )
    const cents = body.data.reduce(
      (sum: number, one: { vLancamento: number }) => sum + Math.round(one.vLancamento * 100),
      0,
    )
    expect((await result({ visao: 'caixa' })).resultado.total).toBe(cents / 100)
  })
})

describe.each(['competencia', 'caixa'])('both views: %s', (visao) => {
  it('all centres and none add up to the whole, line by line', async () => {
    const whole = await result({ visao })
    const parts = await Promise.all(
      [ids.loja, ids.obra, 'nenhum'].map((id) => result({ visao, centro_resultado_id: id })),
    )
    const sum = (of: (body: typeof whole) => number) =>
      Math.round(parts.reduce((all, one) => all + of(one), 0) * 100) / 100
    expect(sum((one) => one.resultado.total)).toBe(whole.resultado.total)
    for (const { codigo, valores } of whole.linhas)
      for (const [at, value] of valores.entries()) expect(sum((one) => lines(one)[codigo]?.[at] ?? 0)).toBe(value)
  })

  it('any figure is what its rows add up to, with those below it', async () => {
    const whole = await result({ visao })
    for (const { plano_conta_id, total, valores } of whole.linhas) {
      expect((await rows({ visao, plano_conta_id })).total).toBe(total)
      const month = await rows({ visao, plano_conta_id, de: '2026-11', ate: '2026-11' })
      expect([month.total, month.data.length]).toEqual([valores[1], month.qtd])
    }
    expect((await rows({ visao })).total).toBe(whole.resultado.total)
  })
})

describe('agreements', () => {
  it('are no result by themselves: what was paid late on them, given off and given up is', async () => {
    const own = { plano_conta_id: ids['4.1'], dCompetencia: '2026-11-02' }
    const title = await receivable({ vConta: '1000', ...own })
    const forecast = await receivable({ vConta: '70', tpConta: 4, ...own })
    const before = await result()
    const half = { vConta: '500', dVencimento: '2026-12-20' }
    const { ids: agreed } = await post('contas_receber/renegocia', { ids: [title.id], novas: [half, half] })
    await post(`contas_receber/${agreed[0]}/baixa`, {
      banco_id: ids.banco,
      vJuros: '20',
      vMulta: '4',
      vDesc: '3',
      dPagamento: '2026-11-24',
    })
    await post(`contas_receber/${agreed[1]}/perda`, {})
    const small = [await receivable({ vConta: '8', ...own }), await receivable({ vConta: '9', ...own })]
    const whole = await post('contas_receber/consolida', { ids: small.map(({ id }) => id) })
    await post(`contas_receber/${whole.id}/perda`, {})
    await post(`contas_receber/${forecast.id}/perda`, {})
    const after = await result()
    const change = (code: string) =>
      after.meses.map((_: string, at: number) => (lines(after)[code]?.[at] ?? 0) - (lines(before)[code]?.[at] ?? 0))
    // 17 more were sold in November; 500 and 17 are lost on the day they are given up.
    expect([change('4.1'), change('4.2'), change('4.3'), change('3.3')]).toEqual([
      [0, 17 - 500 - 17, 0],
      [0, 20, 0],
      [0, 4, 0],
      [0, -3, 0],
    ])
  })

  it('of titles of several accounts book nothing to one of them; of titles that are alike they keep account and centre', async () => {
    const own = { dCompetencia: '2026-11-02', centro_resultado_id: ids.loja }
    const small = await receivable({ ...own, vConta: '10', plano_conta_id: ids['4.1'] })
    const large = await receivable({ ...own, vConta: '1000', plano_conta_id: ids['4.2'] })
    const mixed = await post('contas_receber/consolida', { ids: [small.id, large.id] })
    const read = async (id: number) => (await server.admin('GET', `/api/financeiro/contas_receber/${id}`)).body
    expect(await read(mixed.id)).toMatchObject({ plano_conta_id: null, centro_resultado_id: ids.loja })
    const before = await result({ visao: 'caixa' })
    await post(`contas_receber/${mixed.id}/baixa`, { banco_id: ids.banco, dPagamento: '2026-11-24' })
    const after = await result({ visao: 'caixa' })
    for (const code of ['4.1', '4.2']) expect(lines(after)[code]).toEqual(lines(before)[code])
    expect(after.resultado.total - before.resultado.total).toBe(1010)
    const alike = { ...own, vConta: '10', plano_conta_id: ids['4.1'], centro_resultado_id: ids.obra }
    const same = [await receivable(alike), await receivable(alike)]
    const whole = await post('contas_receber/consolida', { ids: same.map(({ id }) => id) })
    expect(await read(whole.id)).toMatchObject({ plano_conta_id: ids['4.1'], centro_resultado_id: ids.obra })
  })
})

describe('403, 404 and 422', () => {
  it('403 without one of the sides, or without cash', async () => {
    const rights = ['show fluxo_caixa', 'show contas_receber', 'show contas_pagar']
    for (const missing of rights) {
      const caller = await server.user({ permissions: rights.filter((one) => one !== missing) })
      expect((await caller('GET', `/api/financeiro/caixa_lancamento/dre?${query({})}`)).status).toBe(403)
      expect((await caller('GET', `/api/financeiro/caixa_lancamento/dreLinhas?${query({})}`)).status).toBe(403)
    }
    const caller = await server.user({ permissions: rights })
    expect((await caller('GET', `/api/financeiro/caixa_lancamento/dre?${query({})}`)).status).toBe(200)
  })

  it('422 for months that are none, 404 for an account that is none', async () => {
    for (const more of [{ de: '2026-13' }, { ate: '2026-09' }, { de: '2020-01' }, { visao: 'outra' }])
      expect((await server.admin('GET', `/api/financeiro/caixa_lancamento/dre?${query(more)}`)).status).toBe(422)
    const { status } = await server.admin(
      'GET',
      `/api/financeiro/caixa_lancamento/dreLinhas?${query({ plano_conta_id: 99_999 })}`,
    )
    expect(status).toBe(404)
  })

  it('of another company has nothing of ours', async () => {
    const other = await server.insert('empresa', { CNPJ_CPF: '11444777000161', xNome: 'Outra' })
    const stranger = await server.user({ roles: ['admin'], empresas: [other.id] })
    const { body } = await stranger('GET', `/api/financeiro/caixa_lancamento/dre?${query({})}`)
    expect([body.linhas, body.resultado.total]).toEqual([[], 0])
  })
})
