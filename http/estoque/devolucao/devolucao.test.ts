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

  it('of a lot takes no more of that lot than came of it, however much of the item is left', async () => {
    const id = await product({ controla_lote: 2 })
    const entry = await entered(id, 10, [
      { nLote: 'UM', dVal: inDays(30), qTrib: 6 },
      { nLote: 'DOIS', dVal: inDays(90), qTrib: 4 },
    ])
    const [one, two] = entry.entrada_mercadorias[0].rastreio_list
    const ofLot = (row: { id: number }) => call('POST', `/api/entrada_mercadoria_rastreio/${row.id}/geraDevolucao`)
    const first = (await ofLot(one)).body.devolucao_id
    const [line] = (await ok('GET', `${PATH}/${first}`)).devolucao_mercadoria_list
    await ok('PUT', `/api/estoque/devolucao_mercadoria/${line.id}`, { qTrib: 5 })
    await did(first, 'fecha')
    const rest = (await ofLot(one)).body.devolucao_id
    expect((await ok('GET', `${PATH}/${rest}`)).devolucao_mercadoria_list).toMatchObject([{ qTrib: 1 }])
    await did(rest, 'finaliza')
    await did(first, 'finaliza')
    expect(await ofLot(one)).toMatchObject({ status: 400, body: { code: 'nothing_left' } })
    const other = (await ofLot(two)).body.devolucao_id
    expect((await ok('GET', `${PATH}/${other}`)).devolucao_mercadoria_list).toMatchObject([{ qTrib: 4 }])
    // What is cancelled is there to go back again.
    await did(rest, 'cancela', REASON)
    const again = (await ofLot(one)).body.devolucao_id
    expect((await ok('GET', `${PATH}/${again}`)).devolucao_mercadoria_list).toMatchObject([{ qTrib: 1 }])
    expect(await faults()).toEqual([])
  })

  it('lets blocked goods of its own lots go back, and of no other: named by the line or reserved before', async () => {
    const id = await product({ controla_lote: 2 })
    await entered(id, 5, [{ nLote: 'ALHEIO', dVal: inDays(5), qTrib: 5 }])
    const entry = await entered(id, 5, [{ nLote: 'PRÓPRIO', dVal: inDays(90), qTrib: 5 }])
    const lots = (await ok('GET', `/api/estoque/mercadoria_lote?where={"mercadoria_id":${id}}`)).data
    const other = lots.find((one: { nLote: string }) => one.nLote === 'ALHEIO')
    const block = (bloqueado: boolean) =>
      ok('PUT', `/api/estoque/mercadoria_lote/${other.id}`, { bloqueado, xMotivoBloqueio: 'Recolhido' })
    const { id: named } = await returned(entry, 2, { lote_id: other.id })
    await did(named, 'fecha')
    expect(await held('devolucao', named)).toEqual(['A ALHEIO 2'])
    await block(true)
    expect(await act(named, 'finaliza')).toMatchObject({ status: 400, body: { code: 'lot_blocked' } })
    await did(named, 'cancela', REASON)
    const { id: straight } = await returned(entry, 2, { lote_id: other.id })
    expect(await act(straight, 'finaliza')).toMatchObject({ status: 400, body: { code: 'no_stock' } })
    await block(false)
    await did(straight, 'finaliza')
    expect(await moved('devolucao', straight)).toEqual(['A ALHEIO -2 -4'])
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

  it('shares the value of an item between lines of it, to the cent', async () => {
    const id = await product()
    const entry = await ok('POST', '/api/entrada', {
      fornecedor_id: ids.supplier,
      tipo_entrada_saida_id: ids.buys,
      entrada_mercadorias: [{ mercadoria_id: id, qCom: 3, vUnCom: '0.6666666667', vProd: 2 }],
    })
    await ok('POST', `/api/entrada/${entry.id}/finaliza`)
    const [item] = (await ok('GET', `/api/entrada/${entry.id}`)).entrada_mercadorias
    expect(item).toMatchObject({ vTotal: 2 })
    const three = [1, 1, 1].map((qTrib) => ({ entrada_mercadoria_id: item.id, qTrib }))
    const made = await ok('POST', PATH, { entrada_id: entry.id, devolucao_mercadoria_list: three })
    const worth = (doc: { devolucao_mercadoria_list: { vTotal: number }[] }) =>
      doc.devolucao_mercadoria_list.map((line) => line.vTotal)
    expect([made.vTotal, worth(made)]).toEqual([2, [0.67, 0.66, 0.67]])
    // Lines that are written one by one know nothing of each other until the return is closed.
    for (const line of made.devolucao_mercadoria_list)
      await ok('PUT', `/api/estoque/devolucao_mercadoria/${line.id}`, { qTrib: 1 })
    const closed = await did(made.id, 'fecha')
    expect([closed.vTotal, worth(closed)]).toEqual([2, [0.67, 0.66, 0.67]])
    expect(closed.devolucao_mercadoria_list[2].qSaldo).toBe(3)
    expect(await faults()).toEqual([])
  })

  it('two that are closed at once take turns: together no more than came', async () => {
    const id = await product()
    const entry = await entered(id, 10)
    await entered(id, 90)
    const docs = await Promise.all([6, 6, 6, 4].map((q) => returned(entry, q)))
    const answers = await Promise.all(docs.map((one, at) => act(one.id, at % 2 ? 'finaliza' : 'fecha')))
    // Whoever comes first: a six and the four are all of the ten, and two sixes are too much.
    const sixes = answers.slice(0, 3).map((one) => (one.status === 200 ? 'done' : one.body.code))
    expect(sixes.toSorted()).toEqual(['done', 'too_much', 'too_much'])
    expect(answers[3]?.status).toBe(200)
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

describe('taking back', () => {
  const LINE = '/api/estoque/devolucao_mercadoria'
  const open = async () => {
    const { id } = await returned(await entered(await product(), 4), 3)
    return ok('GET', `${PATH}/${id}`)
  }
  const undone = (doc: { id: number; versao: number }) =>
    ok('POST', `${PATH}/${doc.id}/reverte`, { versao: doc.versao })
  const marks = (doc: { devolucao_mercadoria_list: { id: number; dhExclusao: string | null }[] }) =>
    doc.devolucao_mercadoria_list.map(({ id, dhExclusao }) => [id, dhExclusao])

  it('the save that took a line out: the line is back, once; and out again', async () => {
    const doc = await open()
    const [line] = doc.devolucao_mercadoria_list
    const saved = await ok('PUT', `${PATH}/${doc.id}`, { devolucao_mercadoria_list: [] })
    expect([saved.vTotal, saved.devolucao_mercadoria_list[0].dhExclusao]).toEqual([0, expect.any(String)])
    const back = await undone(saved)
    expect([back.vTotal, marks(back)]).toEqual([6, [[line.id, null]]])
    const out = await undone(back)
    expect([out.vTotal, marks(out)]).toEqual([0, marks(saved)])
  })

  it('what brought a line back: it is removed as it was', async () => {
    const doc = await open()
    const [line] = doc.devolucao_mercadoria_list
    await ok('DELETE', `${LINE}/${line.id}`)
    const removed = await ok('GET', `${PATH}/${doc.id}`)
    await ok('POST', `${LINE}/${line.id}/desfazRemove`)
    const out = await undone(await ok('GET', `${PATH}/${doc.id}`))
    expect([out.vTotal, marks(out)]).toEqual([0, marks(removed)])
  })

  it('the deletion of a return: a line that was removed comes back as removed', async () => {
    const doc = await open()
    const [line] = doc.devolucao_mercadoria_list
    await ok('DELETE', `${LINE}/${line.id}`)
    const before = await ok('PUT', `${PATH}/${doc.id}`, {
      devolucao_mercadoria_list: [{ id: line.id }, { entrada_mercadoria_id: line.entrada_mercadoria_id, qTrib: 1 }],
    })
    await ok('DELETE', `${PATH}/${doc.id}`)
    await ok('POST', `${PATH}/reverte`, { ids: [doc.id] })
    const after = await ok('GET', `${PATH}/${doc.id}`)
    const dates = (one: Parameters<typeof marks>[0]) => marks(one).map(([, date]) => date)
    expect([after.vTotal, dates(after)]).toEqual([2, dates(before)])
    expect(dates(after)).toEqual([expect.any(String), null])
  })

  it('the removal of a line by its number, once, by whoever removed it, while the return is open', async () => {
    const doc = await open()
    const [line] = doc.devolucao_mercadoria_list
    const restore = (who = call) => who('POST', `${LINE}/reverte`, { ids: [line.id] })
    expect((await restore()).status).toBe(409)
    await ok('DELETE', `${LINE}/${line.id}`)
    const other = await server.user({ roles: ['admin'] })
    expect((await restore(other)).status).toBe(404)
    expect(await restore()).toMatchObject({ status: 200, body: { ids: [line.id] } })
    const back = await ok('GET', `${PATH}/${doc.id}`)
    expect([back.vTotal, marks(back)]).toEqual([6, [[line.id, null]]])
    expect((await restore()).status).toBe(409)
    await ok('DELETE', `${LINE}/${line.id}`)
    await did(doc.id, 'cancela', REASON)
    expect(await restore()).toMatchObject({ status: 400, body: { code: 'cancelled' } })
  })

  it('nobody writes the date of a removal by hand', async () => {
    const doc = await open()
    const [line] = doc.devolucao_mercadoria_list
    const date = '2026-01-01 00:00:00'
    await ok('PUT', `${PATH}/${doc.id}`, { devolucao_mercadoria_list: [{ id: line.id, dhExclusao: date }] })
    await ok('PUT', `${LINE}/${line.id}`, { dhExclusao: { value: date } })
    expect(marks(await ok('GET', `${PATH}/${doc.id}`))).toEqual([[line.id, null]])
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
    const { errors } = (await call('POST', '/api/estoque/devolucao', {})).body
    expect(errors).toEqual({ entrada_id: ['Preencha este campo!'] })
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
