import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { asOwner } from '../../../fixtures/as-owner'
import { bookFaults } from '../../books'
import {
  call,
  cashOf,
  depositsOf,
  file,
  inBank,
  line,
  ok,
  openReconciling,
  owes,
  sale,
  taken,
  title,
} from '../conciliacao/reconciling.fixture'

/** Deposits of cards in the reconciliation of an account: offered for the line that they are, settled by it, and taken back with it. */

let shop: Awaited<ReturnType<typeof openReconciling>>
let session: number
beforeAll(async () => {
  shop = await openReconciling()
  const asked = { banco_id: shop.ids.account, dInicio: '2026-11-01', dFim: '2026-11-30' }
  session = (await ok('POST', '/api/conciliacao_bancaria', asked)).id
})
afterAll(() => shop.server.close())
afterEach(async () => {
  expect(await asOwner(shop.server.url, bookFaults)).toEqual([])
})

interface Offered {
  readonly id: number
  readonly kind: string
  readonly propostas: readonly { readonly tipo: string; readonly razoes: readonly string[]; readonly itens: object[] }[]
}

const LINES = '/api/extrato_banco'
const offered = async (id: number): Promise<Offered> => {
  const { linhas } = await ok('GET', `/api/conciliacao_bancaria/${session}/propostas`)
  return linhas.find((one: Offered) => one.id === id)
}

/** A deposit whose line came first: the file points it at the line itself. */
async function pointed(day = '2026-11-20') {
  const one = sale(20_000, 501)
  const owed = await owes(one)
  const credit = await line('194.99', day)
  const { id } = await taken(file([one], day))
  const [deposit] = await depositsOf(id)
  return { credit, deposit, owed }
}

describe('a deposit that its line is of', () => {
  it('is offered with its fee, settles at gross by the line, and comes back with the match', async () => {
    const { credit, deposit, owed } = await pointed()
    const before = await inBank()
    expect(await offered(credit.id)).toMatchObject({
      kind: 'auto',
      propostas: [
        {
          tipo: 'lote',
          razoes: expect.arrayContaining(['valor_liquido', 'lote_cartao']),
          detalhe: { tarifa: '5.01' },
          itens: [{ id: deposit.id, titulo: 'Cielo · 1 parcela', data: '2026-11-20', valor: '200.00' }],
        },
      ],
    })
    const asked = { linha_id: credit.id, recebimento_id: deposit.id, score: 90, razoes: ['valor_liquido'] }
    const done = await ok('POST', `${LINES}/conciliaLote`, asked)
    expect(await cashOf(done.lancamentos[0])).toEqual([
      ['baixa', 200],
      ['tarifa', -5.01],
    ])
    expect(await title(owed.id)).toMatchObject({ status: 4, vSaldo: 0 })
    expect(await ok('GET', `${LINES}/${credit.id}`)).toMatchObject({ status: 4, vConciliado: 194.99 })
    expect(await call('POST', `${LINES}/conciliaLote`, asked)).toMatchObject({ status: 409 })
    expect(await ok('POST', `${LINES}/${credit.id}/desconcilia`, {})).toMatchObject({ estornados: done.lancamentos })
    expect([await inBank(), (await title(owed.id)).vSaldo]).toEqual([before, 200])
    expect(await offered(credit.id)).toMatchObject({ propostas: [{ tipo: 'lote' }] })
    await ok('POST', `${LINES}/conciliaLote`, asked)
    expect(await inBank()).toBe(Math.round((before + 194.99) * 100) / 100)
  })

  it('is not offered for a line of another amount, before its day or later than three days', async () => {
    const one = sale(30_000, 700)
    await owes(one)
    const { id } = await taken(file([one], '2026-11-10'))
    const [deposit] = await depositsOf(id)
    const [early, late, other, fit] = [
      await line('293.00', '2026-11-09'),
      await line('293.00', '2026-11-14'),
      await line('293.01', '2026-11-10'),
      await line('293.00', '2026-11-13'),
    ]
    for (const none of [early, late, other])
      expect((await offered(none.id)).propostas.filter(({ tipo }) => tipo === 'lote')).toEqual([])
    expect(await offered(fit.id)).toMatchObject({ propostas: [{ tipo: 'lote', itens: [{ id: deposit.id }] }] })
    expect(
      await call('POST', `${LINES}/conciliaLote`, { linha_id: other.id, recebimento_id: deposit.id }),
    ).toMatchObject({ status: 400, body: { code: 'other_amount' } })
    expect((await depositsOf(id))[0]).toMatchObject({ status: 1, extrato_banco_id: null })
    for (const { id: line_id } of [early, late, other, fit])
      await ok('POST', `${LINES}/${line_id}/ignora`, { xJust: 'Só para o teste' })
  })

  it('whose instalment is not known is refused with what is missing, and nothing is done', async () => {
    const credit = await line('97.00', '2026-11-21')
    const { id } = await taken(file([sale(10_000, 300)], '2026-11-21'))
    const [deposit] = await depositsOf(id)
    const asked = { linha_id: credit.id, recebimento_id: deposit.id }
    const refused = await call('POST', `${LINES}/conciliaLote`, asked)
    expect(refused).toMatchObject({ status: 400, body: { code: 'differs' } })
    expect(refused.body.message).toContain('sem parcela')
    expect(await ok('GET', `${LINES}/${credit.id}`)).toMatchObject({ status: 0, vConciliado: 0 })
    await ok('POST', `${LINES}/${credit.id}/ignora`, { xJust: 'Só para o teste' })
  })

  it('is settled with all that is sure; two who do so at once settle it once', async () => {
    const { credit, owed } = await pointed('2026-11-23')
    const before = await inBank()
    const sure = () => call('POST', `/api/conciliacao_bancaria/${session}/automaticas`, {})
    const answers = await Promise.all([sure(), sure()])
    expect(answers.map((one) => one.status)).toEqual([200, 200])
    expect(await ok('GET', `${LINES}/${credit.id}`)).toMatchObject({ status: 4 })
    expect([await inBank(), (await title(owed.id)).status]).toEqual([Math.round((before + 194.99) * 100) / 100, 4])
  })

  it('is neither told to nor settled by who may not see what customers owe', async () => {
    const { credit, deposit } = await pointed('2026-11-24')
    const clerk = await shop.server.user({
      permissions: ['show conciliacao_bancaria', 'edit conciliacao_bancaria', 'show conciliacao'],
    })
    const { body } = await clerk('GET', `/api/conciliacao_bancaria/${session}/propostas`)
    expect(body.linhas.find((one: Offered) => one.id === credit.id).propostas).toEqual([])
    const asked = { linha_id: credit.id, recebimento_id: deposit.id }
    expect((await clerk('POST', `${LINES}/conciliaLote`, asked)).status).toBe(403)
  })
})
