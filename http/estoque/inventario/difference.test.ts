import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestServer } from '../../../fixtures/test-server'
import { call, entered, faults, inDays, moved, ok, output, product, sale, stockOf } from '../output.fixture'
import { act, count, did, items, minutesPass, open, openCounted, PATH, states } from './count.fixture'

/** What people found becomes the stock, at its value: what it lacks or has too much, what moved meanwhile, and the documents that say so. */

let server: TestServer
let ids: Awaited<ReturnType<typeof openCounted>>['ids']
let ana: TestServer['admin']
let bia: TestServer['admin']

beforeAll(async () => {
  ;({ server, ids, ana, bia } = await openCounted())
})
afterAll(() => server.close())

describe('the difference', () => {
  it('is that of the moment of the count, whatever is sold afterwards', async () => {
    const id = await product()
    await entered(id, 100, [], 5)
    await minutesPass()
    const doc = await open(id, { bloquearEstoque: false })
    for (const who of [ana, bia]) await count(who, doc.id, { mercadoria_id: id, quantidade: 98, idade_ms: 120_000 })
    await ok('POST', `/api/venda/${await sale(id, 10)}/fecha`)
    await did(doc.id, 'geraAjustes')
    const head = await ok('GET', `${PATH}/${doc.id}`)
    expect(head).toMatchObject({ status: 2, entrada_id: null, vDiferenca: -10 })
    await did(doc.id, 'finaliza')
    expect(await stockOf(id)).toEqual([88, 0, 88])
    expect(await moved('saida', head.saida_id)).toEqual(['A – -2 -10'])
    expect(await faults()).toEqual([])
  })

  it('goods that move while they are counted are counted again', async () => {
    const id = await product()
    await entered(id, 10)
    const doc = await open(id, { bloquearEstoque: false })
    await ok('POST', `/api/venda/${await sale(id, 1)}/fecha`)
    await count(ana, doc.id, { mercadoria_id: id, quantidade: 9 })
    expect(await states(doc.id)).toEqual([['recontar', null]])
    expect((await act(doc.id, 'geraAjustes')).body).toMatchObject({
      code: 'pending',
      message: 'Há 1 item a recontar ou decidir.',
    })
  })

  it('what lies on another shelf is put there; only the net is lost; a lot that nobody knew of is found', async () => {
    const id = await product()
    await entered(id, 60, [], 5)
    const entry = await ok('POST', '/api/entrada', {
      fornecedor_id: ids.supplier,
      tipo_entrada_saida_id: ids.buys,
      entrada_mercadorias: [{ mercadoria_id: id, qCom: 40, vUnCom: 5, armazenamento_id: ids.far }],
    })
    await ok('POST', `/api/entrada/${entry.id}/finaliza`)
    const doc = await open(id)
    for (const who of [ana, bia]) {
      await count(who, doc.id, { mercadoria_id: id, quantidade: 53 })
      await count(who, doc.id, { mercadoria_id: id, quantidade: 45, armazenamento_id: ids.far })
    }
    await did(doc.id, 'finaliza')
    const head = await ok('GET', `${PATH}/${doc.id}`)
    expect(head).toMatchObject({ status: 4, bloqueia: false, vDiferenca: -10 })
    expect(await moved('mercadoria_inventario', doc.id)).toEqual(['A – -5 0', 'B – 5 0'])
    expect(await moved('saida', head.saida_id)).toEqual(['A – -2 -10'])
    expect(await stockOf(id)).toEqual([98, 0, 98])
    expect(await faults()).toEqual([])
  })

  it('what is found enters at the average, of its lot; without a known cost it is asked for', async () => {
    const id = await product({ controla_lote: 2, xProd: 'Presunto' })
    const doc = await open(id)
    for (const who of [ana, bia])
      await count(who, doc.id, { mercadoria_id: id, quantidade: 4, nLote: 'x9', dVal: inDays(40) })
    expect((await act(doc.id, 'geraAjustes')).body).toMatchObject({
      code: 'cost_required',
      message: 'Informe o custo do que foi encontrado: Presunto.',
    })
    const [item] = await items(doc.id)
    await ok('PUT', `/api/estoque/mercadoria_inventario_item/${item.id}`, { vCustoInformado: 7.5 })
    await did(doc.id, 'finaliza')
    const head = await ok('GET', `${PATH}/${doc.id}`)
    expect(await moved('entrada', head.entrada_id)).toEqual(['A X9 4 30'])
    expect(await stockOf(id)).toEqual([4, 0, 4])
    expect(await faults()).toEqual([])
  })

  it('what costs nothing is found: where that is told, or where what is there is worth nothing', async () => {
    const [fresh, gift] = [await product(), await product()]
    await entered(gift, 10, [], 0)
    for (const id of [fresh, gift]) {
      const doc = await open(id)
      for (const who of [ana, bia]) await count(who, doc.id, { mercadoria_id: id, quantidade: 12 })
      const [item] = await items(doc.id)
      if (id === fresh) await ok('PUT', `/api/estoque/mercadoria_inventario_item/${item.id}`, { vCustoInformado: 0 })
      await did(doc.id, 'finaliza')
      expect(await stockOf(id)).toEqual([12, 0, 12])
    }
    expect(await faults()).toEqual([])
  })

  it('tpAjuste 0: the shelf is what was counted; uncounted is not zero, until it is said', async () => {
    const [id, other] = [await product(), await product()]
    const grupo = (await server.insert('mercadoria_grupo', { descricao: 'Saldo' })).id
    for (const one of [id, other]) {
      await ok('PUT', `/api/mercadoria/${one}`, { grupo_id: grupo })
      await entered(one, 10)
    }
    const doc = await ok('POST', PATH, { grupo_id: grupo, tpAjuste: 0 })
    for (const who of [ana, bia]) await count(who, doc.id, { mercadoria_id: id, quantidade: 4 })
    expect((await act(doc.id, 'aferir_zeros')).body).toMatchObject({
      code: 'confirm',
      message: expect.stringMatching(
        /^1 item não contado passa a zero, de R\$\s20,00\. .* ainda está contando\. Deseja continuar\?$/,
      ),
    })
    expect(await did(doc.id, 'aferir_zeros', { confirma: true })).toEqual({ zerados: 1, a_recontar: 0 })
    await did(doc.id, 'finaliza')
    expect([await stockOf(id), await stockOf(other)]).toEqual([
      [4, 0, 4],
      [0, 0, 0],
    ])
    expect(await faults()).toEqual([])
  })

  it('a surplus of goods that are made is left where that is said; what only lies elsewhere is moved all the same', async () => {
    const id = await product()
    await server.insert('mercadoria_insumo', {
      mercadoria_id: id,
      mercadoria_insumo_id: await product(),
      quantidade: '1',
    })
    await entered(id, 10)
    const doc = await open(id, { tpAcaoProdAcabado: 0 })
    for (const who of [ana, bia]) {
      await count(who, doc.id, { mercadoria_id: id, quantidade: 5 })
      await count(who, doc.id, { mercadoria_id: id, quantidade: 8, armazenamento_id: ids.far })
    }
    await did(doc.id, 'finaliza')
    expect(await ok('GET', `${PATH}/${doc.id}`)).toMatchObject({ entrada_id: null, saida_id: null })
    expect(await moved('mercadoria_inventario', doc.id)).toEqual(['A – -5 0', 'B – 5 0'])
    expect(await stockOf(id)).toEqual([10, 0, 10])
    expect(await faults()).toEqual([])
  })

  it('422 tpAjuste 0 where stock may move meanwhile; 400 moved, naming goods that moved shortly after they were counted', async () => {
    const id = await product({ xProd: 'Iogurte' })
    await entered(id, 10)
    await minutesPass()
    const refused = await call('POST', PATH, { mercadoria_id: id, tpAjuste: 0, bloquearEstoque: false })
    expect(refused.body.errors.tpAjuste).toEqual([
      'Só com o estoque bloqueado: as vendas feitas durante a contagem voltariam ao saldo.',
    ])
    const doc = await open(id, { bloquearEstoque: false })
    expect((await call('PUT', `${PATH}/${doc.id}`, { tpAjuste: 0 })).status).toBe(422)
    await count(ana, doc.id, { mercadoria_id: id, quantidade: 10 })
    expect(await states(doc.id)).toEqual([['aceita', 10]])
    await ok('POST', `/api/venda/${await sale(id, 1)}/fecha`)
    expect((await act(doc.id, 'geraAjustes')).body).toMatchObject({
      code: 'moved',
      message: 'Moveu-se enquanto era contado: Iogurte. Atualize as quantidades e conte de novo.',
    })
    await did(doc.id, 'atualizaQuantidades')
    expect(await states(doc.id)).toEqual([['recontar', null]])
  })

  it('a decision that is taken back leaves what people counted: it is not zero', async () => {
    const id = await product()
    await entered(id, 100)
    const doc = await open(id)
    await count(ana, doc.id, { mercadoria_id: id, quantidade: 98 })
    const [item] = await items(doc.id)
    for (const qContada of [98, null])
      await ok('PUT', `/api/estoque/mercadoria_inventario_item/${item.id}`, { qContada })
    expect(await states(doc.id)).toEqual([['recontar', null]])
    expect(await did(doc.id, 'aferir_zeros', { confirma: true })).toEqual({ zerados: 0, a_recontar: 0 })
  })

  it('goods that are reserved elsewhere are not counted away: they are asked for first', async () => {
    const id = await product()
    await entered(id, 5)
    const held = await output(id, 4)
    await ok('POST', `/api/estoque/saida/${held.id}/separar`)
    const doc = await open(id)
    for (const who of [ana, bia]) await count(who, doc.id, { mercadoria_id: id, quantidade: 2 })
    expect((await act(doc.id, 'finaliza')).body.message).toBe('Estoque insuficiente: Queijo (faltam 2, 4 em reserva).')
    expect(await stockOf(id)).toEqual([5, 4, 1])
  })
})

