import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { asOwner } from '../../fixtures/as-owner'
import { invoiceXml } from '../../fixtures/nfe/invoice'
import { testCnpj, testServer, type TestServer } from '../../fixtures/test-server'
import { bookFaults } from '../books'
import { SYSTEM } from '../db/pool'
import { stock } from '../estoque/ledger'
import { titles } from '../financeiro/titles'
import { systemCtx } from '../platform/app'
import { type Ctx, rowsOf } from '../platform/context'
import { load } from '../platform/engine/write'
import { ordemProducao } from '../producao/ordem_producao/ordem-producao'
import { effect } from './effect'
import { ORIGINS } from '../nfe/nota/origin'
import { resourceNamed } from '../platform/resource'
import { documentsWithSteps } from './steps'
import { cancelOf, undo, undoAll } from './undo'

/** What a step of a document did: it has one number, is undone by it, and whoever made a document is told when it goes. */

let server: TestServer
let ids: { compra: number; saida: number; supplier: number; customer: number; shelf: number; product: number }
const call: TestServer['admin'] = (...args) => server.admin(...args)
const REASON = { xJust: 'Lançado por engano no teste' }

beforeAll(async () => {
  server = await testServer()
  const { empresa_id } = server
  const made = [
    await server.insert('tipo_entrada_saida', { descricao: 'Compra', tipo: 0, padrao: 0 }),
    await server.insert('tipo_entrada_saida', { descricao: 'Venda', tipo: 1, padrao: 1 }),
    await server.insert('fornecedor', { xNome: 'Metais do Sul' }),
    await server.insert('cliente', { xNome: 'Maria Exemplo' }),
    await server.insert('armazenamento', { empresa_id, codigo: 'A', xArmazenamento: 'Principal', padrao: true }),
    await server.insert('mercadoria', { xProd: 'Parafuso' }),
  ]
  const [compra = 0, saida = 0, supplier = 0, customer = 0, shelf = 0, product = 0] = made.map((one) => one.id)
  ids = { compra, saida, supplier, customer, shelf, product }
})
afterAll(() => server.close())

afterEach(async () => {
  expect(await asOwner(server.url, bookFaults)).toEqual([])
})

async function ok(method: string, path: string, body?: object) {
  const answer = await call(method, path, body)
  expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
  return answer.body
}
const ORDER = '/api/compras/pedido_compra'
const order = (id: number) => ok('GET', `${ORDER}/${id}`)

/** A finalised order and the entry that it made. */
async function finalised(): Promise<{ id: number; entry: number }> {
  const { id } = await ok('POST', ORDER, {
    fornecedor_id: ids.supplier,
    pedido_compra_mercadorias: [{ mercadoria_id: ids.product, qTrib: 10, vUnTrib: 2 }],
  })
  await ok('POST', `${ORDER}/${id}/addPagamento`, { string: '30/60' })
  await ok('POST', `${ORDER}/${id}/fecha`)
  const { entrada_id: entry } = await ok('POST', `${ORDER}/${id}/finaliza`)
  return { id, entry }
}
const OPEN_AGAIN = { status: 2, dhFinalizacao: null, entrada_id: null }

