import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asOwner } from '../../../fixtures/as-owner'
import type { TestServer } from '../../../fixtures/test-server'
import { bookFaults } from '../../books'
import { add, call, choose, head, ids, line, make, ok, openWorkshop } from './workshop.fixture'

/** Made-to-order lines: what is chosen of a product prices its line, is kept with it, and is copied with it. */

let server: TestServer
beforeAll(async () => {
  server = await openWorkshop()
})
afterAll(() => server.close())

describe('the characteristics of a product', () => {
  it('tell what they add to the price, to those too who may not know what they cost', async () => {
    const seller = await server.user({ permissions: ['show mercadoria'] })
    const { mercadoria_caracteristicas: list } = (await seller('GET', `/api/mercadoria/${ids.table}`)).body
    expect(list.map((one: { vAcrescimo: number }) => one.vAcrescimo)).toEqual([10, 20, 3.5, 40])
    expect(list[0].custo_un).toBeUndefined()
    expect(list[0].insumos).toMatchObject([{ mercadoria: { xProd: 'Tinta' }, quantidade: 0.5 }])
  })

  it('are copied from another product: all, or chosen ones, those that it has left out', async () => {
    const path = '/api/estoque/mercadoria_caracteristica'
    const other = await add('mercadoria', { xProd: 'Banco', op_customizavel: true })
    expect(
      await ok('POST', `${path}/${other}/copiarCaracteristicasSelecionadas`, { caracteristicas: [ids.blue] }),
    ).toEqual({
      copiadas: 1,
      ignoradas: 0,
    })
    expect(await ok('POST', `${path}/${other}/copiarCaracteristicas`, { mercadoria_origem_id: ids.table })).toEqual({
      copiadas: 3,
      ignoradas: 1,
    })
    const { mercadoria_caracteristicas: list } = await ok('GET', `/api/mercadoria/${other}`)
    expect(list).toMatchObject([
      { descricao: 'Azul', custo_un: 5, insumos: [{ mercadoria_id: ids.paint, quantidade: 0.5 }] },
      { descricao: 'Vermelha', vAcrescimoFixo: 20 },
      { descricao: 'Verniz' },
      { descricao: 'Vidro', insumos: [{ no_lugar_de_id: ids.wood }] },
    ])
    const refused = [
      await call('POST', `${path}/copiarCaracteristicas`, { mercadoria_origem_id: ids.table }),
      await call('POST', `${path}/${other}/copiarCaracteristicas`, {}),
      await call('POST', `${path}/${other}/copiarCaracteristicasSelecionadas`, { caracteristicas: [] }),
    ]
    expect(refused.map(({ body }) => body.errors?.[Object.keys(body.errors)[0] ?? '']?.[0] ?? body.message)).toEqual([
      'Salve o produto antes de copiar características',
      'Selecione um produto de origem',
      'Selecione ao menos uma característica',
    ])
  })

  it('422 a product that would be its own supply', async () => {
    const answer = await call('POST', '/api/mercadoria_caracteristica_insumo', {
      mercadoria_caracteristica_id: ids.blue,
      mercadoria_id: ids.table,
      quantidade: 1,
    })
    expect(answer).toMatchObject({
      status: 422,
      body: { errors: { mercadoria_id: ['Um produto não é insumo de si mesmo.'] } },
    })
  })
})

