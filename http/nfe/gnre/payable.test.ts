import { describe, expect, it } from 'vitest'
import { addDays } from '../../../core/br/civil-date'
import { asOwner } from '../../../fixtures/as-owner'
import { today } from '../../../fixtures/test-clock'
import { bookFaults } from '../../books'
import { call, faults, issuerTest, ok, run, server } from '../nota/issuing.fixture'
import { byHand, consumerBeyond, guideById, GUIDES, sentGuide, settled, soldBeyond } from './guides.fixture'

issuerTest()

let origin = 500
const ready = async (values: object = {}) =>
  (await sentGuide((await byHand({ nDocOrigem: String(++origin), ...values })).id)).id
const payablesOf = (id: number) =>
  run(
    `select id, "vDup"::text as "vDup", "vSaldo"::text as "vSaldo", "tpConta", "tpPagamento", linha_digitavel, pix, fornecedor_id, "dhCancelamento" is null as viva
     from contas_pagar where documento = 'gnre' and documento_id = ${id} order by id`,
  )
const makes = (id: number, input: object = {}) => call('POST', `${GUIDES}/${id}/geraContasReceberLote`, input)
const account = async () =>
  (await server.insert('banco', { empresa_id: server.empresa_id, descricao: `Conta ${++origin}` })).id
const pay = async (payable: unknown) =>
  ok('POST', `/api/contas_pagar/${Number(payable)}/baixa`, { banco_id: await account(), vPago: 85.5 })

describe('the payable of a guide', () => {
  it('is a tax to its state with the barcode, once; the state is a supplier of its own', async () => {
    const [one, two] = [await ready(), await ready()]
    expect((await makes(one)).status).toBe(200)
    expect((await makes(two)).status).toBe(200)
    const guide = await guideById(one)
    expect(guide.status).toBe(4)
    const [payable] = await payablesOf(one)
    expect(payable).toMatchObject({ vDup: '85.50', vSaldo: '85.50', tpConta: 9, tpPagamento: 5, viva: true })
    expect(String(payable?.linha_digitavel).replaceAll(/\D/g, '')).toBe(guide.linhaDigitavel)
    expect(payable?.pix).toBe(guide.qrcodePayload)
    const [other] = await payablesOf(two)
    expect(other?.fornecedor_id).toBe(payable?.fornecedor_id)
    expect(await run(`select "xNome" from fornecedor where id = ${Number(payable?.fornecedor_id)}`)).toEqual([
      { xNome: 'Estado: Bahia (GNRE)' },
    ])
    expect((await makes(one)).body.code).toBe('has_payable')
    expect(await payablesOf(one)).toHaveLength(1)
    expect(await faults()).toEqual([])
  })

  it('is made once of many that ask at the same time', async () => {
    const id = await ready()
    const answers = await Promise.all([makes(id), makes(id), makes(id)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
    expect(await payablesOf(id)).toHaveLength(1)
  })

  it('goes to whom, when and from where is chosen; asks for the right to make payables', async () => {
    const id = await ready()
    const { id: fornecedor_id } = await server.insert('fornecedor', { xNome: 'SEFAZ da Bahia' })
    const other = await server.user({ permissions: ['show gnre', 'edit gnre'] })
    expect((await other('POST', `${GUIDES}/${id}/geraContasReceberLote`)).status).toBe(403)
    const late = await makes(id, { fornecedor_id, dVencimento: '2090-12-21' })
    expect([late.status, Object.keys(late.body.errors)]).toEqual([422, ['dVencimento']])
    await makes(id, { fornecedor_id, dVencimento: '2090-12-01' })
    const [payable] = await run(
      `select fornecedor_id, "dVencimento"::text as due from contas_pagar where documento = 'gnre' and documento_id = ${id}`,
    )
    expect(payable).toEqual({ fornecedor_id, due: '2090-12-01' })
  })

  it('goes with a remittance of payments as other barcodes do', async () => {
    const id = await ready()
    await makes(id)
    const [payable] = await payablesOf(id)
    const { empresa_id } = server
    const account = { descricao: 'Itaú', codigo: '341', agencia: '1234', conta: '56789-0', tipo: 2 }
    const { id: banco_id } = await server.insert('banco', { empresa_id, ...account })
    const made = await ok('POST', '/api/financeiro/remessa_pagamento', {
      banco_id,
      dPagamento: addDays(today(), 7),
      remessa_pagamento_conta_list: [{ conta_pagar_id: payable?.id }],
    })
    expect(made.remessa_pagamento_conta_list).toMatchObject([{ forma: 'guia', valor: 85.5 }])
    const path = `/api/financeiro/remessa_pagamento/${made.id}`
    await ok('POST', `${path}/aprova`)
    await ok('POST', `${path}/enviaPagamentosBanco`)
    const refused = await call('POST', `${GUIDES}/${id}/cancela`, { xJust: 'Guia emitida em duplicidade' })
    expect([refused.status, refused.body.code]).toEqual([400, 'in_payment'])
    expect((await call('POST', `${GUIDES}/${id}/desfazConta`)).body.code).toBe('in_payment')
    expect(await guideById(id)).toMatchObject({ status: 4 })
  })

  it('keeps the value of its guide', async () => {
    const id = await ready()
    await makes(id)
    const [payable] = await payablesOf(id)
    const refused = await call('PUT', `/api/contas_pagar/${Number(payable?.id)}`, { vDup: 1 })
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['vDup']])
  })

  it('goes where the guide says, and the guide is ready again', async () => {
    const id = await ready()
    await makes(id)
    await ok('POST', `${GUIDES}/${id}/desfazConta`)
    expect(await guideById(id)).toMatchObject({ status: 3, dhConta: null })
    expect((await makes(id)).status).toBe(200)
    expect((await payablesOf(id)).map(({ viva }) => viva)).toEqual([false, true])
    expect(await faults()).toEqual([])
  })
})

