import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestServer } from '../../../fixtures/test-server'
import { call, entered, inDays, ok, product, sale, stockOf } from '../output.fixture'
import { count, did, items, newKey, open, openCounted, PATH, RIGHTS, states } from './count.fixture'

/** Inventory counts: who counts is not told what the books say, and two have to agree against them. */

let server: TestServer
let ids: Awaited<ReturnType<typeof openCounted>>['ids']
let ana: TestServer['admin']
let bia: TestServer['admin']

beforeAll(async () => {
  ;({ server, ids, ana, bia } = await openCounted())
})
afterAll(() => server.close())

describe('opening', () => {
  it('finds what lies in its places: of each lot, and without one; nothing of what the books say', async () => {
    const id = await product({ controla_lote: 1 })
    await entered(id, 10, [{ nLote: 'L1', dVal: inDays(90), qTrib: 6 }])
    const doc = await open(id)
    const found = await items(doc.id)
    expect(found.map((one: { lote?: { nLote: string } }) => one.lote?.nLote ?? null)).toEqual(['L1', null])
    expect(JSON.stringify(found)).not.toMatch(/"(qEsperada|diferenca)":\d/)
    expect(await ok('GET', `${PATH}/${doc.id}`)).toMatchObject({ progresso: { itens: 2, conferidos: 0 } })
  })

  it('prints sheets to count on, and what the books say only once the adjustments are made', async () => {
    const id = await product({ xProd: 'Ricota' })
    await entered(id, 7)
    const doc = await open(id)
    const printed = async () => {
      const headers = { Authorization: `Bearer ${await server.token()}` }
      const path = `/reporting/pdf/mercadoria_inventario?id=${doc.id}`
      expect((await server.app.request(path, { headers })).headers.get('Content-Type')).toBe('application/pdf')
      const page = await (await server.app.request(`${path}&format=html`, { headers })).text()
      const report = await server.app.request(path.replace('pdf', 'html'), { headers })
      expect(report.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
      expect(await report.text()).toBe(page)
      return page
    }
    const sheet = await printed()
    expect(sheet).toContain('Ricota')
    expect(sheet).not.toMatch(/Esperada|<td class="n">7</)
    for (const who of [ana, bia]) await count(who, doc.id, { mercadoria_id: id, quantidade: 6 })
    await did(doc.id, 'geraAjustes')
    expect(await printed()).toMatch(/<td class="n">7<.*<td class="n">6<.*<td class="n">-1</)
  })

  it('400 counting, naming the other count, of goods that are counted already; also where two open at once', async () => {
    const id = await product()
    await entered(id, 1)
    const both = await Promise.all([1, 2].map(() => call('POST', PATH, { mercadoria_id: id })))
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 400])
    const first = both.find(({ status }) => status === 201)?.body.id
    expect(both.find(({ status }) => status === 400)?.body).toMatchObject({
      code: 'counting',
      message: `Já está em contagem: Queijo em A (inventário nº ${first}).`,
    })
  })

  it('nothing moves that a blocking count counts, until it is over', async () => {
    const id = await product()
    await entered(id, 5)
    const doc = await open(id)
    const sold = await sale(id, 1)
    const refused = { status: 400, body: { code: 'counted' } }
    expect(await call('POST', `/api/venda/${sold}/fecha`)).toMatchObject(refused)
    expect((await call('POST', `/api/venda/${sold}/fecha`)).body.message).toBe(
      `Estoque bloqueado para contagem: Queijo em A (inventário nº ${doc.id}).`,
    )
    await did(doc.id, 'cancela', { xJustCancelamento: 'quinze letras .' })
    await ok('POST', `/api/venda/${sold}/fecha`)
    expect(await stockOf(id)).toEqual([4, 0, 4])
  })
})

