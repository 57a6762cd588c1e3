import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { machineWord } from '../../fixtures/machine-words'
import { type DeliveryDay, deliveryDay } from '../expedicao/delivery-day.fixture'
import { sum } from '../area'
import { SYSTEM } from '../db/pool'
import { resourceNamed } from '../platform/resource'

/** Whatever goes on paper is written as people write it: ids, postcodes, telephones, quantities, money and dates. */

let day: DeliveryDay
let made: Readonly<Record<string, number>>

beforeAll(async () => {
  day = await deliveryDay()
  const { server } = day
  const own = { empresa_id: server.empresa_id }
  const unit = await server.insert('unidade', { un: 'PC', descricao: 'Peça', decimal: 0 })
  const goods = {
    mercadoria_id: (await server.insert('mercadoria', { xProd: 'Peça', codigo: 'P-1', unidade_id: unit.id })).id,
  }
  const operation = await server.insert('tipo_entrada_saida', { descricao: 'Operação', tipo: 1 })
  const person = { CNPJ_CPF: '11222333000181', fone: '41999990000', CEP: '80010000', xLgr: 'Rua A', nro: '1', UF: 'PR' }
  const customer = await server.insert('cliente', { xNome: 'Padaria', ...person })
  const supplier = await server.insert('fornecedor', { xNome: 'Distribuidora', ...person })
  const head = {
    ...own,
    cliente_id: customer.id,
    tipo_entrada_saida_id: operation.id,
    dhAbertura: '2026-11-20 10:00:00',
    cliente_CNPJ_CPF: '11222333000181',
    cliente_endereco: 'Rua A, 1, Centro, Curitiba/PR, 80010000',
    vTotal: '1234.5',
  }
  const line = {
    ...own,
    ...goods,
    xProd: 'Peça',
    un: 'PC',
    qTrib: '2',
    vUnTrib: '617.25',
    vUnLiquido: '617.25',
    vTotal: '1234.5',
  }
  const due = { ...own, n: 1, dVencimento: '2026-12-20', vDup: '1234.5' }
  const sale = async (name: 'venda' | 'orcamento') => {
    const { id } = await server.insert(name, head)
    await server.insert(`${name}_mercadoria`, { ...line, [`${name}_id`]: id })
    await server.insert(`${name}_duplicata`, { ...due, [`${name}_id`]: id })
    return id
  }
  const order = await server.insert('pedido_compra', {
    ...own,
    fornecedor_id: supplier.id,
    dEmissao: '2026-11-20',
    vTotal: '1234.5',
  })
  await server.insert('pedido_compra_mercadoria', {
    ...own,
    ...goods,
    pedido_compra_id: order.id,
    xProd: 'Peça',
    un: 'PC',
    qTrib: '2',
    vUnTrib: '617.25',
    vSubtotal: '1234.5',
  })
  const entry = await server.insert('entrada', {
    ...own,
    fornecedor_id: supplier.id,
    tipo_entrada_saida_id: operation.id,
    dEmissao: '2026-11-20',
    nNF: 12,
    vTotal: '1234.5',
  })
  await server.insert('entrada_mercadoria', {
    ...own,
    ...goods,
    entrada_id: entry.id,
    qCom: '2',
    vUnCom: '617.25',
    vProd: '1234.5',
  })
  const title = await server.insert('contas_receber', {
    ...own,
    cliente_id: customer.id,
    numero: '12/1',
    dEmissao: '2026-11-20',
    dVencimento: '2026-12-20',
    vDup: '1234.5',
    vSaldo: '1234.5',
  })
  const count = await server.insert('mercadoria_inventario', { ...own, dhAjuste: '2026-11-20 10:00:00' })
  const place = await server.insert('armazenamento', { ...own, codigo: 'A-01', xArmazenamento: 'Corredor A' })
  await server.insert('mercadoria_inventario_item', {
    ...own,
    ...goods,
    mercadoria_inventario_id: count.id,
    armazenamento_id: place.id,
    xProd: 'Peça',
    qEsperada: '3',
    qContada: '2.5',
    diferenca: '-0.5',
  })
  const armazem = await server.insert('armazem', { ...own, xNome: 'Central' })
  const picking = await server.insert('separacao', { ...own, armazem_id: armazem.id })
  const step = await server.insert('lancamento', {
    ...own,
    documento: 'venda',
    documento_id: 1,
    passo: 'fecha',
    dados: {},
    dh: '2026-11-20 10:00:00',
  })
  const picked = await server.insert('separacao_venda', {
    ...own,
    separacao_id: picking.id,
    documento: 'venda',
    venda_id: await sale('venda'),
    lancamento_id: step.id,
    xNome: 'Maria Exemplo',
  })
  await server.insert('separacao_mercadoria', {
    ...own,
    ...goods,
    separacao_id: picking.id,
    separacao_venda_id: picked.id,
    item_id: 1,
    xProd: 'Peça',
    un: 'UN',
    armazenamento_id: place.id,
    qTrib: '2.5',
  })
  const making = await server.insert('ordem_producao', own)
  await server.insert('ordem_producao_mercadoria', {
    ...own,
    ...goods,
    ordem_producao_id: making.id,
    xProd: 'Peça',
    un: 'UN',
    qTrib: '2.5',
  })
  const labour = await server.insert('servico', { descricao: 'Mão de obra' })
  const service = await server.insert('ordem_servico', {
    ...own,
    cliente_id: customer.id,
    cliente_CNPJ_CPF: '11222333000181',
    cliente_endereco: head.cliente_endereco,
    vTotal: '1234.5',
  })
  await server.insert('ordem_servico_servico', {
    ...own,
    ordem_servico_id: service.id,
    servico_id: labour.id,
    xServ: 'Mão de obra',
    un: 'h',
    qTrib: '2',
    vUnTrib: '617.25',
    vTotal: '1234.5',
  })
  made = {
    ordem_servico: service.id,
    ordem_producao: making.id,
    separacao: picking.id,
    venda: await sale('venda'),
    orcamento: await sale('orcamento'),
    pedido_compra: order.id,
    entrada: entry.id,
    contas_receber: title.id,
    mercadoria_inventario: count.id,
    rota: (await day.route(2)).id,
    roteirizacao: (await day.plan(2)).id,
  }
})
afterAll(() => day.server.close())

