import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asOwner } from '../../../fixtures/as-owner'
import { testClock } from '../../../fixtures/test-clock'
import { testServer, type TestServer } from '../../../fixtures/test-server'
import { bookFaults } from '../../books'
import { SYSTEM } from '../../db/pool'
import { systemCtx } from '../../platform/app'
import { vendaMercadoria } from '../venda/venda'

/** Promotions: what they may be, the prices that they give, and what becomes of a quote when they end. */

const TODAY = '2026-11-20T12:00:00-03:00'
const clock = testClock(TODAY)
let server: TestServer
let seller: TestServer['admin']
let ids: { customer: number; drill: number; bit: number; sells: number; retail: number; wholesale: number }

beforeAll(async () => {
  server = await testServer({ clock })
  seller = await server.user({
    permissions: ['venda', 'venda_orcamento'].flatMap((on) => [`store ${on}`, `show ${on}`, `edit ${on}`]),
  })
  const retail = (await server.insert('tabela_preco', { descricao: 'Varejo', padrao: true })).id
  const wholesale = (await server.insert('tabela_preco', { descricao: 'Atacado' })).id
  const drill = (await server.insert('mercadoria', { xProd: 'Furadeira', custo: '60', vPrecoMinimo: '70' })).id
  const bit = (await server.insert('mercadoria', { xProd: 'Broca', custo: '2' })).id
  for (const [mercadoria_id, tabela_preco_id, vUnTrib] of [
    [drill, retail, '100'],
    [drill, wholesale, '85'],
    [bit, retail, '10'],
  ])
    await server.insert('mercadoria_preco', { mercadoria_id, tabela_preco_id, vUnTrib })
  ids = {
    customer: (await server.insert('cliente', { xNome: 'Maria Exemplo', tabela_preco_id: retail })).id,
    drill,
    bit,
    sells: (await server.insert('tipo_entrada_saida', { descricao: 'Venda', tipo: 1, padrao: 1 })).id,
    retail,
    wholesale,
  }
})
afterAll(() => server.close())

const promotion = async (goods: readonly object[], head: object = {}) => {
  const body = { xNome: 'Black Friday', dInicio: '2026-11-01', dFim: '2026-11-30', ...head }
  const made = await server.admin('POST', '/api/comercial/promocao', { ...body, promocao_mercadoria_list: goods })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  return made.body
}
/** A test has the promotions that it makes alone. */
const alone = async (goods: readonly object[], head: object, test: (made: { id: number }) => Promise<void>) => {
  const made = await promotion(goods, head)
  try {
    await test(made)
  } finally {
    clock.set(TODAY)
    await server.admin('PUT', `/api/comercial/promocao/${made.id}`, { ativo: false })
  }
}
type Kind = 'venda' | 'orcamento'
const write = async (kind: Kind, lines: readonly object[], more: object = {}, by = seller) => {
  const made = await by('POST', `/api/${kind}`, {
    cliente_id: ids.customer,
    tipo_entrada_saida_id: ids.sells,
    [`${kind}_mercadorias`]: lines.map((line) => ({ mercadoria_id: ids.drill, qTrib: 1, vUnTrib: 80, ...line })),
    ...more,
  })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  return made.body
}
const linesOf = (record: Record<string, unknown>) => {
  const found = record.venda_mercadorias ?? record.orcamento_mercadorias
  return Array.isArray(found) ? found : []
}
const read = async (kind: Kind, id: number) => (await server.admin('GET', `/api/${kind}/${id}`)).body
const act = (id: number, verb: string, body: object = {}) => seller('POST', `/api/orcamento/${id}/${verb}`, body)