describe('a guide follows its payable', () => {
  it('is paid with it; reversed, it is to be paid again', async () => {
    const id = await ready()
    await makes(id)
    const [payable] = await payablesOf(id)
    const { lancamento_id } = await pay(payable?.id)
    expect(await guideById(id)).toMatchObject({ status: 6 })
    expect((await call('POST', `${GUIDES}/${id}/cancela`, { xJust: 'Guia que não era devida' })).body.code).toBe('paid')
    await ok('POST', `/api/contas_pagar/${Number(payable?.id)}/estorna`, { lancamento_id })
    expect(await guideById(id)).toMatchObject({ status: 4, dhPaga: null })
    expect(await faults()).toEqual([])
  })

  it('cancelled before it is paid, the payable goes with it; paid, it is to be returned', async () => {
    const [unpaid, paid] = [await ready(), await ready()]
    await makes(unpaid)
    expect((await call('POST', `${GUIDES}/${unpaid}/cancela`, { xJust: 'curto' })).status).toBe(422)
    await ok('POST', `${GUIDES}/${unpaid}/cancela`, { xJust: 'Guia emitida em duplicidade' })
    expect(await guideById(unpaid)).toMatchObject({ status: 5 })
    expect(await payablesOf(unpaid)).toMatchObject([{ vSaldo: '0.00', viva: false }])
    await makes(paid)
    const [payable] = await payablesOf(paid)
    await pay(payable?.id)
    await ok('POST', `${GUIDES}/${paid}/restitui`, { xJust: 'A mercadoria voltou ao estado' })
    expect(await guideById(paid)).toMatchObject({ status: 7 })
    expect(await faults()).toEqual([])
  })

  it('goes with its note: unpaid it is cancelled, paid it is to be returned', async () => {
    const far = await consumerBeyond()
    const { note, guides } = await soldBeyond(far)
    const { note: other, guides: others } = await soldBeyond(far)
    await makes(guides[0].id)
    await makes(others[0].id)
    const [payable] = await payablesOf(others[0].id)
    await ok('POST', `/api/contas_pagar/${Number(payable?.id)}/baixa`, {
      banco_id: await account(),
      vPago: others[0].valorGNRE,
    })
    for (const { id } of [note, other])
      await ok('POST', `/api/nfe/nfe/${id}/cancela`, { xJust: 'Cliente desistiu da compra' })
    await settled()
    expect(await guideById(guides[0].id)).toMatchObject({ status: 5 })
    expect(await payablesOf(guides[0].id)).toMatchObject([{ viva: false }])
    expect(await guideById(others[0].id)).toMatchObject({ status: 7 })
    expect(await faults()).toEqual([])
  })
})

it('the books see a guide with two payables, or one of another value', async () => {
  const id = await ready()
  await makes(id)
  const [payable] = await payablesOf(id)
  const RULE = 'gnre: uma guia tem no máximo uma conta a pagar viva, e do mesmo valor'
  await asOwner(server.url, async (owner) => {
    const seen = async (change: string) => {
      await owner.unsafe('begin')
      await owner.unsafe(change)
      const found = (await bookFaults(owner)).map(({ rule }) => rule)
      await owner.unsafe('rollback')
      return found
    }
    expect(await seen(`update contas_pagar set "vDup" = 1 where id = ${Number(payable?.id)}`)).toContain(RULE)
    expect(
      await seen(
        `insert into contas_pagar (empresa_id, documento, documento_id, fornecedor_id, "dEmissao", "dVencimento", "vDup") select empresa_id, documento, documento_id, fornecedor_id, "dEmissao", "dVencimento", "vDup" from contas_pagar where id = ${Number(payable?.id)}`,
      ),
    ).toContain(RULE)
    expect(await seen(`update contas_pagar set "dhCancelamento" = now() where id = ${Number(payable?.id)}`)).toContain(
      RULE,
    )
  })
})