describe('counting', () => {
  it('one person alone does not change the books; a second who agrees does', async () => {
    const id = await product()
    await entered(id, 10)
    const doc = await open(id)
    await count(ana, doc.id, { mercadoria_id: id, quantidade: 7 })
    expect(await states(doc.id)).toEqual([['recontar', null]])
    await count(ana, doc.id, { mercadoria_id: id, quantidade: 7 })
    expect(await states(doc.id)).toEqual([['recontar', null]])
    await count(bia, doc.id, { mercadoria_id: id, quantidade: 7 })
    expect(await states(doc.id)).toEqual([['aceita', 7]])
  })

  it('agrees with the books within the tolerance at once; three who differ need somebody who decides', async () => {
    const id = await product()
    await entered(id, 10)
    const doc = await open(id, { tolerancia: 1 })
    await count(ana, doc.id, { mercadoria_id: id, quantidade: 9 })
    expect(await states(doc.id)).toEqual([['aceita', 9]])
    const other = await product()
    await entered(other, 10)
    const strict = await open(other, { cego: false })
    for (const [who, quantidade] of [
      [ana, 7],
      [bia, 6],
      [server.admin, 5],
    ] as const)
      await count(who, strict.id, { mercadoria_id: other, quantidade })
    expect(await states(strict.id)).toEqual([['supervisor', null]])
    const [item] = await items(strict.id)
    const decide = { qContada: 6 }
    expect((await ana('PUT', `/api/estoque/mercadoria_inventario_item/${item.id}`, decide)).status).toBe(403)
    await ok('PUT', `/api/estoque/mercadoria_inventario_item/${item.id}`, decide)
    await count(ana, strict.id, { mercadoria_id: other, quantidade: 9 })
    expect(await states(strict.id)).toEqual([['aceita', 6]])
  })

  it('readings add up; the same key counts once, also where both come at once; never below zero', async () => {
    const id = await product({ cEAN: '7891000315507' })
    await entered(id, 4)
    const doc = await open(id, { cego: false })
    const scan = (chave: string, more: object = {}) =>
      ana('POST', `${PATH}/${doc.id}/contar`, { chave, armazenamento_id: ids.near, codigo: '7891000315507', ...more })
    await Promise.all(['a', 'a', 'b', 'c', 'c'].map((chave) => scan(chave)))
    expect((await scan('d')).body).toMatchObject({ contada: 4, xProd: 'Queijo', situacao: 'aceita' })
    expect((await scan('d')).body).toMatchObject({ contada: 4 })
    expect((await scan('e', { quantidade: -5 })).body).toMatchObject({ code: 'below_zero' })
    expect((await scan('f', { codigo: 'X-789' })).body).toMatchObject({
      code: 'unknown_code',
      message: 'Código não cadastrado: X-789',
    })
    expect(await states(doc.id)).toEqual([['aceita', 4]])
  })

  it('GS1 data tell lot and weight; 400 no_lot of goods that leave by lot alone', async () => {
    const id = await product({ cEAN: '7898357410015', controla_lote: 2 })
    await entered(id, 3, [{ nLote: 'L1', dVal: '2090-12-31', qTrib: 3 }])
    const doc = await open(id)
    const scan = (codigo: string) =>
      ana('POST', `${PATH}/${doc.id}/contar`, { chave: codigo, armazenamento_id: ids.near, codigo })
    expect((await scan('7898357410015')).body).toMatchObject({ code: 'no_lot' })
    expect((await scan('(01)07898357410015(10)L1(3102)000125')).body).toMatchObject({ contada: 1.25 })
    expect(await items(doc.id)).toHaveLength(1)
  })

  it('goods that control no lots are of the lot on their label only where an invoice brought it; none is made', async () => {
    const [loose, lots] = [
      await product({ cEAN: '7891000770016' }),
      await product({ cEAN: '7891000770023', xProd: 'Iogurte' }),
    ]
    await entered(loose, 3)
    await entered(lots, 2, [{ nLote: 'L1', dVal: '2090-12-31', qTrib: 2 }])
    const doc = async (id: number, codigo: string) => {
      const { id: counted } = await open(id)
      const path = `${PATH}/${counted}/contar`
      const scanned = await ana('POST', path, { chave: newKey(), armazenamento_id: ids.near, codigo })
      expect(scanned).toMatchObject({ status: 200, body: { contada: 1 } })
      return (await items(counted)).map((one: { lote?: { nLote: string } }) => one.lote?.nLote ?? null)
    }
    expect(await doc(loose, '(01)07891000770016(17)901231(10)L9')).toEqual([null])
    expect(await doc(lots, '(01)07891000770023(17)901231(10)l1')).toEqual(['L1'])
    const known = await ok('GET', `/api/estoque/mercadoria_lote?where=${JSON.stringify({ mercadoria_id: loose })}`)
    expect(known.data).toEqual([])
  })

  it('a closed place: its total is asked, and what was not met there is not there', async () => {
    const [id, gone] = [await product(), await product({ xProd: 'Requeijão' })]
    const grupo = (await server.insert('mercadoria_grupo', { descricao: 'Frios' })).id
    for (const one of [id, gone]) await ok('PUT', `/api/mercadoria/${one}`, { grupo_id: grupo })
    await entered(id, 2)
    await entered(gone, 3)
    const doc = await ok('POST', PATH, { grupo_id: grupo })
    await count(ana, doc.id, { mercadoria_id: id, quantidade: 2 })
    const close = (who: TestServer['admin'], total: number) =>
      who('POST', `${PATH}/${doc.id}/fechaLocal`, { chave: newKey(), armazenamento_id: ids.near, total })
    expect((await close(ana, 3)).body).toMatchObject({ code: 'differs', message: 'Não confere: conte de novo.' })
    expect((await close(ana, 2)).body).toEqual({ contados: 1, zerados: 1 })
    expect(await states(doc.id)).toEqual([
      ['aceita', 2],
      ['recontar', null],
    ])
    expect((await close(bia, 0)).body).toEqual({ contados: 0, zerados: 1 })
    expect(await states(doc.id)).toEqual([
      ['aceita', 2],
      ['aceita', 0],
    ])
  })

  it('many items at once, by one key once; 422 of an item of another count, half a piece, less than nothing', async () => {
    const unidade_id = (await server.insert('unidade', { un: 'PC', decimal: 0 })).id
    const [id, other] = [await product({ unidade_id }), await product()]
    await entered(id, 3)
    await entered(other, 2)
    const [doc, apart] = [await open(id), await open(other)]
    const [[item], [foreign]] = [await items(doc.id), await items(apart.id)]
    const send = (quantidade: number, item_id = item.id, more: object = {}) =>
      ana('POST', `${PATH}/${doc.id}/contarLista`, { chave: 'folha', itens: [{ item_id, quantidade }], ...more })
    expect((await send(1.5)).body.errors.itens[0]).toMatch(/não tem decimais/)
    expect((await send(-1)).status).toBe(422)
    const long = await send(3, item.id, { chave: 'x'.repeat(49) })
    expect(long.body.errors.chave).toEqual(['Use no máximo 48 caracteres.'])
    expect((await send(1, foreign.id)).status).toBe(422)
    expect((await send(3)).body).toEqual({ contados: 1 })
    expect((await send(9)).body).toEqual({ contados: 0 })
    expect(await states(doc.id)).toEqual([['aceita', 3]])
  })

  it('of many readings of one person come to their sum, whoever looks', async () => {
    const id = await product()
    await entered(id, 300)
    const doc = await open(id, { cego: false })
    await count(ana, doc.id, { mercadoria_id: id, quantidade: 7 })
    await count(bia, doc.id, { mercadoria_id: id, quantidade: 40 })
    for (let n = 0; n < 201; n += 1) await count(bia, doc.id, { mercadoria_id: id, quantidade: 1, soma: true })
    const [item] = await items(doc.id)
    const { pessoas } = (await ana('GET', `/api/estoque/mercadoria_inventario_item/${item.id}/contado`)).body
    expect(pessoas.map((one: { quantidade: number }) => one.quantidade)).toEqual([241, 7])
  })

  it('of a blind count, what others count is theirs alone; 403 without the right; 404 of another company', async () => {
    const id = await product()
    await entered(id, 2)
    const doc = await open(id)
    // Nor is told whether it agrees with the books, by whatever way.
    expect(
      (await bia('GET', `/api/estoque/mercadoria_inventario_item?where={"mercadoria_inventario_id":${doc.id}}`)).body
        .data,
    ).toEqual([])
    expect((await bia('GET', `${PATH}/${doc.id}`)).body.progresso).toMatchObject({ conferidos: 0, a_recontar: 0 })
    expect(await count(bia, doc.id, { mercadoria_id: id, quantidade: 2 })).toMatchObject({ situacao: 'contada' })
    await count(ana, doc.id, { mercadoria_id: id, quantidade: 1 })
    const seen = async (who: TestServer['admin']) =>
      (await who('GET', `/api/estoque/inventario_contagem?where={"mercadoria_inventario_id":${doc.id}}`)).body.data
        .length
    expect([await seen(ana), await seen(bia), await seen(server.admin)]).toEqual([1, 1, 2])
    const [item] = await items(doc.id)
    const told = (who: TestServer['admin']) => who('GET', `/api/estoque/mercadoria_inventario_item/${item.id}/contado`)
    expect((await told(ana)).status).toBe(404)
    expect((await told(server.admin)).body.pessoas.map((one: { quantidade: number }) => one.quantidade)).toEqual([1, 2])
    const looks = await server.user({ permissions: ['show inventario'] })
    const body = { chave: 'x', armazenamento_id: ids.near, mercadoria_id: id }
    expect((await looks('POST', `${PATH}/${doc.id}/contar`, body)).status).toBe(403)
    const other = (await server.insert('empresa', { xNome: 'Outra Ltda', CNPJ_CPF: '00000000000191' })).id
    const stranger = await server.user({ permissions: RIGHTS, empresas: [other] })
    expect((await stranger('POST', `${PATH}/${doc.id}/contar`, body)).status).toBe(404)
  })
})