describe('422', () => {
  const refused = async (body: object) => {
    const { status, body: answer } = await server.admin('POST', '/api/comercial/promocao', { xNome: 'X', ...body })
    return [status, JSON.stringify(answer.errors)]
  }
  it('a promotion that ends before it begins, or names what there is not', async () => {
    expect(await refused({ dInicio: '2026-11-02', dFim: '2026-11-01' })).toEqual([
      422,
      expect.stringContaining('termina antes de começar'),
    ])
    for (const wrong of ['x', [0], [1.5], [999_999], ['1'], { a: 1 }, Array.from({ length: 501 }, () => 1)])
      expect([wrong, (await refused({ tabela_preco_ids: wrong }))[0]]).toEqual([wrong, 422])
    expect((await refused({ empresa_ids: [999_999] }))[0]).toBe(422)
  })

  it('a product without price and discount, under its least price, or with a most under its least', async () => {
    const goods = (one: object) => refused({ promocao_mercadoria_list: [{ mercadoria_id: ids.drill, ...one }] })
    expect((await goods({}))[1]).toContain('Informe o preço ou o desconto.')
    expect((await goods({ vUnTrib: 69 }))[1]).toMatch(/preço mínimo desta mercadoria é R\$\s70,00/)
    expect((await goods({ vUnTrib: 80, qMinima: 3, qMaxima: 2 }))[1]).toContain('A máxima é menor que a mínima.')
  })

  it('a dependency is AND unless it is said', async () => {
    await alone([{ mercadoria_id: ids.drill, vUnTrib: 80 }], {}, async (made) => {
      const { body } = await server.admin('GET', `/api/comercial/promocao/${made.id}`)
      const item = body.promocao_mercadoria_list[0].id
      const put = await server.admin('PUT', `/api/comercial/promocao_mercadoria/${item}`, {
        dependencia_list: [{ mercadoria_id: ids.bit }],
      })
      expect(put.body.dependencia_list).toMatchObject([{ mercadoria_id: ids.bit, tipo: 'AND' }])
      const wrong = { dependencia_list: [{ mercadoria_id: ids.bit, tipo: 'XOR' }] }
      expect((await server.admin('PUT', `/api/comercial/promocao_mercadoria/${item}`, wrong)).status).toBe(422)
      const { data } = (await seller('POST', '/api/comercial/promocao/vigentes', { id_list: [ids.drill] })).body
      expect(data).toMatchObject([
        { id: made.id, promocao_mercadoria_list: [{ dependencia_list: [{ mercadoria_id: ids.bit, tipo: 'AND' }] }] },
      ])
    })
  })
})

