import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testCnpj, testServer, type Caller, type TestServer } from '../../fixtures/test-server'
import { SYSTEM } from '../db/pool'
import type { Found } from './search'

let server: TestServer
let other: number
let venda_id: number
let foreign: number
const key = '4126'.padEnd(44, '7')

beforeAll(async () => {
  server = await testServer()
  other = (await server.insert('empresa', { CNPJ_CPF: testCnpj(7), xNome: 'Outra Ltda' })).id
  const cliente_id = (
    await server.insert('cliente', { xNome: 'Padaria São João', xFant: 'Pão Quente', CNPJ_CPF: testCnpj(31) })
  ).id
  await server.insert('cliente', { xNome: 'Quitanda do São João' })
  const tipo_entrada_saida_id = (await server.insert('tipo_entrada_saida', { descricao: 'Venda' })).id
  const base = { empresa_id: server.empresa_id, cliente_id, tipo_entrada_saida_id }
  venda_id = (await server.insert('venda', { ...base, vTotal: '1234.5' })).id
  foreign = (await server.insert('venda', { ...base, empresa_id: other })).id
  await server.insert('orcamento', base)
  const mercadoria_id = (
    await server.insert('mercadoria', { xProd: 'Parafuso 100% aço', codigo: 'PF-10', cEAN: '7891234567895' })
  ).id
  await server.insert('mercadoria_ean_auxiliar', { mercadoria_id, cEAN: '96385074' })
  const fornecedor_id = (await server.insert('fornecedor', { xNome: 'Aços Sul', CNPJ_CPF: testCnpj(32) })).id
  const nota = { fornecedor_id, chave: key, nNF: 4711, serie: 1, xNome: 'Aços Sul' }
  await server.insert('nfe_compra', { ...nota, empresa_id: server.empresa_id })
  await server.insert('nfe_compra', { ...nota, empresa_id: other })
  const armazem_id = (await server.insert('armazem', { empresa_id: server.empresa_id, xNome: 'Central' })).id
  const armazenamento_id = (
    await server.insert('armazenamento', {
      empresa_id: server.empresa_id,
      armazem_id,
      codigo: 'A1',
      xArmazenamento: 'A1',
    })
  ).id
  await server.insert('entrada', {
    empresa_id: server.empresa_id,
    fornecedor_id,
    tipo_entrada_saida_id,
    armazenamento_id,
    nNF: 4711,
    chNFe: key,
  })
})
afterAll(() => server.close())

const ask = async (q: string, as: Caller = server.admin): Promise<Found[]> =>
  (await as('GET', `/api/busca?q=${encodeURIComponent(q)}`)).body.data
const titles = async (q: string, as?: Caller) => (await ask(q, as)).map((one) => `${one.resource}: ${one.title}`)

describe('finds', () => {
  it('people by words in any order, without case and accents, names that begin so first', async () => {
    expect(await titles('joao sao')).toEqual(['cliente: Padaria São João', 'cliente: Quitanda do São João'])
    expect(await titles('QUITANDA')).toEqual(['cliente: Quitanda do São João'])
    expect(await titles('pa')).toEqual(['cliente: Padaria São João', 'mercadoria: Parafuso 100% aço'])
  })

  it('people by CNPJ, with punctuation and without', async () => {
    const cnpj = testCnpj(31)
    const masked = cnpj.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5')
    for (const q of [cnpj, masked, cnpj.slice(0, 8)]) expect(await titles(q)).toContain('cliente: Padaria São João')
    expect((await ask(masked))[0]).toMatchObject({
      subtitle: `Pão Quente · ${masked}`,
      path: expect.stringMatching(/^\/ui\/cadastros\/cliente\/edit\/\d+$/),
    })
  })

  it('products by name, code and bar code, the auxiliary one too', async () => {
    for (const q of ['paraf', 'pf-10', '7891234567895', '96385074'])
      expect(await titles(q)).toEqual(['mercadoria: Parafuso 100% aço'])
  })

  it('documents by number, entries by their note’s number, notes by key', async () => {
    const found = await ask(`#${venda_id}`)
    expect(found[0]).toEqual({
      resource: 'venda',
      id: venda_id,
      title: `Venda ${venda_id}`,
      subtitle: expect.stringMatching(/^Padaria São João · \d\d\/\d\d\/\d{4} · R\$ 1\.234,50$/),
      path: `/ui/comercial/venda/edit/${venda_id}`,
    })
    expect(await titles('4711')).toEqual(['entrada: Entrada 1'])
    expect(await titles(key.replaceAll(/(.{4})/g, '$1 ').trim())).toEqual([
      'entrada: Entrada 1',
      'nfe_compra: NF-e 4711',
    ])
  })
})

describe('gives nothing', () => {
  it('for one letter, for nothing, and for signs that a pattern would read', async () => {
    for (const q of ['', ' ', 'a', '%%%', '___', '\\', "'; --", 'zzzz']) expect(await ask(q)).toEqual([])
    expect((await server.admin('GET', '/api/busca?q=%00')).status).toBe(400)
    expect(await titles('100%')).toEqual(['mercadoria: Parafuso 100% aço'])
  })

  it('of another company, nor of what the caller may not read', async () => {
    expect(await titles(String(foreign))).not.toContain(`venda: Venda ${foreign}`)
    const seller = await server.user({ permissions: ['show cliente'] })
    expect(await titles('pa', seller)).toEqual(['cliente: Padaria São João'])
    expect(await titles(String(venda_id), seller)).toEqual([])
  })
})

describe('limits', () => {
  it('8 of a kind and 30 in all; long and hostile texts answer soon', async () => {
    await server.pool.transaction(SYSTEM, async (db) => {
      await db.execute(sql`insert into cliente ("xNome") select 'Muitos ' || n from generate_series(1, 50) n`)
      await db.execute(sql`insert into mercadoria ("xProd") select 'Muitos ' || n from generate_series(1, 50) n`)
    })
    expect((await ask('muitos')).length).toBe(16)
    expect((await ask('x'.repeat(10_000))).length).toBe(0)
  })
})