describe.each(['venda', 'orcamento'] as const)('a line of a %s', (kind) => {
  const list = `${kind}_mercadorias`

  it('costs and is sold for its base and what was chosen; the total follows', async () => {
    const made = await make(kind, line({ crt_list: choose(ids.blue, ids.varnish) }))
    expect(made).toMatchObject({
      vTotal: 227,
      [list]: [
        {
          vUnTrib: 113.5,
          vAcrescimo: 13.5,
          vCustoCrt: 13.5,
          vCustoUn: 63.5,
          origemPreco: 0,
          xAvisoPreco: null,
          crt_list: [
            {
              xGrupo: 'Cor',
              xCaracteristica: 'Azul',
              custo_un: 5,
              vAcrescimo: 10,
              insumo_list: [{ xProd: 'Tinta', quantidade: 0.5, vCusto: 10 }],
            },
            { xGrupo: 'Extras', xCaracteristica: 'Verniz', custo_un: 3.5, vAcrescimo: 3.5, insumo_list: [] },
          ],
        },
      ],
    })
    await asOwner(server.url, async (owner) => expect(await bookFaults(owner)).toEqual([]))
  })

  it('follows another choice, whether its price comes with it or not, and a price that was typed keeps its base', async () => {
    const made = await make(kind, line({ crt_list: choose(ids.blue) }))
    const [{ id }] = made[list]
    const change = async (more: object) =>
      (await ok('PUT', `/api/${kind}/${made.id}`, { [list]: [{ id, ...more }] }))[list][0]
    expect(await change({ crt_list: choose(ids.red) })).toMatchObject({ vUnTrib: 120, vAcrescimo: 20 })
    expect(await change({ vUnTrib: 110, vAcrescimo: 20 })).toMatchObject({ vUnTrib: 110, vAcrescimo: 20 })
    expect(await change({ vUnTrib: 110, vAcrescimo: 20, crt_list: choose(ids.blue) })).toMatchObject({
      vUnTrib: 100,
      vAcrescimo: 10,
    })
    expect(await change({ qTrib: 7 })).toMatchObject({ vUnTrib: 100, vAcrescimo: 10, vTotal: 700 })
    expect(await change({ crt_list: [] })).toMatchObject({ vUnTrib: 90, vAcrescimo: 0, crt_list: [] })
  })

  it('nobody writes by hand what characteristics come to', async () => {
    const made = await make(kind, line({ vUnTrib: 150, vAcrescimo: 50 }))
    expect(made[list][0]).toMatchObject({ vUnTrib: 100, vAcrescimo: 0 })
  })

  it('under the table with what was chosen is told so', async () => {
    const made = await make(kind, line({ vUnTrib: 100, vAcrescimo: 20, crt_list: choose(ids.red) }))
    expect(made[list][0]).toMatchObject({ vUnTrib: 100, origemPreco: 1 })
    const least = await make(kind, line({ vUnTrib: 69, vAcrescimo: 10, crt_list: choose(ids.blue) }))
    expect(least[list][0].xAvisoPreco).toBeNull()
    const below = await make(kind, line({ vUnTrib: 59, vAcrescimo: 10, crt_list: choose(ids.blue) }))
    expect(below[list][0].xAvisoPreco).toBe('abaixo do mínimo')
  })

  it('one characteristic by itself changes line and document, and so does taking it off', async () => {
    const made = await make(kind, line())
    const [{ id }] = made[list]
    const path = `/api/${kind}_mercadoria_crt`
    const chosen = await ok('POST', path, { [`${kind}_mercadoria_id`]: id, mercadoria_caracteristica_id: ids.blue })
    expect(await ok('GET', `/api/${kind}/${made.id}`)).toMatchObject({ vTotal: 220, [list]: [{ vUnTrib: 110 }] })
    const again = await call('POST', path, { [`${kind}_mercadoria_id`]: id, mercadoria_caracteristica_id: ids.red })
    expect(again.body.errors).toEqual({ mercadoria_caracteristica_id: ['Escolha só uma opção em Cor.'] })
    await ok('DELETE', `${path}/${chosen.id}`)
    expect(await ok('GET', `/api/${kind}/${made.id}`)).toMatchObject({ vTotal: 200, [list]: [{ vUnTrib: 100 }] })
    const { data } = (await call('GET', `/api/${kind}/${made.id}/auditoria`)).body
    const told = data.flatMap(
      (one: { recurso: string; acao: string; campos: { rotulo: string; para_texto: string }[] }) =>
        one.recurso === `${kind}_mercadoria_crt` && one.acao === 'create'
          ? one.campos.map(({ rotulo, para_texto }) => `${rotulo}: ${para_texto}`)
          : [],
    )
    expect(told).toContain('Nome do grupo: Cor')
    expect(told).toContain('Descrição: Azul')
  })

  it.each([
    [
      'of another product',
      () => ({ mercadoria_id: ids.plain, qTrib: 1, vUnTrib: 1, crt_list: choose(ids.blue) }),
      'Esta característica não é desta mercadoria.',
    ],
    ['two in a group of one', () => line({ crt_list: choose(ids.blue, ids.red) }), 'Escolha só uma opção em Cor.'],
    [
      'the same twice',
      () => line({ crt_list: choose(ids.varnish, ids.varnish) }),
      'Esta característica já está no item.',
    ],
  ])('422 %s', async (_, given, message) => {
    const answer = await call('POST', `/api/${kind}`, { ...head, [list]: [given()] })
    expect(answer.status).toBe(422)
    expect(Object.values(answer.body.errors)).toEqual([[message]])
  })

  it('422 other supplies where the product is not flexible; a flexible one takes them, and its price follows', async () => {
    const given = {
      crt_list: [
        { mercadoria_caracteristica_id: ids.blue, insumo_list: [{ mercadoria_id: ids.paint, quantidade: 2 }] },
      ],
    }
    const refused = await call('POST', `/api/${kind}`, { ...head, [list]: [line(given)] })
    expect(refused.body.errors).toEqual({
      [`${list}.0.crt_list.0.insumo_list.0.mercadoria_id`]: ['Os insumos desta característica não mudam.'],
    })
    const { body } = await call('PUT', `/api/mercadoria/${ids.table}`, { op_flexivel: true })
    expect(body.op_flexivel).toBe(true)
    try {
      const made = await make(kind, line(given))
      expect(made[list][0]).toMatchObject({
        vUnTrib: 125,
        vCustoCrt: 25,
        crt_list: [{ vAcrescimo: 25, insumo_list: [{ quantidade: 2 }] }],
      })
    } finally {
      await ok('PUT', `/api/mercadoria/${ids.table}`, { op_flexivel: false })
    }
  })

  it('of goods that become another product has none of the characteristics', async () => {
    const made = await make(kind, line({ crt_list: choose(ids.blue) }))
    const [{ id }] = made[list]
    const saved = await ok('PUT', `/api/${kind}/${made.id}`, {
      [list]: [{ id, mercadoria_id: ids.plain, vUnTrib: 30 }],
    })
    expect(saved[list][0]).toMatchObject({ vUnTrib: 30, vAcrescimo: 0, vCustoCrt: 0, crt_list: [] })
  })

  it('is copied and grouped with its characteristics at the prices that were agreed', async () => {
    const made = await make(kind, line({ crt_list: choose(ids.blue) }))
    await ok('PUT', `/api/mercadoria/${ids.paint}`, { custo: 90 })
    try {
      const { [kind]: copy } = await ok('POST', `/api/${kind}/${made.id}/duplica`)
      const copied = await ok('GET', `/api/${kind}/${copy.id}`)
      expect(copied).toMatchObject({
        vTotal: 220,
        [list]: [{ vUnTrib: 110, crt_list: [{ xCaracteristica: 'Azul', insumo_list: [{ vCusto: 10 }] }] }],
      })
      const { [kind]: grouped } = await ok('POST', `/api/${kind}/agrupa`, { keys: [made.id, copy.id] })
      const both = await ok('GET', `/api/${kind}/${grouped.id}`)
      expect(both).toMatchObject({
        vTotal: 440,
        [list]: [{ crt_list: [{ vAcrescimo: 10 }] }, { crt_list: [{ vAcrescimo: 10 }] }],
      })
    } finally {
      await ok('PUT', `/api/mercadoria/${ids.paint}`, { custo: 10 })
    }
  })

  it('prints what was chosen', async () => {
    const made = await make(kind, line({ crt_list: choose(ids.blue, ids.varnish) }))
    const page = await call('GET', `/reporting/pdf/${kind}?id=${made.id}&format=html`)
    expect(JSON.stringify(page.body)).toContain('Mesa · Cor: Azul; Extras: Verniz')
  })
})