describe('its documents', () => {
  it('400 adjustment: they are finalised or cancelled as they stand', async () => {
    const id = await product()
    await entered(id, 10)
    const doc = await open(id)
    for (const who of [ana, bia]) await count(who, doc.id, { mercadoria_id: id, quantidade: 12 })
    await did(doc.id, 'geraAjustes')
    const { entrada_id } = await ok('GET', `${PATH}/${doc.id}`)
    const entry = await ok('GET', `/api/entrada/${entrada_id}`)
    const [line] = entry.entrada_mercadorias
    const refused = { status: 400, body: { code: 'adjustment' } }
    expect(await call('PUT', `/api/entrada_mercadoria/${line.id}`, { qCom: 50 })).toMatchObject(refused)
    expect(await call('DELETE', `/api/entrada_mercadoria/${line.id}`)).toMatchObject(refused)
    expect(await call('PUT', `/api/entrada/${entrada_id}`, { armazenamento_id: ids.far })).toMatchObject(refused)
    expect(await call('PUT', `/api/entrada/${entrada_id}`, { entrada_mercadorias: [] })).toMatchObject(refused)
    const more = { entrada_id, mercadoria_id: id, qCom: 1, vUnCom: 1 }
    expect(await call('POST', '/api/entrada_mercadoria', more)).toMatchObject(refused)
    await ok('PUT', `/api/entrada/${entrada_id}`, { obs: 'Conferido' })
    await did(doc.id, 'finaliza')
    expect(await stockOf(id)).toEqual([12, 0, 12])
  })

  it('one that is cancelled reopens the count; cancelling the count cancels them; finalising needs its right and is for good', async () => {
    const id = await product()
    await entered(id, 10)
    const doc = await open(id)
    for (const who of [ana, bia]) await count(who, doc.id, { mercadoria_id: id, quantidade: 12 })
    await did(doc.id, 'geraAjustes')
    const { entrada_id } = await ok('GET', `${PATH}/${doc.id}`)
    await ok('POST', `/api/entrada/${entrada_id}/cancela`, { xJust: 'Foi contado errado' })
    expect(await ok('GET', `${PATH}/${doc.id}`)).toMatchObject({ status: 0, entrada_id: null })
    // What is taken back of a count takes its difference along.
    const [item] = await items(doc.id)
    const [extra] = [
      await ok('POST', '/api/estoque/mercadoria_inventario_item', {
        mercadoria_inventario_id: doc.id,
        mercadoria_id: id,
        armazenamento_id: ids.far,
        qContada: 1,
      }),
    ]
    await did(doc.id, 'geraAjustes')
    const { entrada_id: second } = await ok('GET', `${PATH}/${doc.id}`)
    await ok('POST', `/api/entrada/${second}/cancela`, { xJust: 'Foi contado errado' })
    await ok('PUT', `/api/estoque/mercadoria_inventario_item/${extra.id}`, { qContada: null })
    await did(doc.id, 'geraAjustes')
    expect((await items(doc.id)).map((one: { diferenca: number | null }) => one.diferenca)).toEqual([2, null])
    expect(item.qContada).toBe(12)
    expect((await ana('POST', `${PATH}/${doc.id}/finaliza`)).body.message).toBe(
      'Só quem gerencia inventários os finaliza.',
    )
    expect((await act(doc.id, 'cancela', { xJustCancelamento: 'curta' })).body.message).toBe(
      'Digite no mínimo 15 caracteres.',
    )
    await did(doc.id, 'finaliza')
    for (const verb of ['finaliza', 'geraAjustes', 'cancela', 'aferir_zeros'])
      expect((await act(doc.id, verb, { xJustCancelamento: 'quinze letras .' })).body.message).toBe(
        'Este inventário já foi finalizado.',
      )
    expect(await stockOf(id)).toEqual([12, 0, 12])
    expect(await faults()).toEqual([])
  })

  it('go with the count, by its own reason of 15 characters, which says whose it is', async () => {
    const id = await product()
    await entered(id, 10)
    const doc = await open(id)
    for (const who of [ana, bia]) await count(who, doc.id, { mercadoria_id: id, quantidade: 12 })
    await did(doc.id, 'geraAjustes')
    const { entrada_id } = await ok('GET', `${PATH}/${doc.id}`)
    await did(doc.id, 'cancela', { xJustCancelamento: 'quinze letras .' })
    expect(await ok('GET', `/api/entrada/${entrada_id}`)).toMatchObject({
      dhCancelamento: expect.any(String),
      xMotivoCancelamento: `Inventário nº ${doc.id}: quinze letras .`,
    })
    expect(await stockOf(id)).toEqual([10, 0, 10])
    expect(await faults()).toEqual([])
  })
})
