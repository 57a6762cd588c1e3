import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestServer } from '../../../fixtures/test-server'
import { call, entered, faults, held, inDays, moved, ok, openStore, output, product, stockOf } from '../output.fixture'

/** Returns to suppliers: no more goes back than came, the entry's own lots first, at average cost; its credit can be offset. */

let server: TestServer
let ids: Awaited<ReturnType<typeof openStore>>['ids']
beforeAll(async () => {
  ;({ server, ids } = await openStore())
})
afterAll(() => server.close())

const PATH = '/api/estoque/devolucao'
const REASON = { xJust: 'Fornecedor recolheu o lote errado' }
const act = (id: number, verb: string, body?: object) => call('POST', `${PATH}/${id}/${verb}`, body)
const did = (id: number, verb: string, body?: object) => ok('POST', `${PATH}/${id}/${verb}`, body)
const returned = async (
  entry: { id: number; entrada_mercadorias: { id: number }[] },
  qTrib: number,
  more: object = {},
) =>
  ok('POST', PATH, {
    entrada_id: entry.id,
    devolucao_mercadoria_list: [{ entrada_mercadoria_id: entry.entrada_mercadorias[0]?.id, qTrib, ...more }],
  })
const credits = async () =>
  (
    await ok('GET', `/api/contas_pagar?where=${encodeURIComponent(JSON.stringify({ tpConta: 11 }))}&perPage=100`)
  ).data.map((one: { documento_id: number; vSaldo: number }) => [one.documento_id, one.vSaldo])

