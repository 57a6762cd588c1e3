import type { Sql } from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asOwner } from '../../fixtures/as-owner'
import { testServer, type TestServer } from '../../fixtures/test-server'
import { bookFaults } from '../books'
import { knownMigrations } from '../db/migrate'

/** What goods are worth through documents: bought after they were sold, at a fraction of a cent, undone in whatever order. */

let server: TestServer
let ids: Record<'supplier' | 'customer' | 'buys' | 'sells', number>

beforeAll(async () => {
  server = await testServer()
  await server.insert('armazenamento', {
    empresa_id: server.empresa_id,
    codigo: 'A',
    xArmazenamento: 'Principal',
    padrao: true,
  })
  // Where stock is not controlled, goods leave before they have come, and entries are cancelled after they have left.
  await asOwner(server.url, (owner) => owner`update empresa set controla_estoque = false`)
  ids = {
    supplier: (await server.insert('fornecedor', { xNome: 'Metais do Sul' })).id,
    customer: (await server.insert('cliente', { xNome: 'Maria Exemplo' })).id,
    buys: (await server.insert('tipo_entrada_saida', { descricao: 'Compra', tipo: 0, padrao: 0 })).id,
    sells: (await server.insert('tipo_entrada_saida', { descricao: 'Venda', tipo: 1, padrao: 1 })).id,
  }
})
afterAll(() => server.close())

const product = async (custo = 0): Promise<number> => (await server.insert('mercadoria', { xProd: 'Rebite', custo })).id

async function ok(path: string, body: object = {}) {
  const answer = await server.admin('POST', path, body)
  expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
  return answer.body
}

/** An entry with a line for each quantity and price, finalised. */
async function bought(mercadoria_id: number, ...lines: readonly (readonly [qCom: number, vUnCom: number])[]) {
  const { id } = await ok('/api/entrada', {
    fornecedor_id: ids.supplier,
    tipo_entrada_saida_id: ids.buys,
    entrada_mercadorias: lines.map(([qCom, vUnCom]) => ({ mercadoria_id, qCom, vUnCom })),
  })
  await ok(`/api/entrada/${id}/finaliza`)
  return id
}

async function sold(mercadoria_id: number, ...quantities: readonly number[]) {
  const { id } = await ok('/api/venda', {
    cliente_id: ids.customer,
    tipo_entrada_saida_id: ids.sells,
    venda_mercadorias: quantities.map((qTrib) => ({ mercadoria_id, qTrib, vUnTrib: 10 })),
  })
  await ok(`/api/venda/${id}/fecha`, { confirmaSemEstoque: true })
  return id
}

const cancelled = (path: string, id: number) =>
  ok(`/api/${path}/${id}/cancela`, { xJust: 'Lançado por engano no teste' })

async function stock(mercadoria_id: number) {
  const where = JSON.stringify({ mercadoria_id })
  const { body } = await server.admin('GET', `/api/estoque/mercadoria_saldo?where=${encodeURIComponent(where)}`)
  const [{ q_total, vTotal, vCustoMedio }] = body.data
  return { q_total, vTotal, vCustoMedio }
}

const faults = () => asOwner(server.url, (owner: Sql) => bookFaults(owner))

