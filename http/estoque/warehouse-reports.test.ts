import type { Sql } from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '../../core/br/civil-date'
import { asOwner } from '../../fixtures/as-owner'
import type { TestServer } from '../../fixtures/test-server'
import { entered, inDays, ok, openStore, product, sale } from './output.fixture'

/** Reports of the warehouse, over a store that bought three products, sold two, had some sent back, used one up and did not find all it should have. */

let server: TestServer
let ids: Record<'cheese' | 'ham' | 'old' | 'far', number>
const RETURN = '/api/comercial/venda_devolucao'
const COUNT = '/api/estoque/mercadoria_inventario'
const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' })

beforeAll(async () => {
  const store = await openStore()
  ;({ server } = store)
  const { empresa_id } = server
  const [cheese, ham, old] = [
    await product({ xProd: 'Queijo', codigo: 'Q' }),
    await product({ xProd: 'Presunto', codigo: 'P', controla_lote: 1 }),
    await product({ xProd: 'Vela', codigo: 'V' }),
  ]
  ids = { cheese, ham, old, far: store.ids.far }
  await entered(cheese, 10, [], 4)
  await entered(ham, 10, [{ nLote: 'L1', dVal: inDays(30), qTrib: 6 }], 1)
  await entered(old, 5, [], 2)
  await asOwner(
    server.url,
    (owner: Sql) => owner`update movimento_estoque set criado_em = criado_em - interval '100 days'`,
  )
  const sales = [await sale(cheese, 9), await sale(ham, 3)]
  await onCredit(sales[0] ?? 0, 90)
  for (const id of sales) await ok('POST', `/api/venda/${id}/fecha`)
  const [shelf] = (
    await ok('GET', `/api/estoque/mercadoria_armazenamento?where=${JSON.stringify({ mercadoria_id: ham })}`)
  ).data
  await ok('POST', `/api/estoque/mercadoria_armazenamento/${shelf.id}/transfereEstoqueRapido`, {
    armazenamento_dest_id: ids.far,
    quantidade: 2,
  })
  const centre = await server.insert('centro_custo', { empresa_id, descricao: 'Cozinha' })
  const used = await ok('POST', '/api/estoque/consumo', {
    centro_custo_id: centre.id,
    consumo_mercadoria_list: [{ mercadoria_id: ham, qTrib: 1 }],
  })
  await ok('POST', `/api/estoque/consumo/${used.id}/finalizar`)
  await sentBack(sales[0] ?? 0, 1)
  await notFound(old, 2)
})

/** A sale that its customer owes. */
async function onCredit(venda_id: number, vDup: number) {
  const { id: pagamento_id } = await server.insert('pagamento', { descricao: 'Boleto', tPag: '15' })
  await server.insert('pagamento', { descricao: 'Crédito do cliente', tPag: '21' })
  const { versao } = await ok('GET', `/api/venda/${venda_id}`)
  const venda_duplicatas = [{ n: 1, dVencimento: inDays(30), vDup, pagamento_id }]
  await ok('PUT', `/api/venda/${venda_id}`, { versao, venda_duplicatas })
}

/** The customer of a sale sends some of its goods back. */
async function sentBack(venda_id: number, devolver: number) {
  await ok('POST', `/api/venda/${venda_id}/fatura`)
  const [line] = (await ok('GET', `/api/venda/${venda_id}`)).venda_mercadorias
  const { id } = await ok('POST', RETURN, {
    venda_id,
    devolucao_mercadoria_list: [{ venda_mercadoria_id: line.id, devolver }],
  })
  await ok('POST', `${RETURN}/${id}/finaliza`)
  const { entrada_id } = await ok('GET', `${RETURN}/${id}`)
  await ok('POST', `/api/entrada/${entrada_id}/finaliza`)
}

/** A count finds that so many of a product are gone. */
async function notFound(mercadoria_id: number, gone: number) {
  const { id } = await ok('POST', COUNT, { mercadoria_id })
  const where = encodeURIComponent(JSON.stringify({ mercadoria_inventario_id: id }))
  const [item] = (await ok('GET', `${COUNT}_item?where=${where}`)).data
  await ok('PUT', `${COUNT}_item/${item.id}`, { qContada: 5 - gone })
  await ok('POST', `${COUNT}/${id}/geraAjustes`)
  await ok('POST', `${COUNT}/${id}/finaliza`)
}
afterAll(() => server.close())