describe('a return', () => {
  it('is made of an entry with all that may go back, reserves its own lots first, and leaves at average cost', async () => {
    const id = await product({ controla_lote: 2 })
    // What expires first came with another entry, and stays.
    await entered(id, 10, [{ nLote: 'OUTRO', dVal: inDays(5), qTrib: 10 }], 2)
    const entry = await entered(id, 10, [{ nLote: 'DESTE', dVal: inDays(90), qTrib: 10 }], 4)
    const { devolucao_id: doc } = await ok('GET', `/api/entrada/${entry.id}/geraDevolucao`)
    const made = await ok('GET', `${PATH}/${doc}`)
    expect(made).toMatchObject({ status: 0, fornecedor_id: ids.supplier, vTotal: 40, geraNFe: 0 })
    const [line] = made.devolucao_mercadoria_list
    await ok('PUT', `/api/estoque/devolucao_mercadoria/${line.id}`, { qTrib: 6 })
    expect(await ok('GET', `${PATH}/${doc}/fecha`)).toMatchObject({ id: doc, status: 2, vTotal: 24 })
    expect(await held('devolucao', doc)).toEqual(['A DESTE 6'])
    const { efeitos } = await ok('POST', `${PATH}/${doc}/finaliza?simula=1`)
    expect(efeitos.titulos[0].frase).toMatch(/^Abre crédito com Laticínios do Sul: R\$.24,00\.$/)
    await ok('GET', `${PATH}/${doc}/finaliza`)
    expect(await moved('devolucao', doc)).toEqual(['A DESTE -6 -18'])
    expect(await ok('GET', `${PATH}/${doc}`)).toMatchObject({
      status: 4,
      vCredito: 24,
      vVariacao: 6,
      devolucao_mercadoria_list: [{ vCusto: 18, qTrib: 6 }],
    })
    expect(await credits()).toContainEqual([doc, -24])
    expect(await faults()).toEqual([])
  })

  it('of one lot of an item; also one that is blocked and expired: it goes back', async () => {
    const id = await product({ controla_lote: 2 })
    const entry = await entered(id, 5, [
      { nLote: 'BOM', dVal: inDays(90), qTrib: 3 },
      { nLote: 'RUIM', dVal: inDays(-1), qTrib: 2 },
    ])
    const lots = (await ok('GET', `/api/estoque/mercadoria_lote?where={"mercadoria_id":${id}}`)).data
    const bad = lots.find((one: { nLote: string }) => one.nLote === 'RUIM')
    await ok('PUT', `/api/estoque/mercadoria_lote/${bad.id}`, { bloqueado: true, xMotivoBloqueio: 'Recolhido' })
    const row = entry.entrada_mercadorias[0].rastreio_list.find((one: { nLote: string }) => one.nLote === 'RUIM')
    const { devolucao_id: doc } = await ok('POST', `/api/entrada_mercadoria_rastreio/${row.id}/geraDevolucao`)
    await did(doc, 'finaliza')
    expect(await moved('devolucao', doc)).toEqual(['A RUIM -2 -4'])
    expect(await faults()).toEqual([])
  })

  it('takes no more of an item than came, over all returns, also by lines of one item', async () => {
    const id = await product()
    const entry = await entered(id, 10)
    const [item] = entry.entrada_mercadorias
    await did((await returned(entry, 7)).id, 'fecha')
    const lines = (one: number, other: number) =>
      call('POST', PATH, {
        entrada_id: entry.id,
        devolucao_mercadoria_list: [one, other].map((qTrib) => ({ entrada_mercadoria_id: item.id, qTrib })),
      })
    expect((await lines(4, 1)).body.message).toBe('Podem voltar 3 de Queijo: entraram 10 e 7 já voltaram.')
    const two = await lines(2, 2)
    expect(await act(two.body.id, 'fecha')).toMatchObject({ status: 400, body: { code: 'too_much' } })
    const { devolucao_id: rest } = await ok('POST', `/api/entrada/${entry.id}/geraDevolucao`)
    await did(rest, 'finaliza')
    expect(await call('POST', `/api/entrada/${entry.id}/geraDevolucao`)).toMatchObject({
      status: 400,
      body: { code: 'nothing_left' },
    })
    expect(await faults()).toEqual([])
  })

  it('two that are closed at once take turns: together no more than came', async () => {
    const id = await product()
    const entry = await entered(id, 10)
    await entered(id, 90)
    const docs = await Promise.all([6, 6, 6, 4].map((q) => returned(entry, q)))
    const answers = await Promise.all(docs.map((one, at) => act(one.id, at % 2 ? 'finaliza' : 'fecha')))
    expect(answers.filter((one) => one.status === 200).length).toBeGreaterThan(0)
    for (const one of answers.filter((answer) => answer.status !== 200)) expect(one.body.code).toBe('too_much')
    expect(await faults()).toEqual([])
  })

  it('a removed line stays, is not taken along, and is brought back while the return is open', async () => {
    const [one, other] = [await product(), await product()]
    const entry = await ok('POST', '/api/entrada', {
      fornecedor_id: ids.supplier,
      tipo_entrada_saida_id: ids.buys,
      entrada_mercadorias: [one, other].map((mercadoria_id) => ({ mercadoria_id, qCom: 2, vUnCom: 5 })),
    })
    await ok('POST', `/api/entrada/${entry.id}/finaliza`)
    const { devolucao_id: doc } = await ok('POST', `/api/entrada/${entry.id}/geraDevolucao`)
    const [first, second] = (await ok('GET', `${PATH}/${doc}`)).devolucao_mercadoria_list
    await ok('DELETE', `/api/estoque/devolucao_mercadoria/${first.id}`)
    const after = await ok('GET', `${PATH}/${doc}`)
    expect(after).toMatchObject({ vTotal: 10 })
    expect(after.devolucao_mercadoria_list[0].dhExclusao).not.toBeNull()
    // Left out of the list that a form sends, it is removed as well.
    await ok('PUT', `${PATH}/${doc}`, { devolucao_mercadoria_list: [{ id: first.id }] })
    expect(await ok('GET', `${PATH}/${doc}`)).toMatchObject({ vTotal: 0 })
    expect(await act(doc, 'fecha')).toMatchObject({ status: 400, body: { code: 'no_items' } })
    await ok('POST', `/api/estoque/devolucao_mercadoria/${second.id}/desfazRemove`)
    expect(await ok('GET', `${PATH}/${doc}`)).toMatchObject({ vTotal: 10 })
    await did(doc, 'finaliza')
    expect(await moved('devolucao', doc)).toEqual(['A – -2 -10'])
    expect((await call('POST', `/api/estoque/devolucao_mercadoria/${first.id}/desfazRemove`)).status).toBe(400)
    expect(await faults()).toEqual([])
  })
})