describe('goods that come in after they were sold', () => {
  it.each([
    { sells: [2], buys: [[20, 3.3]], left: { q_total: 18, vTotal: 59.4, vCustoMedio: 3.3 } },
    { sells: [5], buys: [[5, 2.5]], left: { q_total: 0, vTotal: 0 } },
    {
      sells: [1, 2],
      buys: [
        [2, 3],
        [2, 5],
      ],
      left: { q_total: 1, vTotal: 5, vCustoMedio: 5 },
    },
    { custo: 4, sells: [3], buys: [[1, 9]], left: { q_total: -2, vTotal: -8 } },
  ] as const)('cost what they were paid with: $left', async ({ sells, buys, left, ...one }) => {
    const id = await product('custo' in one ? one.custo : 0)
    await sold(id, ...sells)
    await bought(id, ...buys)
    expect(await stock(id)).toMatchObject(left)
    expect(await faults()).toEqual([])
  })

  it('tell it before they do: what of their cost goes to what had left', async () => {
    const id = await product(1)
    await sold(id, 4)
    const { id: entry } = await ok('/api/entrada', {
      fornecedor_id: ids.supplier,
      tipo_entrada_saida_id: ids.buys,
      entrada_mercadorias: [{ mercadoria_id: id, qCom: 10, vUnCom: 3 }],
    })
    const { body } = await server.admin('POST', `/api/entrada/${entry}/finaliza?simula=1`)
    expect(JSON.stringify(body)).toContain('vão para o custo do que tinha saído antes')
  })

  it.each(['entrada', 'venda'] as const)('leave the books whole when the %s is cancelled', async (cancels) => {
    const id = await product(1)
    const made = { venda: await sold(id, 8), entrada: await bought(id, [10, 3]) }
    expect(await stock(id)).toMatchObject({ q_total: 2, vTotal: 6 })
    await cancelled(cancels, made[cancels])
    expect(await stock(id)).toMatchObject(
      cancels === 'entrada' ? { q_total: -8, vTotal: -8 } : { q_total: 10, vTotal: 14 },
    )
    await cancelled(cancels === 'entrada' ? 'venda' : 'entrada', made[cancels === 'entrada' ? 'venda' : 'entrada'])
    expect(await stock(id)).toMatchObject({ q_total: 0, vTotal: 0 })
    expect(await faults()).toEqual([])
  })
})

describe('goods of a fraction of a cent', () => {
  it.each([
    [100_000, 0.00005, 60_000, 2],
    [30_000, 0.00015, 15_000, 2.25],
    [3_000, 0.0011, 1_000, 2.2],
  ])('%d at %d, less %d, are worth %d', async (quantity, price, gone, left) => {
    const id = await product()
    await bought(id, [quantity, price])
    await sold(id, gone)
    expect(await stock(id)).toMatchObject({ q_total: quantity - gone, vTotal: left })
    await sold(id, quantity - gone)
    expect(await stock(id)).toMatchObject({ q_total: 0, vTotal: 0 })
  })
})

describe('ledgers of before', () => {
  it('migrate without a cent lost: what made no sense is brought right by a row that says so', async () => {
    const [left, short, whole] = [await product(), await product(), await product()]
    await bought(left, [10, 2])
    await bought(short, [10, 2])
    await bought(whole, [3, 10])
    await asOwner(server.url, async (owner) => {
      // As the ledger of before left them: value without goods, goods of less than nothing.
      for (const [id, quantity, value] of [
        [left, -10, -12.5],
        [short, -4, -30],
      ] as const) {
        await owner`insert into movimento_estoque (empresa_id, mercadoria_id, armazenamento_id, "qTrib", "vCusto", lancamento_id, documento, documento_id)
          select empresa_id, mercadoria_id, armazenamento_id, ${quantity}, ${value}, lancamento_id, 'antigo', 1 from movimento_estoque where mercadoria_id = ${id}`
        await owner`update mercadoria_saldo set q_total = q_total + ${quantity}, "vTotal" = "vTotal" + ${value} where mercadoria_id = ${id}`
        await owner`update mercadoria_armazenamento set "qDisp" = "qDisp" + ${quantity} where mercadoria_id = ${id}`
      }
      await owner`update lancamento set dados = '{}' where documento = 'entrada'`
      await owner`update mercadoria_saldo set "vCustoMedio" = round("vCustoMedio", 4)`
      const [before] =
        await owner`select count(*)::int as n, sum("vCusto")::text as v from movimento_estoque where tipo = 0`
      const { sql = '' } = knownMigrations().find((one) => one.name.endsWith('_custo_medio.sql')) ?? {}
      await owner.unsafe(sql.slice(sql.indexOf('-- The average')))
      expect(
        await owner`select count(*)::int as n, sum("vCusto")::text as v from movimento_estoque where tipo = 0`,
      ).toEqual([before])
      const rows =
        await owner`select m.mercadoria_id as id, m."vCusto"::float as v from movimento_estoque m where documento = 'mercadoria_saldo' order by id`
      expect([...rows]).toEqual([
        { id: left, v: -7.5 },
        { id: short, v: 22 },
      ])
    })
    expect(await stock(left)).toMatchObject({ q_total: 0, vTotal: 0 })
    expect(await stock(short)).toMatchObject({ q_total: 6, vTotal: 12 })
    expect(await stock(whole)).toMatchObject({ q_total: 3, vTotal: 30 })
    expect((await faults()).filter((one) => one.rule.includes('saldo') || one.rule.includes('acerto'))).toEqual([])
  })
})