async function rows(name: string, query = '', who = server.admin): Promise<string[]> {
  const { status, body } = await who('GET', `/reporting/csv/${name}?${query}`)
  expect(status, String(body)).toBe(200)
  return String(body).replace('﻿', '').trimEnd().split('\r\n')
}

describe('reports of the warehouse', () => {
  it('estoque_dia: what there was then, and what there is', async () => {
    expect(await rows('estoque_dia', `dia=${addDays(today, -1)}`)).toEqual([
      'Código;Produto;Un.;Saldo;Custo médio;Valor',
      'P;Presunto;;10;1,00;10,00',
      'Q;Queijo;;10;4,00;40,00',
      'V;Vela;;5;2,00;10,00',
    ])
    expect(await rows('estoque_dia', `dia=${today}`)).toContain('Q;Queijo;;2;4,00;8,00')
    expect((await server.admin('GET', '/reporting/csv/estoque_dia?dia=31/12')).status).toBe(422)
  })

  it('estoque_movimentos: the balance after each; of one place, what was put there too', async () => {
    const told = await rows('estoque_movimentos', `mercadoria_id=${ids.cheese}&periodo_ini=${today}`)
    expect(told.slice(1).map((line) => line.split(';').slice(2))).toEqual([
      ['A', '', '-9', '1', '-36,00', '4,00'],
      ['A', '', '1', '2', '4,00', '8,00'],
    ])
    const far = await rows('estoque_movimentos', `mercadoria_id=${ids.ham}&armazenamento_id=${ids.far}`)
    expect(far.slice(1).map((line) => line.split(';').slice(2, 6))).toEqual([['B', 'L1', '2', '2']])
    expect((await server.admin('GET', '/reporting/csv/estoque_movimentos')).status).toBe(422)
  })

  it('estoque_abc: by the cost of what went out and did not come back; not of what a count did not find', async () => {
    expect(await rows('estoque_abc', 'dias=365')).toEqual([
      'Nº;Código;Produto;Un.;Saiu;Custo do que saiu;Parte;Acumulado;Classe',
      '1;Q;Queijo;;8;32,00;88,89;88,89;A',
      '2;P;Presunto;;4;4,00;11,11;100,00;B',
    ])
  })

  it('estoque_cobertura and estoque_parado: how long it lasts; what does not go', async () => {
    expect(await rows('estoque_cobertura', 'dias=9')).toEqual([
      'Código;Produto;Un.;Disponível;Saiu no período;Por dia;Dias de estoque',
      'Q;Queijo;;2;8;0,8889;2',
      'P;Presunto;;6;4;0,4444;13',
    ])
    expect(await rows('estoque_parado', 'dias=30')).toEqual([
      'Código;Produto;Un.;Última saída;Saldo;Valor',
      'V;Vela;;;3;6,00',
    ])
  })

  it('estoque_local: what lies where, of which lot', async () => {
    const far = await rows('estoque_local', `armazenamento_id=${ids.far}`)
    expect(far.slice(1).map((line) => line.split(';').filter((_, at) => at !== 5))).toEqual([
      ['B', 'P', 'Presunto', '', 'L1', '2', '0'],
    ])
    expect(await rows('estoque_local', `mercadoria_id=${ids.ham}`)).toHaveLength(3)
  })

  it('consumo_centro: what each centre used up', async () => {
    expect(await rows('consumo_centro')).toEqual([
      'Centro de custo;Código;Produto;Un.;Consumido;Custo',
      'Cozinha;P;Presunto;;1;1,00',
    ])
  })

  it('tell no cost to whoever may not know it', async () => {
    const clerk = await server.user({ permissions: ['show relatorios', 'show mercadoria'] })
    expect((await rows('estoque_dia', `dia=${today}`, clerk))[0]).toBe('Código;Produto;Un.;Saldo')
    expect((await clerk('GET', '/reporting/csv/estoque_abc')).status).toBe(403)
  })
})