describe('the price of a promotion', () => {
  const drillAt = (more: object = {}) => [{ mercadoria_id: ids.drill, vUnTrib: 80, ...more }]

  it.each(['venda', 'orcamento'] as const)('is neither typed nor of another table: %s', async (kind) => {
    await alone(drillAt(), {}, async ({ id }) => {
      const made = await write(kind, [{}])
      expect(made.status).toBe(0)
      expect(linesOf(made)).toMatchObject([
        { origemPreco: 2, promocao_id: id, xPromocao: 'Black Friday', vPromocao: 80, xAvisoPreco: null },
      ])
      // Under it, the guard stands as it did.
      expect(linesOf(await write(kind, [{ vUnTrib: 79 }]))).toMatchObject([
        { origemPreco: 1, promocao_id: null, xAvisoPreco: 'outra tabela (Atacado)' },
      ])
      expect(linesOf(await write(kind, [{ vDesc: 0.01 }]))).toMatchObject([{ xAvisoPreco: 'outra tabela (Atacado)' }])
    })
  })

  it('is one by discount on the normal price', async () => {
    await alone([{ mercadoria_id: ids.drill, pDesc: 12.5 }], {}, async ({ id }) => {
      expect(linesOf(await write('venda', [{ vUnTrib: 87.5 }]))).toMatchObject([{ promocao_id: id, vPromocao: 87.5 }])
    })
  })

  it.each([
    ['its own company', () => ({ empresa_ids: [server.empresa_id] }), {}, true],
    ['another table', () => ({ tabela_preco_ids: [ids.wholesale] }), {}, false],
    ['its own table', () => ({ tabela_preco_ids: [ids.retail] }), {}, true],
    ['another day', () => ({ dInicio: '2026-11-21' }), {}, false],
    ['a day that was its last', () => ({ dFim: '2026-11-20' }), {}, true],
    ['more than the line has', () => ({}), { qMinima: 2 }, false],
    ['less than the document has', () => ({}), { qMaxima: 0.5 }, false],
  ])('of %s', async (_what, head, item, holds) => {
    await alone(drillAt(item), head(), async ({ id }) => {
      expect(linesOf(await write('venda', [{}]))).toMatchObject([{ promocao_id: holds ? id : null }])
    })
  })

  it('asks for the other goods of the document, wherever a line comes from', async () => {
    await alone(drillAt(), {}, async ({ id }) => {
      const { body } = await server.admin('GET', `/api/comercial/promocao/${id}`)
      await server.admin('PUT', `/api/comercial/promocao_mercadoria/${body.promocao_mercadoria_list[0].id}`, {
        dependencia_list: [{ mercadoria_id: ids.bit }],
      })
      expect(linesOf(await write('venda', [{}]))).toMatchObject([{ promocao_id: null }])
      const bit = { mercadoria_id: ids.bit, vUnTrib: 10 }
      expect(linesOf(await write('venda', [{}, bit]))[0]).toMatchObject({ promocao_id: id })
      const sale = await write('venda', [bit])
      const line = { venda_id: sale.id, mercadoria_id: ids.drill, qTrib: 1, vUnTrib: 80 }
      expect((await seller('POST', '/api/venda_mercadoria', line)).body).toMatchObject({ promocao_id: id })
    })
  })

  it('of several is the best one, by price and then by priority', async () => {
    await alone(drillAt(), {}, () =>
      alone(drillAt({ vUnTrib: 78 }), { xNome: 'Boa' }, () =>
        alone(drillAt({ vUnTrib: 78 }), { xNome: 'Melhor', prioridade: 5 }, async ({ id }) => {
          expect(linesOf(await write('venda', [{ vUnTrib: 78 }]))).toMatchObject([{ promocao_id: id }])
        }),
      ),
    )
  })

  it('is not that of another company', async () => {
    const { id } = await server.insert('promocao', { xNome: 'Filial', empresa_ids: [server.empresa_id + 1] })
    await server.insert('promocao_mercadoria', { promocao_id: id, mercadoria_id: ids.drill, vUnTrib: '80' })
    expect(linesOf(await write('venda', [{}]))).toMatchObject([{ promocao_id: null }])
  })

  it('costs no query more for more lines', async () => {
    await alone(drillAt(), {}, async () => {
      const sale = await write('venda', [{}])
      const queries = (count: number) =>
        server.pool.transaction(SYSTEM, async (db) => {
          let asked = 0
          const counting = new Proxy(db, {
            get: (target, name) => {
              if (name === 'execute') asked += 1
              return Reflect.get(target, name)
            },
          })
          const ctx = systemCtx(server.services, counting, [server.empresa_id], server.empresa_id)
          const line = { mercadoria_id: ids.drill, qTrib: '1', vUnTrib: '80', venda_id: sale.id }
          const drafts = Array.from({ length: count }, () => ({ before: undefined, values: { ...line } }))
          await vendaMercadoria.hooks?.prepare?.(ctx, drafts, sale)
          expect(drafts.every(({ values }) => Reflect.get(values, 'promocao_id') !== null)).toBe(true)
          return asked
        })
      expect([await queries(1), await queries(60)]).toEqual([2, 2])
    })
  })
})