describe('the order that made an entry', () => {
  it('is its origin', async () => {
    const { id, entry } = await finalised()
    expect((await ok('GET', `/api/entrada/${entry}`)).origem).toMatchObject({
      documento: 'pedido_compra',
      documento_id: id,
      passo: 'finaliza',
    })
  })

  it('is closed again when the entry is cancelled, finalised or not, and can be finalised anew', async () => {
    for (const received of [false, true]) {
      const { id, entry } = await finalised()
      if (received) await ok('POST', `/api/entrada/${entry}/finaliza`)
      await ok('POST', `/api/entrada/${entry}/cancela`, REASON)
      expect(await order(id)).toMatchObject(OPEN_AGAIN)
      const told = (await order(id)).logs.map((one: { evento: string }) => one.evento)
      expect(told[0]).toBe(`cancelamento: entrada nº ${entry}`)
      const again = await ok('POST', `${ORDER}/${id}/finaliza`)
      expect(again).toMatchObject({ status: 4 })
      expect(again.entrada_id).not.toBe(entry)
    }
  })

  it('is closed again when the entry is deleted, alone or with others', async () => {
    const [one, other] = [await finalised(), await finalised()]
    await ok('DELETE', `/api/entrada/${one.entry}`)
    await ok('DELETE', '/api/entrada', { ids: [other.entry] })
    expect(await order(one.id)).toMatchObject(OPEN_AGAIN)
    expect(await order(other.id)).toMatchObject(OPEN_AGAIN)
  })

  it('is told also by somebody who may not see orders', async () => {
    const { id, entry } = await finalised()
    const clerk = await server.user({ permissions: ['manage entrada'] })
    expect((await clerk('POST', `/api/entrada/${entry}/cancela`, REASON)).status).toBe(200)
    expect(await order(id)).toMatchObject(OPEN_AGAIN)
  })

  it('400 cancelled while its entry refuses, which is named, and nothing of it is done', async () => {
    const { id, entry } = await finalised()
    await ok('POST', `/api/entrada/${entry}/finaliza`)
    const sale = await sold(10)
    const answer = await call('POST', `${ORDER}/${id}/cancela`, REASON)
    expect(answer).toMatchObject({ status: 400, body: { code: 'no_stock' } })
    expect(answer.body.message).toMatch(new RegExp(`^Entrada nº ${entry}: Estoque insuficiente: Parafuso`))
    expect(await order(id)).toMatchObject({ status: 4, entrada_id: entry })
    await ok('POST', `/api/venda/${sale}/cancela`, REASON)
    await ok('POST', `${ORDER}/${id}/cancela`, REASON)
    expect((await ok('GET', `/api/entrada/${entry}`)).status).toBe(5)
  })

  it('403 without the right to create what it makes', async () => {
    const { id } = await ok('POST', ORDER, {
      fornecedor_id: ids.supplier,
      pedido_compra_mercadorias: [{ mercadoria_id: ids.product, qTrib: 1 }],
    })
    await ok('POST', `${ORDER}/${id}/fecha`)
    const buyer = await server.user({ permissions: ['change_pedido_compra', 'manage_pedido_compra'] })
    expect(await buyer('POST', `${ORDER}/${id}/finaliza`)).toMatchObject({
      status: 403,
      body: { message: 'Você não tem permissão para esta ação (falta a permissão “Criar entradas”).' },
    })
    expect(await order(id)).toMatchObject({ status: 2 })
  })
})

async function sold(qTrib: number): Promise<number> {
  const { id } = await ok('POST', '/api/venda', {
    cliente_id: ids.customer,
    tipo_entrada_saida_id: ids.saida,
    venda_mercadorias: [{ mercadoria_id: ids.product, qTrib, vUnTrib: 10 }],
  })
  await ok('POST', `/api/venda/${id}/fecha`)
  return id
}

describe('the invoice that an entry was imported from', () => {
  it('waits again when the entry is cancelled, and when it is deleted', async () => {
    const xml = invoiceXml({
      number: 77,
      recipient: testCnpj(1),
      items: [{ cProd: 'P-1', xProd: 'Parafuso', qCom: '10.0000', vUnCom: '2.00', vProd: '20.00' }],
      vNF: '20.00',
    })
    const form = new FormData()
    form.append('file', new File([xml], 'nota.xml'))
    const { body } = await call('POST', '/api/compras/nfe_compra/uploadXML', form)
    const path = `/api/compras/nfe_compra/${body.id}`
    const imported = async () => (await ok('POST', `${path}/processarImportacao`)).entrada_id
    await ok('POST', `/api/entrada/${await imported()}/cancela`, REASON)
    expect(await ok('GET', path)).toMatchObject({ status: 0, dhImportacao: null })
    await ok('DELETE', `/api/entrada/${await imported()}`)
    expect(await ok('GET', path)).toMatchObject({ status: 0, dhImportacao: null })
  })
})