/** The texts of a page, without its style. */
const textsIn = (html: string): readonly string[] =>
  html
    .replace(/<style>.*?<\/style>/s, '')
    .split(/<[^>]*>/)
    .map((text) => text.trim())
    .filter((text) => text !== '')

/** Digits that people write with points and dashes between them. */
const bare = (text: string): string[] => text.match(/\b\d{8}\b|\b\d{11}\b|\b\d{14}\b/g) ?? []

describe('what goes on paper', () => {
  it.each(sum('prints').map(({ resource, name = resource.name }) => [name, resource.name]))('%s', async (name, of) => {
    const id = made[of]
    expect(id, `the test makes no ${name}`).toBeDefined()
    const headers = { Authorization: `Bearer ${await day.server.token()}` }
    const answer = await day.server.app.request(`/reporting/pdf/${name}?id=${id}&format=html`, { headers })
    expect(answer.status).toBe(200)
    const texts = textsIn(await answer.text())
    expect(texts.length).toBeGreaterThan(10)
    expect(texts.flatMap(bare)).toEqual([])
    expect(texts.filter((text) => !text.includes('____')).flatMap((text) => machineWord(text) ?? [])).toEqual([])
    // A count has neither money nor a person; its differences are written as people write them.
    if (name === 'mercadoria_inventario')
      return void expect(texts).toEqual(expect.arrayContaining(['3', '2,5', '-0,5']))
    if (name.startsWith('rot')) return
    if (of === 'separacao' || of === 'ordem_producao') return void expect(texts.join(' ')).toContain('2,5 UN')
    // A unit without decimals shows none, and money has its two.
    if (name !== 'contas_receber') expect(texts).toContain('2')
    expect(texts).toContain('R$ 1.234,50')
    expect(texts.some((text) => text.includes('11.222.333/0001-81'))).toBe(true)
  })
})

it('a document says there what its company marked as printed, for whoever may see it; without any, nothing changes', async () => {
  const { server } = day
  const page = async (name: string, who?: string) => {
    const headers = { Authorization: `Bearer ${who ?? (await server.token())}` }
    const answer = await server.app.request(`/reporting/pdf/${name}?id=${made[name]}&format=html`, { headers })
    expect(answer.status).toBe(200)
    return textsIn((await answer.text()).replaceAll(/Impresso em [^<]*/g, ''))
  }
  const papers = ['venda', 'separacao', 'ordem_producao', 'rota']
  for (const alias of papers) {
    const before = await page(alias)
    const define = async (key: string, more: object) =>
      (
        await server.admin('POST', '/api/sis/custom_field', {
          alias,
          key,
          type: 'money',
          label: `Campo ${key}`,
          ...more,
        })
      ).body.id
    const [printed, kept, hidden] = [
      await define('caucao', { impresso: true }),
      await define('interno', {}),
      await define('sigilo', { impresso: true, visible_roles: ['ninguem'] }),
    ]
    expect(await page(alias)).toEqual(before)
    await server.pool.transaction(SYSTEM, (db) =>
      db.execute(
        sql`update ${sql.identifier(alias)} set extra = ${JSON.stringify({ [printed]: '4321.5', [kept]: '7', [hidden]: '8.25' })}::jsonb where id = ${made[alias]}`,
      ),
    )
    const texts = (await page(alias)).filter((text) => !before.includes(text))
    expect(texts, alias).toEqual(expect.arrayContaining(['Campo caucao']))
    expect(texts.join(' '), alias).toContain('4.321,50')
    expect(texts.join(' '), alias).not.toContain('interno')
    let clerk = ''
    await server.user({ permissions: [`show ${resourceNamed(alias).right}`] }, (token) => (clerk = token))
    expect((await page(alias, clerk)).join(' '), alias).not.toContain('sigilo')
  }
})
