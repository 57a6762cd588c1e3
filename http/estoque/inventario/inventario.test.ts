import type { Sql } from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asOwner } from '../../../fixtures/as-owner'
import type { TestServer } from '../../../fixtures/test-server'
import { call, entered, faults, inDays, moved, ok, openStore, output, product, sale, stockOf } from '../output.fixture'

/** Inventory counts: what people find becomes the stock, at its value; who counts is not told what the books say, and two have to agree against them. */

let server: TestServer
let ids: Awaited<ReturnType<typeof openStore>>['ids']
let ana: TestServer['admin']
let bia: TestServer['admin']
const RIGHTS = ['show inventario', 'edit inventario', 'show mercadoria']

beforeAll(async () => {
  ;({ server, ids } = await openStore())
  await server.insert('tipo_entrada_saida', {
    descricao: 'Ajuste',
    tipo: 0,
    padrao: 3,
    movimenta_estoque: true,
    gera_financeiro: 'NAO_GERA',
  })
  ana = await server.user({ permissions: RIGHTS })
  bia = await server.user({ permissions: RIGHTS })
})
afterAll(() => server.close())

const PATH = '/api/estoque/mercadoria_inventario'
const open = (mercadoria_id: number, more: object = {}) =>
  ok('POST', PATH, { descricao: 'Contagem', mercadoria_id, ...more })
const did = (id: number, verb: string, body: object = {}) => ok('POST', `${PATH}/${id}/${verb}`, body)
const act = (id: number, verb: string, body: object = {}) => call('POST', `${PATH}/${id}/${verb}`, body)
/** What has moved so far did so ten minutes ago. */
const minutesPass = () =>
  asOwner(server.url, (owner: Sql) => owner`update movimento_estoque set criado_em = criado_em - interval '10 minutes'`)
let key = 0
async function count(who: TestServer['admin'], id: number, body: object) {
  const answer = await who('POST', `${PATH}/${id}/contar`, {
    chave: `k${(key += 1)}`,
    armazenamento_id: ids.near,
    soma: false,
    ...body,
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}
const items = async (id: number) =>
  (
    await ok(
      'GET',
      `/api/estoque/mercadoria_inventario_item?where={"mercadoria_inventario_id":${id}}&orderBy=id&sortedBy=asc`,
    )
  ).data
const states = async (id: number) =>
  (await items(id)).map((one: { situacao: string; qContada: number | null }) => [one.situacao, one.qContada])

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
      return (await server.app.request(`${path}&format=html`, { headers })).text()
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
    const strict = await open(other)
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

  it('a closed place: its total is asked, and what was not met there is not there', async () => {
    const [id, gone] = [await product(), await product({ xProd: 'Requeijão' })]
    const grupo = (await server.insert('mercadoria_grupo', { descricao: 'Frios' })).id
    for (const one of [id, gone]) await ok('PUT', `/api/mercadoria/${one}`, { grupo_id: grupo })
    await entered(id, 2)
    await entered(gone, 3)
    const doc = await ok('POST', PATH, { grupo_id: grupo })
    await count(ana, doc.id, { mercadoria_id: id, quantidade: 2 })
    const close = (who: TestServer['admin'], total: number) =>
      who('POST', `${PATH}/${doc.id}/fechaLocal`, { chave: `f${(key += 1)}`, armazenamento_id: ids.near, total })
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
    expect((await send(1, foreign.id)).status).toBe(422)
    expect((await send(3)).body).toEqual({ contados: 1 })
    expect((await send(9)).body).toEqual({ contados: 0 })
    expect(await states(doc.id)).toEqual([['aceita', 3]])
  })

  it('of a blind count, what others count is theirs alone; 403 without the right; 404 of another company', async () => {
    const id = await product()
    await entered(id, 2)
    const doc = await open(id)
    // Nor is told whether it agrees with the books.
    expect(await count(bia, doc.id, { mercadoria_id: id, quantidade: 2 })).toMatchObject({ situacao: 'contada' })
    await count(ana, doc.id, { mercadoria_id: id, quantidade: 1 })
    const seen = async (who: TestServer['admin']) =>
      (await who('GET', `/api/estoque/inventario_contagem?where={"mercadoria_inventario_id":${doc.id}}`)).body.data
        .length
    expect([await seen(ana), await seen(bia), await seen(server.admin)]).toEqual([1, 1, 2])
    const looks = await server.user({ permissions: ['show inventario'] })
    const body = { chave: 'x', armazenamento_id: ids.near, mercadoria_id: id }
    expect((await looks('POST', `${PATH}/${doc.id}/contar`, body)).status).toBe(403)
    const other = (await server.insert('empresa', { xNome: 'Outra Ltda', CNPJ_CPF: '00000000000191' })).id
    const stranger = await server.user({ permissions: RIGHTS, empresas: [other] })
    expect((await stranger('POST', `${PATH}/${doc.id}/contar`, body)).status).toBe(404)
  })
})

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
})