describe('the quote that made a sale', () => {
  const quoted = () =>
    ok('POST', '/api/orcamento', {
      cliente_id: ids.customer,
      tipo_entrada_saida_id: ids.saida,
      orcamento_mercadorias: [{ mercadoria_id: ids.product, qTrib: 1, vUnTrib: 10 }],
      orcamento_duplicatas: [{ n: 1, dVencimento: '2027-01-10', vDup: 10 }],
    })

  it('is open again when its sale is deleted', async () => {
    const { id } = await quoted()
    const { venda_id } = await ok('POST', `/api/orcamento/${id}/fecha`)
    await ok('DELETE', `/api/venda/${venda_id}`)
    expect(await ok('GET', `/api/orcamento/${id}`)).toMatchObject({ status: 0, venda_id: null })
    expect((await ok('POST', `/api/orcamento/${id}/fecha`)).venda_id).not.toBe(venda_id)
  })

  it('400 its sale is deleted after the quote was invoiced: what comes first is named', async () => {
    const { id } = await quoted()
    const { venda_id } = await ok('POST', `/api/orcamento/${id}/fatura`)
    expect(await call('DELETE', `/api/venda/${venda_id}`)).toMatchObject({
      status: 400,
      body: { code: 'not_last', message: `Desfaça antes o faturamento: Orçamento nº ${id}.` },
    })
  })
})

describe('a request that made several orders', () => {
  const PATH = '/api/compras/solicitacao'

  it('is open again for what is left when one of them goes; the items of the others stay as they were ordered', async () => {
    const other = (await server.insert('fornecedor', { xNome: 'Aços do Norte' })).id
    const aprovado_em = '2026-11-21 10:00:00'
    const { id } = await ok('POST', PATH, {
      solicitacao_mercadorias: [ids.supplier, other].map((fornecedor_id) => ({
        mercadoria_id: ids.product,
        quantidade: 5,
        fornecedor_id,
        aprovado_em,
      })),
    })
    const { pedido_compra_list: made } = await ok('POST', `${PATH}/${id}/gerarSolicitacao`)
    const [first, second] = made.map((one: { id: number }) => one.id)
    const states = async () =>
      (await ok('GET', `${PATH}/${id}`)).solicitacao_mercadorias.map((one: { status: number }) => one.status)
    await ok('POST', `${ORDER}/${first}/cancela`, REASON)
    expect(await states()).toEqual([1, 3])
    const [, ordered] = (await ok('GET', `${PATH}/${id}`)).solicitacao_mercadorias
    expect(await call('PUT', `${PATH}_mercadoria/${ordered.id}`, { quantidade: 9 })).toMatchObject({
      status: 400,
      body: { code: 'ordered', message: `Este item já está no pedido de compra nº ${second}.` },
    })
    expect((await call('DELETE', `${PATH}/${id}`)).body).toMatchObject({ code: 'not_undone' })
    const again = await ok('POST', `${PATH}/${id}/gerarSolicitacao`)
    expect(again.pedido_compra_list).toHaveLength(1)
    expect(await states()).toEqual([3, 3])
    await ok('DELETE', ORDER, { ids: [second, again.pedido_compra_list[0].id] })
    expect(await states()).toEqual([1, 1])
    expect(await ok('GET', `${PATH}/${id}`)).toMatchObject({ status: 0 })
  })
})

const UNDONE = [false, 0, 0]

