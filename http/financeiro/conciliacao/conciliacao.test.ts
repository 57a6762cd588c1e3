import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { cieloFile, stoneFile } from '../../../core/cards/cards.fixture'
import { asOwner } from '../../../fixtures/as-owner'
import { testCnpj } from '../../../fixtures/test-server'
import { bookFaults } from '../../books'
import {
  accounts,
  call,
  depositsOf,
  file,
  ok,
  openReconciling,
  owes,
  PATH,
  rowsOf,
  sale,
  taken,
  title,
  upload,
  line,
} from './reconciling.fixture'

/** Files of acquirers as they are read in: rows once each, found or linked by hand, and what is open of them. */

let shop: Awaited<ReturnType<typeof openReconciling>>
beforeAll(async () => {
  shop = await openReconciling()
})
afterAll(() => shop.server.close())
afterEach(async () => {
  expect(await asOwner(shop.server.url, bookFaults)).toEqual([])
})

describe('a file', () => {
  it('is read in once, whoever sends it and how often, and a later one of the same sales changes what is open', async () => {
    const [a, b] = [sale(10_000, 250), sale(5000, 125)]
    const expected = cieloFile({ option: '03', units: [{ day: '2026-11-19', sales: [a, b] }] })
    const answers = await Promise.all(Array.from({ length: 5 }, () => upload(expected)))
    expect(answers.map(({ body }) => body.novos).toSorted((x, y) => x - y)).toEqual([0, 0, 0, 0, 2])
    const [first] = await depositsOf(answers[0]?.body.id)
    expect(first).toMatchObject({
      payment_date: '2026-11-19',
      paid: false,
      gross_amount: 150,
      fee_amount: 3.75,
      net_amount: 146.25,
    })
    const later = await taken(cieloFile({ units: [{ day: '2026-11-20', sales: [a, { ...b, fee: 150 }] }] }))
    expect(later).toMatchObject({ registros: 2, novos: 0, conhecidos: 2 })
    expect(await depositsOf(answers[0]?.body.id)).toEqual([])
    expect(await depositsOf(later.id)).toMatchObject([{ payment_date: '2026-11-20', paid: true, net_amount: 146 }])
    expect(await rowsOf(later.id)).toMatchObject([{ nsu: a.nsu }, { nsu: b.nsu, fee_amount: 1.5 }])
  })

  it('finds its receivables by number, and where none has one by day and value; they follow its days and its fee', async () => {
    const [numbered, dated, unknown] = [sale(20_000, 500), sale(12_345, 300), sale(777, 7)]
    const first = await owes(numbered, { dPrevisao: '2026-12-30', vLiquido: '190.00' })
    const second = await owes(dated, { nsu: null, cAut: null })
    const { id, vinculados } = await taken(file([numbered, dated, unknown]))
    expect(vinculados).toBe(2)
    expect(await rowsOf(id)).toMatchObject([
      { conta_receber_id: first.id, linked_by: 'nsu', status: 2 },
      { conta_receber_id: second.id, linked_by: 'data', status: 2 },
      { conta_receber_id: null, status: 1 },
    ])
    expect(await title(first.id)).toMatchObject({ dPrevisao: '2026-11-20', vLiquido: 195 })
    expect(await ok('GET', `${PATH}/${id}`)).toMatchObject({ qRegistros: 3, qSemParcela: 1, status: 1 })
  })

  it('that is only tried tells what would come of it, and leaves nothing', async () => {
    const one = file([sale(4000, 40)])
    const sums = async () => (await ok('GET', `${PATH}?perPage=1`)).meta?.pagination?.total
    const before = await sums()
    expect((await upload(one, call, { simula: '1' })).body).toMatchObject({ registros: 1, novos: 1 })
    expect(await sums()).toBe(before)
    expect(await taken(one)).toMatchObject({ novos: 1 })
  })

  it('400 in Portuguese for what no acquirer sent, 413 for what is too large, 403 without the right', async () => {
    expect(await upload('OFXHEADER:100')).toMatchObject({ status: 400, body: { code: 'damaged_card_file' } })
    expect((await upload(' '.repeat(5 * 1024 * 1024 + 1))).status).toBe(413)
    const clerk = await shop.server.user({ permissions: ['show conciliacao'] })
    expect((await upload(file([sale(1, 0)]), clerk)).status).toBe(403)
  })
})