describe('a quote whose promotion ends', () => {
  const drillAt = [{ mercadoria_id: 0, vUnTrib: 80 }]
  const goods = () => drillAt.map((one) => ({ ...one, mercadoria_id: ids.drill }))
  const dues = { orcamento_duplicatas: [40, 40].map((vDup, at) => ({ vDup, dVencimento: `2027-0${at + 1}-01` })) }

  it('stays as it was written, however often it is saved', async () => {
    await alone(goods(), {}, async ({ id }) => {
      const quote = await write('orcamento', [{}])
      clock.set('2026-12-02T12:00:00-03:00')
      const [line] = linesOf(quote)
      const list = [{ id: line.id, mercadoria_id: ids.drill, qTrib: 1, vUnTrib: 80 }]
      const put = await seller('PUT', `/api/orcamento/${quote.id}`, { obs: 'Portaria 2', orcamento_mercadorias: list })
      expect(linesOf(put.body)).toMatchObject([
        { vUnTrib: 80, origemPreco: 2, promocao_id: id, vPromocao: 80, xAvisoPreco: null },
      ])
      const more = [{ ...list[0], qTrib: 2 }]
      const other = await seller('PUT', `/api/orcamento/${quote.id}`, { orcamento_mercadorias: more })
      expect(linesOf(other.body)).toMatchObject([{ promocao_id: null, xAvisoPreco: 'outra tabela (Atacado)' }])
    })
  })

  it.each(['fecha', 'fatura'])(
    'says at %s what changed, and is sold at today’s prices when that is known',
    async (verb) => {
      await alone(goods(), {}, async () => {
        const quote = await write('orcamento', [{}], dues)
        clock.set('2026-12-02T12:00:00-03:00')
        expect(await act(quote.id, verb)).toMatchObject({
          status: 400,
          body: {
            code: 'prices_changed',
            message: expect.stringMatching(/Furadeira: de R\$\s80,00 para R\$\s100,00 \(Black Friday\)/),
          },
        })
        expect(await read('orcamento', quote.id)).toMatchObject({ status: 0, vTotal: 80 })
        const done = await act(quote.id, verb, { confirmaPrecos: true })
        expect(done, JSON.stringify(done.body)).toMatchObject({
          status: 200,
          body: { message: expect.stringMatching(/para R\$\s100,00/) },
        })
        expect(await read('orcamento', quote.id)).toMatchObject({
          vTotal: 100,
          orcamento_duplicatas: [{ vDup: 50 }, { vDup: 50 }],
        })
        expect(await read('venda', done.body.venda_id)).toMatchObject({
          status: 0,
          vTotal: 100,
          venda_mercadorias: [{ vUnTrib: 100, origemPreco: 0, promocao_id: null, xAvisoPreco: null }],
          venda_duplicatas: [{ vDup: 50 }, { vDup: 50 }],
        })
        expect(await asOwner(server.url, bookFaults)).toEqual([])
      })
    },
  )

  it('is sold without a question while it runs; its sale keeps it', async () => {
    await alone(goods(), {}, async ({ id }) => {
      const quote = await write('orcamento', [{}])
      const { body } = await act(quote.id, 'fecha')
      expect(linesOf(await read('venda', body.venda_id))).toMatchObject([{ vUnTrib: 80, promocao_id: id }])
    })
  })

  it('closed by two at once, it becomes one sale at one price', async () => {
    await alone(goods(), {}, async () => {
      const quote = await write('orcamento', [{}], dues)
      clock.set('2026-12-02T12:00:00-03:00')
      const answers = await Promise.all([1, 2, 3, 4].map(() => act(quote.id, 'fecha', { confirmaPrecos: true })))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
      const { data } = (
        await server.admin('GET', `/api/venda?where=${encodeURIComponent(JSON.stringify({ orcamento_id: quote.id }))}`)
      ).body
      expect(data).toMatchObject([{ vTotal: 100 }])
      expect(await asOwner(server.url, bookFaults)).toEqual([])
    })
  })

  it('deleted meanwhile, it is kept and changed in the same way', async () => {
    const made = await promotion(goods())
    const quote = await write('orcamento', [{}])
    expect((await server.admin('DELETE', `/api/comercial/promocao/${made.id}`)).status).toBe(200)
    const put = await seller('PUT', `/api/orcamento/${quote.id}`, { obs: 'x' })
    expect(linesOf(put.body)).toMatchObject([{ vUnTrib: 80, promocao_id: null, xPromocao: 'Black Friday' }])
    expect((await act(quote.id, 'fecha')).body.code).toBe('prices_changed')
  })
})
