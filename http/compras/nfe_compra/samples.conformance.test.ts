import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decimal, sum } from '../../../core/money/decimal'
import { CONFORMANCE, hasConformance } from '../../../fixtures/conformance'
import { testServer, type TestServer } from '../../../fixtures/test-server'
import { SYSTEM } from '../../db/pool'
import { rowsOf } from '../../platform/context'

/** The main job on every NF-e of the samples: import, entry, finalise, sell what came, dispatch, invoice, and undo all of it. */

const folder = join(CONFORMANCE, 'fiscal/samples/nfe')
const files = hasConformance ? readdirSync(folder).filter((name) => name.endsWith('.xml')) : []

let server: TestServer
let saida = 0
let boleto = 0
beforeAll(async () => {
  server = await testServer()
  await server.insert('tipo_entrada_saida', { descricao: 'Compra', tipo: 0, padrao: 0 })
  saida = (await server.insert('tipo_entrada_saida', { descricao: 'Venda', tipo: 1, padrao: 1 })).id
  boleto = (await server.insert('pagamento', { descricao: 'Boleto', tPag: '15' })).id
  await server.insert('armazenamento', {
    empresa_id: server.empresa_id,
    codigo: 'A',
    xArmazenamento: 'Principal',
    padrao: true,
  })
  await server.pool.transaction(SYSTEM, (db) => db.execute(sql`update empresa set importa_outro_destinatario = true`))
})
afterAll(() => server?.close())

describe.skipIf(!hasConformance)('every sample invoice', () => {
  let passed = 0
  afterAll(() => console.info(`samples/nfe through the main job: ${passed}/${files.length}`))

  it.each(files)('%s', async (file) => {
    const form = new FormData()
    form.append('file', new File([readFileSync(join(folder, file))], file))
    const received = await server.admin('POST', '/api/compras/nfe_compra/uploadXML', form)
    if (received.body.code === 'already_imported') {
      // Some samples are the same invoice in another wrapping: the second one must be refused, and is.
      expect(received.status).toBe(409)
      passed++
      return
    }
    expect(received.status, JSON.stringify(received.body)).toBe(200)
    const made = await server.admin('POST', `/api/compras/nfe_compra/${received.body.id}/processarImportacao`, {})
    expect(made.status, JSON.stringify(made.body)).toBe(200)
    const entry = made.body.entrada_id
    expect((await server.admin('POST', `/api/entrada/${entry}/finaliza`)).status).toBe(200)
    const items = (await server.admin('GET', `/api/entrada/${entry}`)).body.entrada_mercadorias
    await sellAndUndo(items)
    const undone = await server.admin('POST', `/api/entrada/${entry}/cancela`, {
      xJust: 'Teste de ida e volta completo',
    })
    expect(undone.status, JSON.stringify(undone.body)).toBe(200)
    await expectBooksToAddUp()
    passed++
  })
})

async function sellAndUndo(items: { mercadoria_id: number; qTrib: number }[]): Promise<void> {
  const cliente = await server.admin('POST', '/api/cliente', { xNome: 'Comprador de Teste' })
  const perProduct = new Map<number, string>()
  for (const item of items)
    perProduct.set(item.mercadoria_id, sum([perProduct.get(item.mercadoria_id) ?? '0', item.qTrib]).toFixed(4))
  const lines = [...perProduct].map(([mercadoria_id, qTrib]) => ({ mercadoria_id, qTrib, vUnTrib: '10.5' }))
  const sale = await server.admin('POST', '/api/venda', {
    cliente_id: cliente.body.id,
    tipo_entrada_saida_id: saida,
    venda_mercadorias: lines,
  })
  expect(sale.status, JSON.stringify(sale.body)).toBe(201)
  const id = sale.body.id
  expect(
    (
      await server.admin('POST', '/api/venda_duplicata/addString', {
        venda_id: id,
        string: '30/60',
        pagamento_id: boleto,
      })
    ).status,
  ).toBe(200)
  const dispatched = await server.admin('POST', `/api/venda/${id}/fecha`)
  expect(dispatched.status, JSON.stringify(dispatched.body)).toBe(200)
  for (const [product] of perProduct)
    expect((await server.admin('GET', `/api/mercadoria/${product}`)).body.q_total).toBe(0)
  expect((await server.admin('POST', `/api/venda/${id}/fatura`)).status).toBe(200)
  expect(
    (await server.admin('POST', `/api/venda/${id}/cancela`, { xJust: 'Teste de ida e volta completo' })).status,
  ).toBe(200)
}

async function expectBooksToAddUp(): Promise<void> {
  const [row] = await server.pool.transaction(SYSTEM, (db) =>
    rowsOf(
      { db },
      sql`select (select count(*)::int from movimento_estoque) as moved, (select count(*)::int from mercadoria_saldo where q_total <> 0 or "vTotal" <> 0) as stock,
           (select coalesce(sum("vSaldo"), 0)::text from contas_pagar) as owed, (select coalesce(sum("vSaldo"), 0)::text from contas_receber) as due`,
    ),
  )
  expect(Number(row?.moved)).toBeGreaterThan(0)
  expect(row?.stock).toBe(0)
  expect(decimal(String(row?.owed)).isZero() && decimal(String(row?.due)).isZero()).toBe(true)
}