describe('a row', () => {
  it('is linked once and taken off again, in the words of the specification', async () => {
    const one = sale(3000, 30)
    const { id } = await taken(file([one]))
    const [row] = await rowsOf(id)
    const { id: conta_receber_id } = await owes(one)
    const verb = (name: string, body: object = {}) =>
      call('POST', `/api/financeiro/conciliacao_venda/${row.id}/${name}`, body)
    expect((await verb('vincularRegistro')).body.message).toBe('Nenhum registro selecionado')
    expect((await verb('desvincularRegistro')).body.message).toBe('Nenhum registro selecionado')
    expect((await verb('parcelas')).body.data[0]).toMatchObject({
      id: conta_receber_id,
      motivo: 'Mesmo NSU',
      diferenca: 0,
    })
    expect((await verb('vincularRegistro', { conta_receber_id })).body).toMatchObject({
      conta_receber_id,
      linked_by: 'pessoa',
    })
    expect((await verb('vincularRegistro', { conta_receber_id })).body).toMatchObject({
      code: 'linked',
      message: 'Registro já vinculado a uma parcela',
    })
    const other = await taken(file([{ ...sale(3000, 30), nsu: '999001' }]))
    const [second] = await rowsOf(other.id)
    expect(
      (await call('POST', `/api/financeiro/conciliacao_venda/${second.id}/vincularRegistro`, { conta_receber_id })).body
        .message,
    ).toBe('Registro já vinculado a uma parcela')
    expect((await verb('desvincularRegistro')).body).toMatchObject({ conta_receber_id: null, status: 1 })
  })

  it('asks where the values differ, and finalising names which row differs and by how much', async () => {
    const one = sale(10_000, 100)
    const { id } = await taken(file([one]))
    const [row] = await rowsOf(id)
    const owed = await owes({ ...one, gross: 9000 })
    const link = (more: object) =>
      call('POST', `/api/financeiro/conciliacao_venda/${row.id}/vincularRegistro`, {
        conta_receber_id: owed.id,
        ...more,
      })
    expect((await link({})).body).toMatchObject({
      code: 'confirm',
      message: 'O registro é de R$ 100,00 e a parcela tem saldo de R$ 90,00: deseja vincular assim mesmo?',
    })
    await link({ confirma: true })
    expect((await call('POST', `${PATH}/${id}/finalizar`, { ...accounts(), confirma: true })).body).toMatchObject({
      code: 'differs',
      message: `Não foi possível finalizar a conciliação: NSU ${one.nsu} de 02/11/2026: registro de R$ 100,00, parcela com saldo de R$ 90,00, diferença de R$ 10,00.`,
    })
  })

  it('is either booked to an account or linked: one takes the other off, and neither is changed once it is settled', async () => {
    const one = sale(6100, 61)
    const { id } = await taken(file([one]))
    const [row] = await rowsOf(id)
    const path = `/api/financeiro/conciliacao_venda/${row.id}`
    const owed = await owes(one)
    await ok('PUT', path, { plano_conta_id: shop.ids.revenue })
    expect(await ok('POST', `${path}/vincularRegistro`, { conta_receber_id: owed.id })).toMatchObject({
      conta_receber_id: owed.id,
      plano_conta_id: null,
    })
    expect((await call('PUT', path, { plano_conta_id: shop.ids.revenue })).body).toMatchObject({ code: 'linked' })
    const done = await ok('POST', `${PATH}/${id}/finalizar`, { ...accounts(), confirma: true })
    expect(done.bruto).toBe(61)
    expect(await title(owed.id)).toMatchObject({ vSaldo: 0 })

    const other = await taken(file([sale(200, 2)]))
    const [booked] = await rowsOf(other.id)
    const at = `/api/financeiro/conciliacao_venda/${booked.id}`
    await ok('PUT', at, { plano_conta_id: shop.ids.revenue })
    await ok('POST', `${PATH}/${other.id}/finalizar`, { ...accounts(), confirma: true })
    const late = await owes({ ...sale(200, 2), day: '2026-10-01' })
    expect((await call('POST', `${at}/vincularRegistro`, { conta_receber_id: late.id })).body.code).toBe('settled')
  })

  it('two clients that link two rows to one receivable: one is refused', async () => {
    const pair = [sale(4400, 44), sale(4400, 44)]
    const { id } = await taken(file(pair))
    const rows = await rowsOf(id)
    const { id: conta_receber_id } = await owes({ ...sale(4400, 44), day: '2026-10-01' })
    const answers = await Promise.all(
      rows.map((row: { id: number }) =>
        call('POST', `/api/financeiro/conciliacao_venda/${row.id}/vincularRegistro`, { conta_receber_id }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
  })

  it('of a file stays as the acquirer said it; one by hand is written and goes', async () => {
    const { id } = await taken(file([sale(100, 1)]))
    const [row] = await rowsOf(id)
    const change = (body: object) => call('PUT', `/api/financeiro/conciliacao_venda/${row.id}`, body)
    expect((await change({ net_amount: '1.00' })).body.code).toBe('from_file')
    expect((await change({ plano_conta_id: shop.ids.revenue })).body).toMatchObject({ status: 2 })
    expect((await call('DELETE', `/api/financeiro/conciliacao_venda/${row.id}`)).body.code).toBe('from_file')
    const own = { conciliacao_id: id, batch_gross_amount: '10.00', net_amount: '9.50', nsu: 'M1' }
    const made = await ok('POST', '/api/financeiro/conciliacao_venda', own)
    expect(made).toMatchObject({ fee_amount: 0.5 })
    expect((await ok('GET', `${PATH}/${id}`)).qRegistros).toBe(2)
    await ok('DELETE', `/api/financeiro/conciliacao_venda/${made.id}`)
    expect((await ok('GET', `${PATH}/${id}`)).qRegistros).toBe(1)
  })
})

describe('what is open', () => {
  it('tells sales without a row, rows without a sale and deposits that are not in the bank, each with its age', async () => {
    const [sold, told] = [sale(11_100, 0), sale(22_200, 0)]
    await owes({ ...sold, day: '2026-10-01' })
    const { id } = await taken(file([told], '2026-11-18'))
    const open = await ok('GET', `${PATH}/abertos`)
    expect(open.vendas.data.find((one: { valor: number }) => one.valor === 111)).toMatchObject({ dia: '2026-10-01' })
    expect(open.registros.data.find((one: { valor: number }) => one.valor === 222)).toMatchObject({ dia: '2026-11-02' })
    const [deposit] = await depositsOf(id)
    expect(open.recebimentos.data.find((one: { id: number }) => one.id === deposit.id)).toMatchObject({
      dia: '2026-11-18',
      valor: 222,
    })
    for (const one of open.vendas.data) expect(one.dias).toBeGreaterThanOrEqual(0)
  })

  it('404 for another company, for every verb', async () => {
    const { id } = await taken(file([sale(100, 1)]))
    const [[row], [deposit]] = [await rowsOf(id), await depositsOf(id)]
    const { id: other } = await shop.server.insert('empresa', { CNPJ_CPF: testCnpj(2), xNome: 'Outra Ltda', UF: 'PR' })
    const stranger = await shop.server.user({ roles: ['admin'], empresas: [other] })
    for (const verb of ['finalizar', 'estorna', 'vinculaAutomatico', 'desvincularLancamentoExtrato', 'upload'])
      expect((await stranger('POST', `${PATH}/${id}/${verb}`, {})).status, verb).toBe(404)
    for (const verb of ['vincularRegistro', 'desvincularRegistro', 'parcelas'])
      expect((await stranger('POST', `/api/conciliacao_venda/${row.id}/${verb}`, {})).status, verb).toBe(404)
    for (const verb of ['lancamentos', 'vincularLancamentoExtrato'])
      expect((await stranger('POST', `/api/conciliacao_recebimento/${deposit.id}/${verb}`, {})).status, verb).toBe(404)
    expect((await stranger('GET', `${PATH}/abertos`)).body.registros.total).toBe(0)
  })

  it('403, or nothing told, of what is owed and of the statement for who may only reconcile', async () => {
    const one = sale(7700, 77)
    const { id } = await taken(file([one]))
    const owed = await owes({ ...sale(7700, 77), day: '2026-10-01' })
    const [[row], [deposit]] = [await rowsOf(id), await depositsOf(id)]
    const clerk = await shop.server.user({ permissions: ['edit conciliacao', 'edit conciliacao_venda'] })
    const seen = await clerk('GET', `${PATH}/abertos`)
    expect([seen.body.vendas, seen.body.registros.total > 0]).toEqual([{ total: 0, valor: 0, data: [] }, true])
    const path = `/api/conciliacao_venda/${row.id}/vincularRegistro`
    expect((await clerk('POST', path, { conta_receber_id: owed.id, confirma: true })).status).toBe(403)
    const of = `/api/conciliacao_recebimento/${deposit.id}`
    const credit = await line('76.23')
    expect((await clerk('GET', `${of}/lancamentos`)).body).toEqual({ data: [] })
    expect((await ok('GET', `${of}/lancamentos`)).data.map((it: { id: number }) => it.id)).toContain(credit.id)
    expect((await clerk('POST', `${of}/vincularLancamentoExtrato`, { extrato_banco_id: credit.id })).status).toBe(403)
    const settler = await shop.server.user({
      permissions: ['edit conciliacao', 'edit conciliacao_venda', 'edit contas_receber'],
    })
    const debit = await line('-76.23')
    const refused = await call('POST', `${of}/vincularLancamentoExtrato`, { extrato_banco_id: debit.id })
    expect(refused.body.code).toBe('other_sign')
    const paid = { banco_id: shop.ids.account, dPagamento: '2026-11-20', vPago: '80.00', excedente: 'credito' }
    const { credito_id } = await ok('POST', `/api/contas_receber/${owed.id}/baixa`, paid)
    expect((await call('POST', path, { conta_receber_id: credito_id })).body.code).toBe('is_credit')
    expect((await call('POST', path, { conta_receber_id: owed.id })).body.code).toBe('nothing_settled')
    await ok('PUT', `/api/conciliacao_venda/${row.id}`, { plano_conta_id: shop.ids.revenue })
    const done = await settler('POST', `${PATH}/${id}/finalizar`, { ...accounts(), confirma: true })
    expect([done.status, done.body.message]).toEqual([403, expect.stringContaining('permissão')])
  })

  it('is taken back whole with its file, unless something of it is settled or a person linked it', async () => {
    const [one, other] = [sale(8800, 88), sale(9900, 99)]
    const owed = await owes(one)
    const text = file([one, other])
    const { id, vinculados } = await taken(text)
    expect(vinculados).toBe(1)
    const free = await owes({ ...sale(9900, 99), day: '2026-10-01' })
    const row = (await rowsOf(id)).find((it: { conta_receber_id: number | null }) => it.conta_receber_id === null)
    const path = `/api/conciliacao_venda/${row.id}`
    await ok('POST', `${path}/vincularRegistro`, { conta_receber_id: free.id })
    expect((await call('DELETE', `${PATH}/${id}`)).body.code).toBe('linked')
    await ok('POST', `${path}/desvincularRegistro`)
    await ok('PUT', path, { plano_conta_id: shop.ids.revenue })
    await ok('POST', `${PATH}/${id}/finalizar`, { ...accounts(), confirma: true })
    expect((await call('DELETE', `${PATH}/${id}`)).body.code).toBe('settled')
    await ok('POST', `${PATH}/${id}/estorna`)
    await ok('DELETE', `${PATH}/${id}`)
    expect((await call('GET', `${PATH}/${id}`)).status).toBe(404)
    expect(await rowsOf(id)).toEqual([])
    expect(await title(owed.id)).toMatchObject({ vSaldo: 88 })
    expect((await taken(text)).novos).toBe(2)
  })

  it('is not taken back while it holds what an earlier file brought; that one goes first, and both can be read in again', async () => {
    const sold = [sale(8100, 81), sale(9200, 92)]
    const of = (day: string, option: '03' | '04' = '04') =>
      cieloFile({ option, units: [{ day, sales: sold }], merchant: '0000777001' })
    const [first, later] = [of('2026-11-19', '03'), of('2026-11-20')]
    const a = await taken(first)
    const b = await taken(later)
    expect([a.novos, b.novos]).toEqual([2, 0])
    expect(await call('DELETE', `${PATH}/${b.id}`)).toMatchObject({
      status: 400,
      body: { code: 'told_before', message: 'Este arquivo mudou registros de arquivos anteriores.' },
    })
    expect(await rowsOf(b.id)).toHaveLength(2)
    await ok('DELETE', `${PATH}/${a.id}`)
    await ok('DELETE', `${PATH}/${b.id}`)
    expect([(await taken(first)).novos, (await taken(later)).novos]).toEqual([2, 0])
  })

  it('that nobody sent has the rows that are typed in it', async () => {
    const { id } = await ok('POST', PATH, { acquirer: 'cielo', begin_date: '2026-11-01' })
    const typed = { conciliacao_id: id, origem_id: id - 1, batch_gross_amount: '10.00', net_amount: '9.00' }
    const row = await ok('POST', '/api/conciliacao_venda', typed)
    expect(row.origem_id).toBe(id)
    await ok('DELETE', `${PATH}/${id}`)
    expect((await call('GET', `/api/conciliacao_venda/${row.id}`)).status).toBe(404)
  })

  it('of texts of any length is read in, each known again by all that it says', async () => {
    // Nothing that a database could fold into less.
    const long = Array.from({ length: 2_000 }, (_, at) => (at * 7_919 + 1_000_003).toString(36)).join('')
    const captures = [1, 2].map((at) => ({
      ...sale(10_000 * at, 200, { nsu: `${long}${at}`, authorization: long }),
      expected: '2026-11-18',
    }))
    const text = stoneFile({ day: '2026-11-02', captures })
    const { id } = await taken(text)
    const rows = await rowsOf(id)
    expect(rows.map((one: { nsu: string }) => one.nsu)).toEqual([long.slice(0, 40), long.slice(0, 40)])
    expect((await taken(`${text} `)).novos).toBe(0)
  })
})
