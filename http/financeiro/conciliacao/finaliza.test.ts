import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  anticipationFile,
  cieloFile,
  oldAnticipationFile,
  oldCieloFile,
  stoneFile,
} from '../../../core/cards/cards.fixture'
import { asOwner } from '../../../fixtures/as-owner'
import { bookFaults } from '../../books'
import {
  accounts,
  call,
  cashOf,
  depositsOf,
  file,
  inBank,
  line,
  ok,
  openReconciling,
  owes,
  PATH,
  rowsOf,
  sale,
  taken,
  title,
  where,
} from './reconciling.fixture'

/** Deposits of cards: settled at gross with the fee beside, once, by their line of the statement, and taken back whole. */

let shop: Awaited<ReturnType<typeof openReconciling>>
beforeAll(async () => {
  shop = await openReconciling()
})
afterAll(() => shop.server.close())
afterEach(async () => {
  expect(await asOwner(shop.server.url, bookFaults)).toEqual([])
})

describe('finalising', () => {
  it('pays the instalments at gross, the fee is a row of its own, and both are the line of the statement', async () => {
    const [a, b] = [sale(20_000, 501), sale(10_001, 250)]
    const titles = [await owes(a), await owes(b)]
    const before = await inBank()
    const credit = await line('292.50')
    const { id } = await taken(file([a, b]))
    const [deposit] = await depositsOf(id)
    expect(deposit).toMatchObject({ extrato_banco_id: credit.id, status: 2, gross_amount: 300.01, net_amount: 292.5 })
    const done = await ok('POST', `${PATH}/${id}/finalizar`, accounts())
    expect(done).toMatchObject({ bruto: 300.01, taxa: 7.51, liquido: 292.5 })
    expect(await cashOf(done.recebimentos[0].lancamento_id)).toEqual([
      ['baixa', 300.01],
      ['tarifa', -7.51],
    ])
    expect(await inBank()).toBe(Math.round((before + 292.5) * 100) / 100)
    expect(await ok('GET', `/api/extrato_banco/${credit.id}`)).toMatchObject({ status: 4, vConciliado: 292.5 })
    for (const one of titles) expect(await title(one.id)).toMatchObject({ status: 4, vSaldo: 0 })
    expect(await ok('GET', `${PATH}/${id}`)).toMatchObject({
      status: 4,
      banco_id: shop.ids.account,
      plano_conta_id: shop.ids.fees,
    })
    expect((await call('POST', `${PATH}/${id}/finalizar`, accounts())).status).toBe(409)
    expect((await call('POST', `/api/contas_receber/${titles[0].id}/cancela`)).body.code).toBe('batch')

    await ok('POST', `${PATH}/${id}/estorna`)
    expect(await inBank()).toBe(before)
    for (const one of titles) expect(await title(one.id)).toMatchObject({ status: 0, vSaldo: one.vDup })
    expect(await ok('GET', `/api/extrato_banco/${credit.id}`)).toMatchObject({ status: 0, vConciliado: 0 })
    expect(await depositsOf(id)).toMatchObject([{ status: 2, lancamento_id: null }])
    expect((await ok('GET', `${PATH}/${id}`)).status).toBe(1)
    await ok('POST', `${PATH}/${id}/finalizar`, accounts())
  })

  it('settles once, when 10 clients finalise at the same moment: the others are told so', async () => {
    const one = sale(8000, 160)
    await owes(one)
    const before = await inBank()
    const { id } = await taken(file([one]))
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => call('POST', `${PATH}/${id}/finalizar`, { ...accounts(), confirma: true })),
    )
    expect(answers.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([
      200,
      ...Array.from({ length: 9 }, () => 409),
    ])
    expect(await inBank()).toBe(Math.round((before + 78.4) * 100) / 100)
  })

  it('is undone once and whole, when it is reversed by its row of cash and by itself at the same moment', async () => {
    const one = sale(6000, 60)
    const owed = await owes(one)
    const { id } = await taken(file([one]))
    const done = await ok('POST', `${PATH}/${id}/finalizar`, { ...accounts(), confirma: true })
    const { data } = await ok(
      'GET',
      `/api/caixa_lancamento?where=${where({ lancamento_id: done.recebimentos[0].lancamento_id })}`,
    )
    const answers = await Promise.all([
      call('POST', `/api/caixa_lancamento/${data[0].id}/estorna`),
      call('POST', `${PATH}/${id}/estorna`),
      call('POST', `/api/contas_receber/${owed.id}/estorna`),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await depositsOf(id)).toMatchObject([{ lancamento_id: null }])
    expect(await title(owed.id)).toMatchObject({ vSaldo: 60 })
  })

  it('asks for the account, for a deposit that is in no statement, and refuses rows without a sale by their names', async () => {
    const one = sale(5000, 50)
    const { id } = await taken(file([one]))
    const finalise = (body: object) => call('POST', `${PATH}/${id}/finalizar`, body)
    expect((await finalise({})).body).toMatchObject({ code: 'no_account' })
    expect((await finalise(accounts())).body.message).toBe(
      `Não foi possível finalizar a conciliação: NSU ${one.nsu} de 02/11/2026 (R$ 50,00): sem parcela.`,
    )
    const [row] = await rowsOf(id)
    await ok('PUT', `/api/financeiro/conciliacao_venda/${row.id}`, { plano_conta_id: shop.ids.revenue })
    expect((await finalise(accounts())).body).toMatchObject({
      code: 'confirm',
      message: 'Sem lançamento do extrato: 20/11/2026 Visa R$ 49,50. Deseja finalizar assim mesmo?',
    })
    const done = await finalise({ ...accounts(), confirma: true })
    expect(await cashOf(done.body.recebimentos[0].lancamento_id)).toEqual([
      ['tarifa', -0.5],
      ['lancamento', 50],
    ])
  })

  it('a line that is not the sum of its deposits is refused by the difference, one of it is taken off again', async () => {
    const one = sale(7000, 70)
    await owes(one)
    const wrong = await line('69.00')
    const { id } = await taken(file([one]))
    const [deposit] = await depositsOf(id)
    const link = (body: object) =>
      call('POST', `/api/financeiro/conciliacao_recebimento/${deposit.id}/vincularLancamentoExtrato`, body)
    expect((await link({})).body.message).toBe('Selecione um registro')
    expect((await link({ extrato_banco_id: wrong.id })).body.code).toBe('confirm')
    expect((await link({ extrato_banco_id: wrong.id, confirma: true })).status).toBe(200)
    expect((await call('POST', `${PATH}/${id}/finalizar`, { ...accounts(), confirma: true })).body.message).toBe(
      'Não foi possível finalizar a conciliação: recebimento 20/11/2026 Visa R$ 69,30: extrato de R$ 69,00, diferença de R$ 0,30.',
    )
    await ok('POST', `${PATH}/${id}/desvincularLancamentoExtrato`)
    expect((await call('POST', `${PATH}/${id}/desvincularLancamentoExtrato`)).body.message).toBe(
      'Nenhum registro selecionado',
    )
    const right = await line('69.30')
    await ok('POST', `${PATH}/${id}/vinculaAutomatico`)
    await ok('POST', `${PATH}/${id}/finalizar`, accounts())
    await ok('POST', `${PATH}/${id}/desvincularLancamentoExtrato`)
    expect(await ok('GET', `/api/extrato_banco/${right.id}`)).toMatchObject({ status: 0 })
    expect((await ok('GET', `${PATH}/${id}`)).status).toBe(4)
    await link({ extrato_banco_id: right.id })
    expect(await ok('GET', `/api/extrato_banco/${right.id}`)).toMatchObject({ status: 4 })
  })

  it('cents that the acquirer put in another instalment are no difference, and leave nothing open', async () => {
    const parts = [3334, 3333, 3333].map((gross, at) =>
      sale(gross, 30, { nsu: '555111', authorization: '555111', installment: at + 1, installments: 3 }),
    )
    const owed = [3333, 3333, 3334]
    const titles = []
    for (const [at, one] of parts.entries())
      titles.push(await owes({ ...one, gross: owed[at] ?? 0 }, { parcela: at + 1 }))
    const { id, vinculados } = await taken(file(parts))
    expect(vinculados).toBe(3)
    await ok('POST', `${PATH}/${id}/finalizar`, { ...accounts(), confirma: true })
    for (const one of titles) expect((await title(one.id)).vSaldo).toBe(0)
  })

  it('what was charged back is owed by the customer again, and goes with the deposit when that is undone', async () => {
    const [kept, gone] = [sale(20_000, 500), sale(3000, 75)]
    const first = await owes({ ...gone })
    await owes(kept)
    const one = await taken(stoneFile({ day: '2026-11-10', paid: { id: '71', sales: [gone] } }))
    await ok('POST', `${PATH}/${one.id}/finalizar`, { ...accounts(), confirma: true })
    const back = { ...gone, gross: -3000, fee: -75 }
    const two = await taken(stoneFile({ day: '2026-11-12', paid: { id: '72', sales: [kept, back] } }))
    expect(await rowsOf(two.id)).toMatchObject([{ kind: 'venda' }, { kind: 'contestacao', conta_receber_id: first.id }])
    const done = await ok('POST', `${PATH}/${two.id}/finalizar`, { ...accounts(), confirma: true })
    expect(await cashOf(done.recebimentos[0].lancamento_id)).toEqual([
      ['baixa', 200],
      ['tarifa', -4.25],
      ['reembolso', -30],
    ])
    const owedAgain = async () =>
      (await ok('GET', `/api/contas_receber?search=Contesta&orderBy=id&sortedBy=desc`)).data[0]
    expect(await owedAgain()).toMatchObject({ tpConta: 1, cliente_id: shop.ids.customer, vSaldo: 30 })
    await ok('POST', `${PATH}/${two.id}/estorna`)
    expect(await owedAgain()).toMatchObject({ vSaldo: 0, status: 5 })
  })

  it('what is paid before its day is in the deposit of that day, and what that costs is fee; the receivable follows', async () => {
    const merchant = '0000777001'
    const [a, b] = [sale(10_000, 200), sale(5000, 100)]
    const titles = [await owes(a), await owes(b)]
    await taken(cieloFile({ option: '03', merchant, units: [{ day: '2026-12-20', sales: [a, b] }] }))
    expect(await title(titles[0].id)).toMatchObject({ dPrevisao: '2026-12-20', vLiquido: 98 })
    const early = { merchant, paidOn: '2026-11-21', due: '2026-12-20', gross: 14_700, cost: 300 }
    const { id } = await taken(anticipationFile(early))
    expect(await depositsOf(id)).toMatchObject([
      { payment_date: '2026-11-21', gross_amount: 150, fee_amount: 6, net_amount: 144 },
    ])
    expect(await title(titles[0].id)).toMatchObject({ dPrevisao: '2026-11-21', vLiquido: 96 })
    const history = await ok('GET', `/api/contas_receber/${titles[0].id}/auditoria`)
    expect(JSON.stringify(history)).toContain('2026-12-20')
    const done = await ok('POST', `${PATH}/${id}/finalizar`, { ...accounts(), confirma: true })
    expect(await cashOf(done.recebimentos[0].lancamento_id)).toEqual([
      ['baixa', 150],
      ['tarifa', -6],
    ])
  })

  it('what a file says again of what is paid before its day is as that file says it, and costs once', async () => {
    const merchant = '0000777002'
    const unit = (fee: number) => ({ day: '2026-12-20', sales: [{ ...one, fee }] })
    const one = sale(10_000, 200)
    const early = { merchant, paidOn: '2026-11-21', due: '2026-12-20', gross: 9800, cost: 300 }
    await taken(cieloFile({ option: '03', merchant, units: [unit(200)] }))
    // One file says both: a fee that is another by now, and the day on which it is paid.
    const [head, ...rest] = anticipationFile({ ...early, gross: 9700 }).split('\n')
    const told = cieloFile({ option: '03', merchant, units: [unit(300)] }).split('\r\n')
    const both = [head, ...told.slice(1, -1), ...rest.slice(0, -1)]
    const { id } = await taken([...both, `9${String(both.length + 1).padStart(11, '0')}`.padEnd(250)].join('\n'))
    expect(await depositsOf(id)).toMatchObject([{ payment_date: '2026-11-21', fee_amount: 6, net_amount: 94 }])
  })

  it('of the older layout costs once, however many files tell it and though it is settled by then', async () => {
    const merchant = '0000777003'
    const sales = [sale(10_000, 200), sale(5000, 100)]
    const owed = [await owes(sales[0] ?? sale(1, 1)), await owes(sales[1] ?? sale(1, 1))]
    await taken(oldCieloFile({ option: '03', merchant, units: [{ day: '2026-12-20', sales }] }))
    const early = { merchant, paidOn: '2026-11-21', gross: 14_700, cost: 300 }
    const first = await taken(oldAnticipationFile(early))
    const [deposit] = await depositsOf(first.id)
    expect(deposit).toMatchObject({ payment_date: '2026-11-21', fee_amount: 6, net_amount: 144 })
    const again = await taken(oldAnticipationFile({ ...early, sequence: 2 }))
    expect(await ok('GET', `/api/financeiro/conciliacao_recebimento/${deposit.id}`)).toMatchObject({
      fee_amount: 6,
      net_amount: 144,
    })
    expect(await depositsOf(again.id)).toEqual([])
    await ok('POST', `${PATH}/${deposit.conciliacao_id}/finalizar`, { ...accounts(), confirma: true })
    const [head = '', ...late] = oldAnticipationFile({ ...early, sequence: 3 }).split('\n')
    const told = oldCieloFile({ option: '03', merchant, units: [{ day: '2026-12-20', sales }] }).split('\n')
    const both = [head, ...told.slice(1, -1), ...late.slice(0, -1)]
    const end = `9${String(both.length - 1).padStart(11, '0')}`.padEnd(250)
    const last = await taken([...both, end].join('\n'))
    expect(await rowsOf(last.id)).toEqual([])
    expect(await rowsOf(deposit.conciliacao_id)).toHaveLength(2)
    for (const { id } of owed) expect(await title(id)).toMatchObject({ vSaldo: 0 })
  })

  it('the rent of the terminal and adjustments are rows of cash of their own, each to its account', async () => {
    const one = sale(10_000, 200)
    await owes(one)
    const rent = sale(-9900, 0, { kind: '10' })
    const adjusted = sale(150, 0, { kind: '05' })
    const { id } = await taken(file([one, rent, adjusted]))
    const rows = await rowsOf(id)
    expect(rows.map((row: { kind: string }) => row.kind)).toEqual(['venda', 'aluguel', 'ajuste'])
    await ok('PUT', `/api/financeiro/conciliacao_venda/${rows[1].id}`, { plano_conta_id: shop.ids.revenue })
    const done = await ok('POST', `${PATH}/${id}/finalizar`, { ...accounts(), confirma: true })
    expect(done.liquido).toBe(0.5)
    const { lancamento_id } = done.recebimentos[0]
    expect(await cashOf(lancamento_id)).toEqual([
      ['baixa', 100],
      ['tarifa', -2],
      ['lancamento', -99],
      ['lancamento', 1.5],
    ])
    const { data } = await ok('GET', `/api/caixa_lancamento?where=${where({ lancamento_id })}&orderBy=id&sortedBy=asc`)
    expect(data.map((row: { plano_conta_id: number }) => row.plano_conta_id).slice(1)).toEqual([
      shop.ids.fees,
      shop.ids.revenue,
      shop.ids.fees,
    ])
  })
})