describe('steps of one document', () => {
  const made = async () => {
    const { id } = await server.insert('ordem_producao', { empresa_id: server.empresa_id })
    return id
  }
  const run = <T>(work: (ctx: Ctx) => Promise<T>) =>
    server.pool.transaction(SYSTEM, (db) =>
      work(systemCtx(server.services, db, [server.empresa_id], server.empresa_id)),
    )
  const goods = (quantity: string, cost = '0') => [
    { mercadoria_id: ids.product, armazenamento_id: ids.shelf, item_id: 1, quantity, cost, label: 'Parafuso' },
  ]
  const step = (id: number, passo: string, quantity: string) =>
    run(async (ctx) => {
      const did = await effect(ctx, ordemProducao, await load(ctx, ordemProducao, id), { passo })
      if (passo === 'inicia') await did.post(stock.out(goods(quantity), { allowNegative: true }))
      else await did.post(stock.in(goods(quantity, '30.00')))
      await did.post(
        titles.open({ kind: 'pagar', person_id: ids.supplier }, [
          { numero: `${id}`, parcela: 1, vDup: quantity, dVencimento: '2027-01-01', pagamento_id: null },
        ]),
      )
      return did.entry.id
    })
  const moved = async (id: number) => {
    const rows = await run((ctx) =>
      rowsOf(
        ctx,
        sql`select n.passo, n."dhDesfeito" is null as vale, sum(m."qTrib")::float as q,
              (select sum(f.valor)::float from movimento_financeiro f where f.lancamento_id = n.id) as v
            from lancamento n join movimento_estoque m on m.lancamento_id = n.id
            where n.documento = 'ordem_producao' and n.documento_id = ${id} group by n.id order by n.id`,
      ),
    )
    return rows.map((row) => [row.passo, row.vale, row.q, row.v])
  }
  const undoing = (id: number, passo: string) =>
    run(async (ctx) => undo(ctx, ordemProducao, await load(ctx, ordemProducao, id), { passo, allowNegative: true }))

  it('are undone one by one, the last first, in every ledger; another is refused by the name of what comes first', async () => {
    const id = await made()
    await step(id, 'inicia', '4')
    await step(id, 'finaliza', '1')
    await step(id, 'finaliza', '2')
    await expect(undoing(id, 'inicia')).rejects.toMatchObject({
      code: 'not_last',
      message: `Desfaça antes a finalização: Ordem de produção nº ${id}.`,
    })
    await undoing(id, 'finaliza')
    expect(await moved(id)).toEqual([
      ['inicia', true, -4, 4],
      ['finaliza', true, 1, 1],
      ['finaliza', false, 0, 0],
    ])
    await undoing(id, 'finaliza')
    await undoing(id, 'inicia')
    await expect(undoing(id, 'inicia')).rejects.toMatchObject({ code: 'not_done' })
    expect((await moved(id)).map(([, stands, q, v]) => [stands, q, v])).toEqual([UNDONE, UNDONE, UNDONE])
  })

  it('are all undone, each once, by two that cancel at the same time', async () => {
    const id = await made()
    for (const passo of ['inicia', 'finaliza', 'finaliza']) await step(id, passo, '3')
    const all = () =>
      run(async (ctx) =>
        undoAll(ctx, ordemProducao, await load(ctx, ordemProducao, id, { lock: true }), { allowNegative: true }),
      )
    await Promise.all([all(), all()])
    expect((await moved(id)).map(([, stands, q, v]) => [stands, q, v])).toEqual([UNDONE, UNDONE, UNDONE])
  })

  it('nothing is written under a step that nobody declared', async () => {
    const id = await made()
    await expect(step(id, 'requisita', '1')).rejects.toThrow(/does not tell the effects of requisita/)
  })
})

it('whatever goes along with a step that is undone, or with its note, has a verb that cancels it', () => {
  const made = documentsWithSteps().flatMap(({ steps }) =>
    Object.values(steps).flatMap(({ makes = {} }) =>
      Object.entries(makes).flatMap(([name, { undone }]) => (undone === 'cancels' ? [name] : [])),
    ),
  )
  const going = [...new Set([...made, ...Object.keys(ORIGINS)])]
  expect(going).toContain('entrada')
  expect(going.filter((name) => cancelOf(resourceNamed(name)) === undefined)).toEqual([])
})