describe('cancelling', () => {
  it('asks for more than 15 characters; goods and reservation come back, the credit goes', async () => {
    const id = await product()
    const entry = await entered(id, 4, [], 3)
    const { id: doc } = await returned(entry, 3)
    await did(doc, 'fecha')
    await did(doc, 'finaliza')
    expect(await call('POST', `/api/entrada/${entry.id}/cancela`, REASON)).toMatchObject({
      status: 400,
      body: { code: 'sent_back', message: `Cancele antes a devolução nº ${doc}, que é desta entrada.` },
    })
    expect(await act(doc, 'cancela', { xJust: 'quinze letras .' })).toMatchObject({
      status: 422,
      body: { message: 'O motivo do cancelamento precisa ter mais de 15 caracteres' },
    })
    await did(doc, 'cancela', REASON)
    expect(await stockOf(id)).toEqual([4, 0, 4])
    expect((await credits()).find(([of]: [number]) => of === doc)?.[1]).toBe(0)
    await ok('POST', `/api/entrada/${entry.id}/cancela`, REASON)
    expect(await faults()).toEqual([])
  })

  it('400 credit_used once its credit was offset against a payable of the supplier', async () => {
    const id = await product()
    const { id: doc } = await returned(await entered(id, 4, [], 3), 4)
    await did(doc, 'finaliza')
    const owed = await ok('POST', '/api/contas_pagar', {
      fornecedor_id: ids.supplier,
      vDup: 50,
      dEmissao: '2026-11-20',
      dVencimento: '2026-12-10',
    })
    const credit = (await ok('GET', `/api/contas_pagar?where={"documento":"devolucao","documento_id":${doc}}`)).data[0]
    await ok('POST', `/api/contas_pagar/${owed.id}/compensa`, { compensacao_id: credit.id })
    expect((await ok('GET', `/api/contas_pagar/${owed.id}`)).vSaldo).toBe(38)
    expect(await act(doc, 'cancela', REASON)).toMatchObject({ status: 400, body: { code: 'credit_used' } })
    expect(await faults()).toEqual([])
  })
})

describe('what is refused', () => {
  it('an entry that is not finalised, of nobody, or of another company', async () => {
    const open = await ok('POST', '/api/entrada', {
      fornecedor_id: ids.supplier,
      tipo_entrada_saida_id: ids.buys,
      entrada_mercadorias: [{ mercadoria_id: await product(), qCom: 1, vUnCom: 1 }],
    })
    expect((await call('POST', PATH, { entrada_id: open.id })).body.message).toBe(
      `A entrada nº ${open.id} não está finalizada: só devolva o que já entrou no estoque.`,
    )
    expect((await call('POST', `/api/entrada/${open.id}/geraDevolucao`)).body.code).toBe('not_received')
    const entry = await entered(await product(), 1)
    const other = await entered(await product(), 1)
    const made = await returned(entry, 1)
    const moves = await call('PUT', `${PATH}/${made.id}`, { entrada_id: other.id })
    expect(moves.body.message).toBe('A entrada de uma devolução não muda: exclua esta e crie outra.')
    const foreign = await call('POST', PATH, {
      entrada_id: entry.id,
      devolucao_mercadoria_list: [{ entrada_mercadoria_id: other.entrada_mercadorias[0].id, qTrib: 1 }],
    })
    expect(foreign.body.message).toBe('Este item não é da entrada desta devolução.')
  })

  it('the note, which is not made here yet, says why', async () => {
    const entry = await entered(await product(), 1)
    expect((await call('POST', PATH, { entrada_id: entry.id, geraNFe: 1 })).body.message).toBe(
      'A nota de devolução ainda não é emitida por aqui: emita no seu emissor e finalize sem nota.',
    )
  })

  it('goods that are reserved for others', async () => {
    const id = await product()
    const entry = await entered(id, 5)
    await ok('POST', `/api/estoque/saida/${(await output(id, 4)).id}/separar`)
    expect(await act((await returned(entry, 2)).id, 'fecha')).toMatchObject({ status: 400, body: { code: 'no_stock' } })
  })

  it('403 without the right to make returns, or to close them', async () => {
    const entry = await entered(await product(), 1)
    const receives = await server.user({ permissions: ['show entrada', 'edit entrada'] })
    expect((await receives('POST', `/api/entrada/${entry.id}/geraDevolucao`)).status).toBe(403)
    const { id: doc } = await returned(entry, 1)
    const looks = await server.user({ permissions: ['show devolucao_compra'] })
    expect((await looks('POST', `${PATH}/${doc}/fecha`)).status).toBe(403)
  })
})
